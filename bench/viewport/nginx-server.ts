import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../tiles/titiler-server.ts';

const nginx = process.env['GROMA_NGINX'] ?? '/usr/sbin/nginx';
const readyMs = 10_000;

/** nginx (Debian's nginx-light) with two workers, serving the files of a folder. */
export async function startNginx(folder: string, files: string): Promise<{ process: ChildProcess; origin: string }> {
  const port = await freePort();
  await mkdir(join(folder, 'nginx'), { recursive: true });
  const settings = join(folder, 'nginx/nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/nginx/${name};`)
    .join(' ');
  await writeFile(
    settings,
    `daemon off; worker_processes 2; pid ${folder}/nginx/pid; error_log stderr; events { worker_connections 256; } http { access_log off; sendfile on; tcp_nopush on; ${temporary} types { image/png png; } server { listen 127.0.0.1:${port}; root ${files}; } }`,
  );
  const child = spawn(nginx, ['-p', join(folder, 'nginx'), '-c', settings], { stdio: ['ignore', 'ignore', 'inherit'] });
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = new Error(`nginx did not start (apt-get install nginx-light, or GROMA_NGINX): ${error.message}`);
  });
  const origin = `http://127.0.0.1:${port}`;
  for (const until = performance.now() + readyMs; performance.now() < until;) {
    if (failure) throw failure as Error;
    // oxlint-disable-next-line no-await-in-loop
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return { process: child, origin };
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  child.kill();
  throw new Error('nginx did not start.');
}
