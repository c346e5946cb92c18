import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { deferred, type Deferred } from '../deferred.ts';
import { FrameSocket } from './frame-socket.ts';
import {
  supervisorAnswer,
  supervisorGreeting,
  type CallName,
  type FromSupervisor,
  type SupervisorCalls,
  type ToSupervisor,
} from './supervisor-message.ts';

/** What a supervisor tells by itself. */
export type SupervisorEvent = Exclude<FromSupervisor, { type: 'answer' | 'refusal' }>;

/** What has no answer. */
export type SupervisorWord = Exclude<ToSupervisor, { type: 'call' }>;

const connectPatience = 5_000;

/** A server's connection with its supervisor: calls with answers, words without, and events. */
export class SupervisorLink {
  readonly #frames: FrameSocket<ToSupervisor, FromSupervisor>;
  readonly #calls = new Map<number, Deferred<unknown>>();
  readonly #onEvent: (event: SupervisorEvent) => void;
  readonly #ended = deferred<void>();
  #nextId = 1;

  private constructor(socket: Socket, onEvent: (event: SupervisorEvent) => void) {
    this.#onEvent = onEvent;
    this.#frames = new FrameSocket<ToSupervisor, FromSupervisor>(
      socket,
      (message) => {
        this.#take(message);
      },
      () => {
        this.#lose();
      },
    );
  }

  /**
   * Connects with the supervisor that listens at a socket; null where none does, or one of another version that has
   * ended itself.
   */
  static async open(path: string, onEvent: (event: SupervisorEvent) => void): Promise<SupervisorLink | null> {
    const socket = createConnection(path);
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(connectPatience) });
      socket.write(supervisorGreeting);
      const answer = await readExactly(socket, supervisorAnswer.length);
      if (answer === supervisorAnswer) return new SupervisorLink(socket, onEvent);
    } catch {
      // Nobody listens there any more.
    }
    socket.on('error', () => undefined);
    socket.destroy();
    return null;
  }

  /** Resolves when the connection has ended, whoever ended it. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** @throws Error with the supervisor's words, or when the connection ends first */
  call<Name extends CallName>(name: Name, ask: SupervisorCalls[Name]['ask']): Promise<SupervisorCalls[Name]['answer']> {
    const id = this.#nextId;
    this.#nextId += 1;
    const answer = deferred<unknown>();
    this.#calls.set(id, answer);
    this.#frames.send({ type: 'call', id, name, ask } as ToSupervisor);
    return answer.promise as Promise<SupervisorCalls[Name]['answer']>;
  }

  tell(word: SupervisorWord): void {
    this.#frames.send(word);
  }

  /** Leaves the supervisor to itself: its kernels go on. */
  close(): void {
    this.#frames.close();
  }

  #take(message: FromSupervisor): void {
    if (message.type !== 'answer' && message.type !== 'refusal') return this.#onEvent(message);
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (message.type === 'answer') call?.resolve(message.value);
    else call?.reject(new Error(message.message));
  }

  #lose(): void {
    for (const call of this.#calls.values()) call.reject(new Error('the process that holds the kernels has ended'));
    this.#calls.clear();
    this.#ended.resolve();
  }
}

async function readExactly(socket: Socket, bytes: number): Promise<string> {
  for (;;) {
    const chunk = socket.read(bytes) as Buffer | null;
    if (chunk) return chunk.toString('latin1');
    await once(socket, 'readable', { signal: AbortSignal.timeout(connectPatience) });
    if (socket.readableEnded || socket.destroyed) return '';
  }
}
