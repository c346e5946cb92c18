import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./supervisor-process.ts', import.meta.url));
const patience = 30_000;

/**
 * Starts a supervisor that outlives this process; resolves with its socket when it listens. It is given no setting of
 * the server but where temporary files go, so that no secret is in its environment. What it has to say is in `logFile`.
 *
 * @throws Error when it does not start
 */
export async function startSupervisor(logFile: string, graceSeconds: number): Promise<string> {
  // In a short folder: a path of a Unix socket has at most 107 bytes.
  const socket = join(await mkdtemp(join(tmpdir(), 'groma-kernels-')), 'socket');
  // Each kernel has a thread that loads the same modules.
  const compiled = process.env['NODE_COMPILE_CACHE'];
  const log = await open(logFile, 'w', 0o600);
  try {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, socket, String(graceSeconds)],
      {
        detached: true,
        stdio: ['ignore', 'pipe', log.fd],
        cwd: '/',
        env: {
          PATH: process.env['PATH'] ?? '/usr/bin:/bin',
          TMPDIR: tmpdir(),
          LANG: 'C.UTF-8',
          ...(compiled && { NODE_COMPILE_CACHE: compiled }),
        },
      },
    );
    const failed = once(child, 'exit').then(() => {
      throw new Error(`the process that runs the kernels did not start; ${logFile} has the reason`);
    });
    failed.catch(() => undefined);
    const output = child.stdout as Readable;
    await Promise.race([
      once(output, 'data', { signal: AbortSignal.timeout(patience) }),
      failed,
      once(child, 'error').then(([error]) => {
        throw error;
      }),
    ]);
    output.destroy();
    child.unref();
    return socket;
  } finally {
    await log.close();
  }
}
