import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const environment = process.env['GROMA_TITILER_ENV'] ?? join(import.meta.dirname, '../../.cache/titiler');
const packages = ['titiler.application==2.4.0', 'uvicorn==0.54.0'];
const installPatience = 600_000;
const readyMs = 60_000;

/** Settings that TiTiler's documentation recommends for speed. */
const settings = {
  GDAL_CACHEMAX: '200',
  GDAL_DISABLE_READDIR_ON_OPEN: 'EMPTY_DIR',
  GDAL_BAND_BLOCK_CACHE: 'HASHSET',
  VSI_CACHE: 'TRUE',
  VSI_CACHE_SIZE: '5000000',
  PYTHONWARNINGS: 'ignore',
};

/** TiTiler with two workers of uvicorn, from PyPI at the first call. */
export async function startTitiler(): Promise<{ process: ChildProcess; origin: string }> {
  await install();
  const port = await freePort();
  const child = spawn(
    join(environment, 'bin/uvicorn'),
    [
      'titiler.application.main:app',
      '--port',
      String(port),
      '--workers',
      '2',
      '--log-level',
      'error',
      '--no-access-log',
    ],
    { env: { ...process.env, ...settings }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const origin = `http://127.0.0.1:${port}`;
  for (const until = performance.now() + readyMs; performance.now() < until;) {
    // oxlint-disable-next-line no-await-in-loop
    if (
      await fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { process: child, origin };
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  child.kill();
  throw new Error('TiTiler did not start.');
}

async function install(): Promise<void> {
  const run = promisify(execFile);
  const ready = join(environment, 'ready');
  if (existsSync(ready) || process.env['GROMA_TITILER_ENV']) return;
  await mkdir(dirname(environment), { recursive: true });
  await rm(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  await run(join(environment, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages], {
    timeout: installPatience,
  });
  await writeFile(ready, packages.join('\n'));
}

/** A port that nobody listens at. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => {
        resolve(port);
      });
    });
  });
}
