import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { GromaError, sqlErrorText, type SqlFailure } from '@groma/model';
import { endGroup } from '../../../platform/end-group.ts';
import { startSandboxed } from '../../../platform/sandbox/isolation.ts';
import { nameSettings, resolveGrant } from '../../../platform/sandbox/private-network.ts';
import { readProcessUse } from '../../../platform/kernel/process-tree.ts';
import { makeRunFolder } from '../../../platform/kernel/run-folder.ts';
import type { EngineSettings } from '../engine/engine.ts';
import { framesSocket, innerFrame, type RunRequest } from '../engine/run-request.ts';
import { databaseProgram, environment, sandboxedDatabase, type DatabaseGrant } from './database-sandbox.ts';
import { FrameSource, type AnswerQuestion } from './frame-source.ts';
import { InUse } from './in-use.ts';

const startMs = 30_000;
const watchMs = 250;
/** What Node and DuckDB's own code take beside the memory that a database may use. */
const ownBytes = 700 * 1_048_576;

export interface DatabaseLaunch {
  settings: EngineSettings;
  grant: Omit<DatabaseGrant, 'runFolder' | 'names'>;
  isSandboxed: boolean;
  memoryBytes: number;
}

/** The running process of one database, asked over its socket. */
export class DatabaseProcess extends InUse {
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #runFolder: string;
  #verdict: string | undefined;
  #watch: NodeJS.Timeout;

