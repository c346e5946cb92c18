import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { node24, packageEnvironment, root } from './repository.mjs';

const patience = 30_000;

/**
 * How glibc gives memory back: large arrays, such as decoded blocks of rasters, at once, and few heaps that fall to
 * pieces.
 */
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };

/**
 * Runs the server until it ends. The first SIGINT, SIGTERM or SIGHUP is passed on; the server has half a minute to
 * stop, and a second signal a moment later is passed on too.
 *
 * @param {{ port: number, data: string, services: string[] }} options
 * @returns {Promise<number>} the exit code
 */
export function runServer({ port, data, services }) {
  const follow = fileURLToPath(new URL('follow-parent.mjs', import.meta.url));
  const words = [
    '--import',
    follow,
    'apps/server/src/main.ts',
    '--port',
    String(port),
    '--data',
    data,
    '--services',
    services.join(','),
  ];
  const child = spawn(node24, words, {
    cwd: root,
    env: packageEnvironment({ ...memory, NODE_ENV: process.env.NODE_ENV ?? 'production', GROMA_FOLLOW_PARENT: '1' }),
    // Its own process group: a terminal's Ctrl-C reaches every process of a group, and the server would hear it twice.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  forwardSignals(child);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`The server could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

function forwardSignals(child) {
  let lastAt = 0;
  const forward = (signal) => {
    // npm passes on what the terminal has already sent us, so two within a moment are one.
    if (Date.now() - lastAt < 1000) return;
    if (lastAt === 0) setTimeout(() => child.kill('SIGKILL'), patience).unref();
    lastAt = Date.now();
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
}
