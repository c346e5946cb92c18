import { spawn, type ChildProcess } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');
const chunkBytes = 32 * 1024 * 1024;
const readyMs = 60_000;

/** The product as it is served, with a workspace of its own. */
export interface GromaServer { origin: string; cookie: string; projectId: string; process: ChildProcess }

/** Builds the web application and starts the server on a free port with its data in a folder. */
export async function startGroma(folder: string): Promise<GromaServer> {
  const web = join(folder, 'web');
  await build({ root: join(root, 'apps/web'), logLevel: 'error', build: { outDir: web, emptyOutDir: true } });
  const port = 4300 + Math.floor(Math.random() * 90);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts', '--port', String(port), '--data', join(folder, 'data')], { cwd: root, env: { ...process.env, GROMA_WEB: web }, stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const end = Date.now() + readyMs;
  while (!(await fetch(`${origin}/healthz`).then(({ ok }) => ok, () => false))) {
    if (Date.now() > end) throw new Error('The server did not start');
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
  const signedUp = await post(`${origin}/api/local/auth/sign-up`, '', { email: 'bench@example.com', username: 'bench', password: 'correct horse battery' });
  const cookie = signedUp.headers.getSetCookie().map((each) => each.split(';')[0]).join('; ');
  const made = await (await post(`${origin}/api/projects`, cookie, { name: 'Bench' })).json() as { data: { id: string } };
  return { origin, cookie, projectId: made.data.id, process: child };
}

async function post(address: string, cookie: string, body: object): Promise<Response> {
  const reply = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

/** Sends a file by the resumable way. */
export async function sendFile({ origin, cookie, projectId }: GromaServer, file: string, path: string): Promise<void> {
  const { uploadSessionUri } = await (await post(`${origin}/api/gcs/projects/${projectId}/files/upload-urls`, cookie, { filePath: path })).json() as { uploadSessionUri: string };
  const { size } = statSync(file);
  for (let start = 0; start < size; start += chunkBytes) {
    const end = Math.min(size, start + chunkBytes) - 1;
    const reply = await fetch(origin + uploadSessionUri, {
      method: 'PUT', headers: { cookie, 'content-type': 'application/octet-stream', 'content-range': `bytes ${start}-${end}/${size}` }, body: createReadStream(file, { start, end }) as unknown as BodyInit, duplex: 'half', redirect: 'manual',
    } as RequestInit);
    if (reply.status !== 308 && !reply.ok) throw new Error(`A chunk was answered ${reply.status}: ${await reply.text()}`);
  }
}

/** Gives a file another name. */
export async function moveFile({ origin, cookie, projectId }: GromaServer, from: string, to: string): Promise<void> {
  await post(`${origin}/api/gcs/projects/${projectId}/files/move`, cookie, { from, to });
}

/** A link to the bytes of a file, for what does not know our windows. */
export async function linkTo({ origin, cookie, projectId }: GromaServer, path: string): Promise<string> {
  const reply = await fetch(`${origin}/api/gcs/signed-url/groma/${projectId}/${path.slice(1)}`, { headers: { cookie } });
  return ((await reply.json()) as { signedUrl: string }).signedUrl;
}