  private constructor(child: ChildProcess, runFolder: string, memoryBytes: number) {
    super();
    this.#child = child;
    this.#runFolder = runFolder;
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        resolve(error.message);
      });
      child.once('exit', (code, signal) => {
        resolve(signal ?? `exit code ${code}`);
      });
    }).then(async (reason) => {
      clearInterval(this.#watch);
      await rm(runFolder, { recursive: true, force: true });
      return this.#verdict ?? `its process ended (${String(reason)}).`;
    });
    this.#watch = setInterval(() => {
      void this.#checkMemory(memoryBytes + ownBytes);
    }, watchMs);
    this.#watch.unref();
  }

  /** @throws GromaError DATABASE_STOPPED when it does not start. */
  static async start({ settings, grant, isSandboxed, memoryBytes }: DatabaseLaunch): Promise<DatabaseProcess> {
    const runFolder = await makeRunFolder();
    const reachable = isSandboxed && grant.network ? await resolveGrant(grant.network) : null;
    const command = isSandboxed
      ? sandboxedDatabase({
          ...grant,
          runFolder,
          ...(reachable && { names: await nameSettings(runFolder, reachable) }),
        })
      : { ...databaseProgram(), environment: environment() };
    const options = { env: command.environment, cwd: '/' };
    const child = isSandboxed
      ? startSandboxed(command.program, command.arguments, {
          ...options,
          stdio: ['pipe', 'pipe', 'pipe'],
          network: reachable?.network,
        })
      : spawn(command.program, command.arguments, { ...options, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    const started = new DatabaseProcess(child, runFolder, memoryBytes);
    let errorText = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-2_000);
    });
    child.stdin?.on('error', () => undefined);
    const output = createInterface({ input: child.stdout! });
    const ready = Promise.race([once(output, 'line').then(() => true), once(output, 'close').then(() => false)]);
    child.stdin?.write(
      `${JSON.stringify({ socket: join(isSandboxed ? '/run/database' : runFolder, 's'), settings })}\n`,
    );
    const timer = setTimeout(() => {
      started.kill('it did not start in time.');
    }, startMs);
    const isReady = await ready.finally(() => {
      clearTimeout(timer);
    });
    if (!isReady)
      throw new GromaError('DATABASE_STOPPED', {
        detail: `${await started.ended} ${errorText.trim().split('\n').at(-1) ?? ''}`.trim(),
      });
    return started;
  }

  /** Asks for something that is answered as JSON. @throws GromaError SQL_FAILED, DATABASE_STOPPED. */
  async ask<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    return JSON.parse((await this.askBytes(path, body, signal)).toString()) as T;
  }

  /**
   * Asks for something whose answer is not too large to be held as it is.
   * @throws GromaError SQL_FAILED, DATABASE_STOPPED.
   */
  async askBytes(path: string, body: unknown, signal?: AbortSignal): Promise<Buffer> {
    const answer = await this.open(path, body, signal);
    const pieces: Buffer[] = [];
    for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /**
   * Asks for something that is answered as a stream. Who destroys it cancels what runs.
   * @throws GromaError SQL_FAILED, DATABASE_STOPPED.
   */
  async open(path: string, body: unknown, signal?: AbortSignal): Promise<IncomingMessage> {
    const leave = this.enter();
    const answer = await this.#send(path, body, signal).catch((error: unknown) => {
      leave();
      throw error;
    });
    answer.once('close', leave);
    if (answer.statusCode === 200) return answer;
    const pieces: Buffer[] = [];
    for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece);
    throw failedSql(JSON.parse(Buffer.concat(pieces).toString() || '{"kind":"other","detail":""}') as SqlFailure);
  }

  /**
   * Runs something whose answer comes in frames; `answer` tells what it asks meanwhile. Who destroys it cancels what
   * runs.
   * @throws GromaError SQL_FAILED, DATABASE_STOPPED.
   */
  async openFrames(asked: RunRequest, signal?: AbortSignal, answer?: AnswerQuestion): Promise<FrameSource> {
    const leave = this.enter();
    const source = new FrameSource(framesSocket(join(this.#runFolder, 's')), `${JSON.stringify(asked)}\n`, answer);
    const stop = (): void => {
      source.destroy();
    };
    signal?.addEventListener('abort', stop, { once: true });
    source.onClose(() => {
      signal?.removeEventListener('abort', stop);
      leave();
    });
    if (signal?.aborted) stop();
    const first = await source.next().catch((error: unknown) => error as Error);
    if (first && !(first instanceof Error) && first.kind === innerFrame.begun) return source;
    source.destroy();
    if (signal?.aborted) throw new GromaError('CANCELED', { name: 'The query' });
    if (first && !(first instanceof Error)) throw failedSql(JSON.parse(first.content.toString()) as SqlFailure);
    throw await this.whyLost(first);
  }

  kill(verdict: string): void {
    this.#verdict ??= verdict;
    endGroup(this.#child);
  }

  /** Lets it write what is left to be written, and ends it. */
  async close(): Promise<void> {
    this.#verdict ??= 'it was closed.';
    const timer = setTimeout(() => {
      endGroup(this.#child);
    }, 5_000);
    await this.#send('/close', {}, undefined)
      .then((answer) => {
        answer.resume();
      })
      .catch(() => {
        endGroup(this.#child);
      });
    await this.ended;
    clearTimeout(timer);
  }

  #send(path: string, body: unknown, signal: AbortSignal | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked = request({
        socketPath: join(this.#runFolder, 's'),
        path,
        method: 'POST',
        ...(signal && { signal }),
        agent: false,
      });
      asked.once('response', (answer) => {
        answer.on('error', () => undefined);
        resolve(answer);
      });
      asked.on('error', (error) => {
        if (signal?.aborted) {
          reject(new GromaError('CANCELED', { name: 'The query' }));
          return;
        }
        this.whyLost(error).then((reason) => {
          reject(reason);
        }, reject);
      });
      asked.end(JSON.stringify(body));
    });
  }

  /** Its end is told a moment after its socket has closed. */
  async whyLost(error = new Error('its process closed the connection.')): Promise<GromaError> {
    const reason = await Promise.race([
      this.ended,
      new Promise<string>((told) => {
        setTimeout(() => {
          told(error.message);
        }, 500).unref();
      }),
    ]);
    return new GromaError('DATABASE_STOPPED', { detail: reason });
  }

  async #checkMemory(mostBytes: number): Promise<void> {
    if (this.#child.pid === undefined) return;
    const { residentBytes } = await readProcessUse(this.#child.pid, 16);
    if (residentBytes > mostBytes) this.kill('it used more memory than it may.');
  }
}

/** A failure as an error of the catalogue, with what kind it is and where in the text. */
export function failedSql(failure: SqlFailure): GromaError {
  return new GromaError('SQL_FAILED', {
    text: sqlErrorText(failure),
    kind: failure.kind,
    ...(failure.position !== undefined && { position: failure.position }),
  });
}
