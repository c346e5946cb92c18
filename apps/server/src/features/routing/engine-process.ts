import { spawn, type ChildProcess } from 'node:child_process';
import { GromaError } from '@groma/model';
import { endGroup } from '../../platform/end-group.ts';
import { readProcessUse } from '../../platform/kernel/process-tree.ts';
import { startSandboxed } from '../../platform/sandbox/isolation.ts';
import type { Command } from './engine-sandbox.ts';
import { engineName, RoutingComplaint, type ValhallaAction } from './valhalla-call.ts';

const longestAnswer = 64 * 1024 ** 2;
const longestQuestionMs = 60_000;
const mostBytes = 3 * 1024 ** 3;
const watchMs = 1_000;

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** A process that answers questions over the tiles of one extract, one after another. */
export class EngineProcess {
  readonly ended: Promise<void>;
  /** When it was last asked or has last answered, by the clock of `performance`. */
  lastUsed = performance.now();
  readonly #child: ChildProcess;
  readonly #waiting = new Map<string, Waiting>();
  readonly #watch: NodeJS.Timeout;
  #pieces: string[] = [];
  #held = 0;
  #nextId = 1;
  #verdict: string | undefined;
  #isEnding = false;

  constructor({ program, arguments: words, environment }: Command, isSandboxed: boolean) {
    const start = isSandboxed ? startSandboxed : spawn;
    this.#child = start(program, words, {
      env: environment,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    this.#child.stdin!.on('error', () => undefined);
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    this.#watch = setInterval(() => void this.#checkMemory(), watchMs).unref();
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', () => (this.#isEnding = true));
      const end = (): void => {
        this.#isEnding = true;
        clearInterval(this.#watch);
        const detail = this.#verdict ?? 'its process ended. Try again.';
        for (const { reject } of this.#waiting.values())
          reject(new GromaError('ROUTING_FAILED', { service: engineName, detail }));
        this.#waiting.clear();
        resolve();
      };
      this.#child.once('error', end).once('close', end);
    });
  }

  /** Whether it was told to end, or has: it answers nothing more. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  /** @throws RoutingComplaint as the engine says; GromaError ROUTING_FAILED where the process ends, CANCELED */
  ask(action: ValhallaAction, query: object, signal: AbortSignal): Promise<unknown> {
    const id = String(this.#nextId++);
    const timer = setTimeout(() => this.end('a question took too long.'), longestQuestionMs);
    const answered = new Promise<unknown>((resolve, reject) => {
      const cancel = (): void => {
        this.#waiting.delete(id);
        reject(new GromaError('CANCELED', { name: 'Routing' }));
        // What it computes for nobody cannot be interrupted.
        if (this.isIdle) this.end();
      };
      this.#waiting.set(id, { resolve, reject });
      if (signal.aborted) return cancel();
      signal.addEventListener('abort', cancel, { once: true });
      this.#child.stdin!.write(`${id}\t${action}\t${JSON.stringify(query)}\n`);
      this.lastUsed = performance.now();
    });
    return answered.finally(() => {
      clearTimeout(timer);
      this.lastUsed = performance.now();
    });
  }

  /** Ends it at once; who waits for an answer is told why. */
  end(verdict?: string): void {
    this.#verdict ??= verdict;
    this.#isEnding = true;
    endGroup(this.#child);
  }

  #receive(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    for (const [at, line] of [first, ...rest].entries()) {
      if (at > 0) {
        this.#answer(this.#pieces.join(''));
        this.#pieces = [];
        this.#held = 0;
      }
      this.#pieces.push(line);
      this.#held += line.length;
    }
    if (this.#held > longestAnswer) this.end('an answer was too long.');
  }

  #answer(line: string): void {
    const [id = '', word, ...rest] = line.split('\t');
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (word !== 'ok') return waiting.reject(new RoutingComplaint(rest.join(' ')));
    try {
      waiting.resolve(JSON.parse(rest.join('\t')));
    } catch {
      waiting.reject(new GromaError('ROUTING_FAILED', { service: engineName, detail: 'its answer makes no sense.' }));
    }
  }

  async #checkMemory(): Promise<void> {
    if (this.#child.pid === undefined) return;
    const { residentBytes } = await readProcessUse(this.#child.pid, 16);
    if (residentBytes > mostBytes) this.end('it used more memory than it may.');
  }
}
