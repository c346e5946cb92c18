import type { WholeOutput, WidgetBatch } from '@groma/model';
import type { AnyKernelLaunch } from '../start-kernel-host.ts';
import type { ExecuteResult, KernelStatus } from '../kernel-session.ts';
import type { KernelQuestion } from '../kernel-question.ts';
import type { KernelUse } from '../kernel-use.ts';

/** What server and supervisor must have in common; a supervisor of another version ends itself when it is greeted. */
export const supervisorGreeting = `groma-kernels 10 ${process.version}\n`;
export const supervisorAnswer = 'welcome\n';

/** A kernel as the supervisor knows it. `owner` is what the server wants to read again after a restart. */
export interface SupervisedKernelState {
  kernelId: string;
  notebookId: string;
  owner: string;
  status: KernelStatus;
  epoch: number;
}

/**
 * An execution that the supervisor remembers: one that no server has taken in whole, or one that has ended, for what
 * its threads still say.
 */
export interface RememberedRun {
  runId: string;
  kernelId: string;
  hasEnded: boolean;
}

/** What a server that attaches finds. `notes` are its own small records by key. */
export interface SupervisorState {
  kernels: SupervisedKernelState[];
  runs: RememberedRun[];
  notes: Record<string, string>;
}

/** What can be asked of the supervisor; each is answered once. */
export interface SupervisorCalls {
  state: { ask: object; answer: SupervisorState };
  startKernel: {
    ask: {
      kernelId: string;
      notebookId: string;
      owner: string;
      launch: AnyKernelLaunch;
      keptCharacters?: number | undefined;
    };
    answer: SupervisedKernelState;
  };
  /** Code for a kernel of just this epoch, so that nothing runs on a kernel which has lost its variables. */
  execute: {
    ask: {
      kernelId: string;
      epoch: number;
      runId: string;
      code: string;
      isSilent?: boolean | undefined;
      takesInput?: boolean | undefined;
    };
    answer: boolean;
  };
  answer: { ask: { kernelId: string; inputId: string; value: string }; answer: boolean };
  ask: { ask: { kernelId: string; question: KernelQuestion }; answer: Record<string, unknown> | null };
  /**
   * Sends again what a run gave after batch `after`, and what it gives from now on; false when there is no such run.
   */
  follow: { ask: { runId: string; after: number }; answer: boolean };
  interrupt: { ask: { kernelId: string }; answer: void };
  restart: { ask: { kernelId: string }; answer: void };
  shutdown: { ask: { kernelId: string }; answer: void };
  use: { ask: { kernelId: string }; answer: KernelUse };
  /** Ends every kernel, then the supervisor itself. */
  end: { ask: object; answer: void };
}

export type CallName = keyof SupervisorCalls;

/**
 * From the server. What has no answer: taking in a batch, stopping a run, forgetting one that is done, after which this
 * server is told what its threads say, and keeping a note.
 */
export type ToSupervisor =
  | { [Name in CallName]: { type: 'call'; id: number; name: Name; ask: SupervisorCalls[Name]['ask'] } }[CallName]
  | { type: 'acknowledge'; runId: string; sequence: number }
  | { type: 'stop'; runId: string }
  | { type: 'forget'; runId: string }
  | { type: 'note'; key: string; value: string | null };

/** From the supervisor. Batches of a run are numbered from 1; one without outputs clears what came before. */
export type FromSupervisor =
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'refusal'; id: number; message: string }
  | { type: 'batch'; runId: string; sequence: number; outputs: WholeOutput[] | null }
  | { type: 'done'; runId: string; result: ExecuteResult }
  | { type: 'status'; kernelId: string; status: KernelStatus; epoch: number }
  | { type: 'death'; kernelId: string; reason: string }
  | { type: 'widgets'; kernelId: string; epoch: number; batch: WidgetBatch };
