import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPythonEnvironment } from './test-kernel.ts';

/**
 * The real server in a process of its own, with its own data folder and its own PostgreSQL. It can be killed and
 * started again at the same address.
 */
export class KillableServer {
  readonly folder: string;
  origin = '';
  #child: ChildProcess | null = null;

  readonly #settings: NodeJS.ProcessEnv;

  private constructor(folder: string, settings: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.#settings = settings;
  }

  /** `settings` are variables of its environment. */
  static async start(settings: NodeJS.ProcessEnv = {}): Promise<KillableServer> {
    const server = new KillableServer(await mkdtemp(join(tmpdir(), 'groma-killable-')), settings);
    await server.start();
    return server;
  }

  get hasEnded(): boolean {
    const child = this.#child;
    return !child || child.exitCode !== null || child.signalCode !== null;
  }

  /** Starts it again after it ended. */
  async start(): Promise<void> {
    // The same port again, so that clients find it.
    const port = this.origin ? new URL(this.origin).port : '0';
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../src/main.ts'), '--port', port, '--data', this.folder],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          GROMA_PYTHON_ENV: testPythonEnvironment,
          DATABASE_URL: '',
          GROMA_SAMPLE: 'off',
          ...this.#settings,
        },
      },
    );
    this.#child = child;
    let said = '';
    this.origin = await new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data: Buffer) => {
          said += data.toString();
          const address = /ready at (http:\S+)/.exec(said)?.[1];
          if (address) resolve(address);
        });
      }
      child.on('exit', () => {
        reject(new Error(`The server ended: ${said}`));
      });
    });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child || this.hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Ends it as an operator does, and deletes its data. */
  async remove(): Promise<void> {
    await this.end('SIGINT');
    await rm(this.folder, { recursive: true, force: true });
  }
}
