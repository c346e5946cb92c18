import { LocalKernelSession } from '../kernel-session.ts';
import { EndedRuns } from './ended-runs.ts';
import { SupervisedRun } from './supervised-run.ts';
import type {
  CallName,
  FromSupervisor,
  RememberedRun,
  SupervisedKernelState,
  SupervisorCalls,
  SupervisorState,
  ToSupervisor,
} from './supervisor-message.ts';

interface Held {
  session: LocalKernelSession;
  owner: string;
}

type Answers = { [Name in CallName]: (ask: SupervisorCalls[Name]['ask']) => Promise<SupervisorCalls[Name]['answer']> };

/**
 * Holds the kernels and what they print, so that both outlive the server that asked for them. It knows nothing of
 * projects and documents; one server at a time is attached.
 */
export class KernelSupervisor {
  readonly #kernels = new Map<string, Held>();
  readonly #runs = new Map<string, SupervisedRun>();
  /** Runs that the server has forgotten, whose threads may still print. */
  readonly #ended = new EndedRuns<SupervisedRun>();
  readonly #notes = new Map<string, string>();
  readonly #onEnd: () => void;
  #tell: ((message: FromSupervisor) => void) | null = null;

  /** `onEnd` is called when the server has asked for the end and every kernel is gone. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Whether it holds anything that a server would miss. */
  get isEmpty(): boolean {
    return this.#kernels.size === 0 && this.#runs.size === 0 && this.#notes.size === 0;
  }

  /**
   * A server listens from now on; another one that did is heard no more. It follows runs by asking for them, or by
   * forgetting those that have ended.
   */
  attach(tell: (message: FromSupervisor) => void): void {
    this.detach();
    this.#tell = tell;
  }

  /** No server listens; kernels and runs go on. */
  detach(): void {
    this.#tell = null;
    for (const run of [...this.#runs.values(), ...this.#ended.all()]) run.leave();
  }

  take(message: ToSupervisor): void {
    switch (message.type) {
      case 'acknowledge':
        return (this.#runs.get(message.runId) ?? this.#ended.get(message.runId))?.acknowledge(message.sequence);
      case 'stop':
        return this.#runs.get(message.runId)?.aborter.abort();
      case 'forget':
        return this.#forget(message.runId);
      case 'note':
        return this.#note(message.key, message.value);
      case 'call':
        return void this.#answer(message);
      default:
        return message satisfies never;
    }
  }

  /** Ends every kernel. */
  async end(): Promise<void> {
    await Promise.all([...this.#kernels.values()].map(({ session }) => session.shutdown()));
    this.#kernels.clear();
  }

  async #answer({ id, name, ask }: Extract<ToSupervisor, { type: 'call' }>): Promise<void> {
    const tell = this.#tell;
    try {
      // The type of `ask` follows `name`, which the compiler does not see through.
      const value = await (this.#answers[name] as (ask: unknown) => Promise<unknown>)(ask);
      tell?.({ type: 'answer', id, value });
    } catch (error) {
      tell?.({ type: 'refusal', id, message: error instanceof Error ? error.message : String(error) });
    }
    if (name === 'end') this.#onEnd();
  }

  readonly #answers: Answers = {
    state: async () => this.#state(),
    startKernel: (ask) => this.#start(ask),
    execute: async (ask) => this.#execute(ask),
    follow: async ({ runId, after }) => {
      const run = this.#runs.get(runId);
      run?.follow(after);
      return run !== undefined;
    },
    answer: ({ kernelId, inputId, value }) => this.#session(kernelId).answer(inputId, value),
    ask: ({ kernelId, question }) => this.#session(kernelId).ask(question),
    interrupt: ({ kernelId }) => this.#session(kernelId).interrupt(),
    restart: ({ kernelId }) => this.#session(kernelId).restart(),
    shutdown: async ({ kernelId }) => {
      const held = this.#kernels.get(kernelId);
      this.#kernels.delete(kernelId);
      await held?.session.shutdown();
      for (const run of this.#ended.forget(kernelId)) run.drop();
    },
    use: async ({ kernelId }) => this.#session(kernelId).use(),
    end: () => this.end(),
  };

  async #start({
    kernelId,
    notebookId,
    owner,
    launch,
    keptCharacters,
  }: SupervisorCalls['startKernel']['ask']): Promise<SupervisedKernelState> {
    const session = await LocalKernelSession.start({
      id: kernelId,
      notebookId,
      launch: { ...launch, machine: owner },
      ...(keptCharacters ? { keptCharacters } : {}),
    });
    this.#kernels.set(kernelId, { session, owner });
    session.onStatus((status) => {
      this.#tell?.({ type: 'status', kernelId, status, epoch: session.epoch });
    });
    session.onDeath((reason) => {
      this.#tell?.({ type: 'death', kernelId, reason });
    });
    session.onWidgets((batch) => {
      this.#tell?.({ type: 'widgets', kernelId, epoch: session.epoch, batch });
    });
    return stateOf(kernelId, { session, owner });
  }

  #execute({
    kernelId,
    epoch,
    runId,
    code,
    isSilent = false,
    takesInput = false,
  }: SupervisorCalls['execute']['ask']): boolean {
    const session = this.#kernels.get(kernelId)?.session;
    if (!session || session.epoch !== epoch || session.status === 'dead') return false;
    const run = new SupervisedRun({ runId, kernelId, isSilent }, (message) => {
      this.#tell?.(message);
    });
    this.#runs.set(runId, run);
    session
      .execute(code, {
        isSilent,
        takesInput,
        signal: run.aborter.signal,
        onOutput: (outputs) => run.give(outputs),
        onClear: () => run.give(null),
      })
      .then(
        (result) => {
          run.finish(result);
        },
        () => {
          run.finish({ status: 'dead', executionCount: null });
        },
      );
    return true;
  }

  #forget(runId: string): void {
    const run = this.#runs.get(runId);
    if (!run) return this.#ended.get(runId)?.goOnAfterEnd();
    this.#runs.delete(runId);
    // What is silent says nothing later, and a kernel that is gone has no threads.
    if (run.isSilent || !this.#kernels.has(run.kernelId)) return run.drop();
    for (const forgotten of this.#ended.add(run.kernelId, runId, run)) forgotten.drop();
    run.goOnAfterEnd();
  }

  #state(): SupervisorState {
    return {
      kernels: [...this.#kernels].map(([id, held]) => stateOf(id, held)),
      runs: [...rememberedOf(this.#runs.values(), false), ...rememberedOf(this.#ended.all(), true)],
      notes: Object.fromEntries(this.#notes),
    };
  }

  #session(kernelId: string): LocalKernelSession {
    const held = this.#kernels.get(kernelId);
    if (!held) throw new Error('This kernel has ended.');
    return held.session;
  }

  #note(key: string, value: string | null): void {
    if (value === null) this.#notes.delete(key);
    else this.#notes.set(key, value);
  }
}

function rememberedOf(runs: Iterable<SupervisedRun>, hasEnded: boolean): RememberedRun[] {
  return [...runs].map(({ runId, kernelId }) => ({ runId, kernelId, hasEnded }));
}

function stateOf(kernelId: string, { session, owner }: Held): SupervisedKernelState {
  return { kernelId, notebookId: session.notebookId, owner, status: session.status, epoch: session.epoch };
}
