import {
  canRunCode,
  databaseOfSql,
  GromaError,
  newId,
  type CodeLanguage,
  type InputValue,
  type ProjectId,
  type WholeOutput,
} from '@groma/model';
import type { RanCell } from '@groma/protocol';
import type { ExecuteResult, LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { NotebookMachines } from '../record/notebook-machines.ts';
import { assignments, kernelCode, kernelLanguageOf, takingCode } from '../../../platform/kernel/language-kernel.ts';
import type { ActingPerson } from './notebook-runs.ts';
import { outputText } from './output-text.ts';
import { readDatabase, type QueryDatabase } from './read-database.ts';

/** A cell as it would be. */
export interface TriedCell {
  id: string;
  /** Its place among the code blocks, from 1. */
  number: number;
  language: CodeLanguage;
  label: string;
  code: string;
}

/** Code that is to be tried for a person: the last cell, after those before it, which define what it uses. */
export interface WantedTrial {
  projectId: ProjectId;
  notebookId: string;
  userId: string;
  values: InputValue[];
  cells: TriedCell[];
}

/**
 * Tries code; gives the cell that was wanted, or the one before it that has failed.
 * @throws GromaError MACHINE_NOT_ACCESSIBLE, KERNEL_FAILED
 */
export type TryCells = (wanted: WantedTrial, signal: AbortSignal) => Promise<RanCell>;

const topic = 'try-cells';
const mostMs = 5 * 60_000;

/** Has the process with the kernels try code, from any process. */
export function tryFromAnywhere({ questions, config }: Platform, trials: CellTrials): TryCells {
  if (config.services.has('realtime'))
    questions.answer(topic, (wanted: WantedTrial, signal) => trials.run(wanted, signal));
  return (wanted, signal) => questions.ask<RanCell>(topic, wanted, { signal });
}

interface Trial {
  wanted: WantedTrial;
  aborter: AbortController;
}

/**
 * Trials of code in this process: each in a kernel of its own, which sees the project's files and can change none, may
 * ask the server only what changes nothing, and ends with the trial.
 */
export class CellTrials {
  readonly #parts: { machines: NotebookMachines; queryDatabase: QueryDatabase };
  /** By the names of their kernel sessions. */
  readonly #trials = new Map<string, Trial>();

  constructor(parts: { machines: NotebookMachines; queryDatabase: QueryDatabase }) {
    this.#parts = parts;
  }

  async run(wanted: WantedTrial, signal: AbortSignal): Promise<RanCell> {
    const { machines } = this.#parts;
    const { projectId, notebookId, cells } = wanted;
    if (!canRunCode(machines.report(projectId))) throw new GromaError('MACHINE_NOT_ACCESSIBLE');
    const session = `trial-${newId<'session'>()}`;
    const aborter = new AbortController();
    const stopping = AbortSignal.any([signal, aborter.signal, AbortSignal.timeout(mostMs)]);
    const end = (): void => {
      void machines.endSession(projectId, notebookId, session).catch(() => undefined);
    };
    stopping.addEventListener('abort', end, { once: true });
    this.#trials.set(session, { wanted, aborter });
    try {
      let ran: RanCell | null = null;
      for (const cell of cells) {
        ran = await this.#runCell(session, wanted, cell, stopping);
        if (ran.state !== 'ok') break;
      }
      if (!ran) throw new GromaError('NOT_FOUND', { noun: 'code block' });
      return ran;
    } finally {
      stopping.removeEventListener('abort', end);
      this.#trials.delete(session);
      await machines.endSession(projectId, notebookId, session);
    }
  }

  /** Whose rights code has that is tried: it may only read. */
  acting(session: string): ActingPerson | null {
    const trial = this.#trials.get(session);
    return trial ? { userId: trial.wanted.userId, blockId: null } : null;
  }

  /** Ends the trials of people who may run nothing any more in a project. */
  async stopRevoked(projectId: ProjectId, mayRun: (userId: string) => Promise<boolean>): Promise<void> {
    for (const { wanted, aborter } of this.#trials.values())
      if (wanted.projectId === projectId && !(await mayRun(wanted.userId))) aborter.abort();
  }

  async #runCell(session: string, wanted: WantedTrial, cell: TriedCell, signal: AbortSignal): Promise<RanCell> {
    const { projectId, notebookId, values } = wanted;
    const language = kernelLanguageOf(cell.language);
    const kernel = await this.#parts.machines.kernelFor(projectId, notebookId, language, session);
    const outputs: WholeOutput[] = [];
    const ended = (state: RanCell['state']): RanCell => {
      const { id, number } = cell;
      return { id, number, state, output: outputText(outputs) };
    };
    const onOutput = (given: WholeOutput[]): void => {
      outputs.push(...given);
    };
    try {
      if (values.length > 0)
        await kernel.execute(assignments(language, values), { isSilent: true, onOutput: () => undefined, signal });
      const { status } = await this.#execute(session, kernel, wanted, cell, { onOutput, signal });
      return ended(signal.aborted ? 'stopped' : status === 'ok' ? 'ok' : 'error');
    } catch (error) {
      if (signal.aborted) return ended('stopped');
      if (!(error instanceof GromaError)) throw error;
      outputs.push({ kind: 'stderr', text: error.message });
      return ended('error');
    }
  }

  async #execute(
    session: string,
    kernel: LastingKernelSession,
    { projectId, notebookId, userId, values }: WantedTrial,
    { id: blockId, language, code, label }: TriedCell,
    options: { onOutput: (outputs: WholeOutput[]) => void; signal: AbortSignal },
  ): Promise<ExecuteResult> {
    if (language !== 'sql' || databaseOfSql(code) === null)
      return kernel.execute(kernelCode(language, code, label), options);
    const hasRows = await readDatabase(this.#parts.queryDatabase, {
      projectId,
      notebookId,
      session,
      values,
      item: { blockId, code, label, userId, signal: options.signal },
      kernel,
      mayOnlyRead: true,
    });
    return kernel.execute(takingCode(label, hasRows), options);
  }
}
