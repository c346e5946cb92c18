import {
  canRunCode,
  cellOf,
  codeLanguages,
  databaseOfSql,
  GromaError,
  newId,
  readBlocks,
  readCell,
  type CodeLanguage,
  type DataPath,
  type InputValue,
  type ProjectId,
  type WholeOutput,
} from '@groma/model';
import type * as Y from 'yjs';
import type { ExecuteResult, LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { LiveDocuments } from '../../../platform/live/live-documents.ts';
import type { NotebookMachines } from '../record/notebook-machines.ts';
import { assignments, kernelCode, kernelLanguageOf, takingCode } from '../../../platform/kernel/language-kernel.ts';
import { readDatabase, type QueryDatabase } from './read-database.ts';
import { PrintedText } from './printed-text.ts';

/** A notebook that is to run as a tool, for a person and with values of its input blocks. */
export interface WantedNotebookRun {
  projectId: ProjectId;
  notebookId: string;
  userId: string;
  values: InputValue[];
}

/** What code has published: rows or a file, in the temporary bucket of the project. */
export interface Published {
  name: string;
  kind: 'layer' | 'table' | 'file';
  path: DataPath;
  /** Of a layer: the column of its geometries. */
  geometryColumn: string | null;
  /** Of a file: how its name ends. */
  ending: string | null;
  /** It is a file of the project already. */
  isThere: boolean;
}

export interface NotebookRunResult {
  /** In the order in which the names were first published. */
  published: Published[];
  printed: string;
}

/** Whose rights code has in a kernel session of a run, and which block of which notebook it is. */
export interface ActingRun {
  userId: string;
  notebookId: string;
  blockId: string;
  code: string;
  toolRun: string;
}

interface ToolRun {
  readonly wanted: WantedNotebookRun;
  readonly aborter: AbortController;
  readonly published: Map<string, Published>;
  readonly printed: PrintedText;
  /** The block that runs; between blocks the code has nobody's rights. */
  block: Pick<Cell, 'blockId' | 'code'> | null;
}

interface Cell {
  blockId: string;
  number: number;
  label: string;
  language: CodeLanguage;
  code: string;
}

interface Parts {
  documents: LiveDocuments;
  machines: NotebookMachines;
  queryDatabase: QueryDatabase;
}

/**
 * The runs of notebooks as tools in this process: each in kernels of its own, of which people who have the notebook
 * open see nothing.
 */
export class NotebookToolRuns {
  readonly #parts: Parts;
  /** By the names of their kernel sessions. */
  readonly #runs = new Map<string, ToolRun>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Runs all blocks in order on fresh kernels, which end with the run; aborting ends them at once.
   * @throws GromaError MACHINE_NOT_ACCESSIBLE, KERNEL_FAILED, TOOL_CELL_FAILED with the number of the block and what it
   * says
   */
  async run(wanted: WantedNotebookRun, signal: AbortSignal): Promise<NotebookRunResult> {
    const { documents, machines } = this.#parts;
    const { projectId, notebookId } = wanted;
    if (!canRunCode(machines.report(projectId))) throw new GromaError('MACHINE_NOT_ACCESSIBLE');
    const cells = cellsOf(await documents.read(notebookId));
    const session = newId<'session'>();
    const run: ToolRun = {
      wanted,
      aborter: new AbortController(),
      published: new Map(),
      printed: new PrintedText(),
      block: null,
    };
    const stop = (): void => {
      void machines.endSession(projectId, notebookId, session).catch(() => undefined);
    };
    const stopping = AbortSignal.any([signal, run.aborter.signal]);
    stopping.addEventListener('abort', stop, { once: true });
    this.#runs.set(session, run);
    try {
      for (const cell of cells) {
        stopping.throwIfAborted();
        await this.#runCell(session, run, cell, stopping);
      }
      return { published: [...run.published.values()], printed: run.printed.text };
    } finally {
      stopping.removeEventListener('abort', stop);
      this.#runs.delete(session);
      await machines.endSession(projectId, notebookId, session);
    }
  }

  /** Whose rights code has in a kernel session of a run; null where none is of this name, or no block runs. */
  acting(session: string): ActingRun | null {
    const run = this.#runs.get(session);
    if (!run?.block) return null;
    const { userId, notebookId } = run.wanted;
    const { blockId, code } = run.block;
    return { userId, notebookId, blockId, code, toolRun: session };
  }

  /**
   * Takes what code has published; under a name that it has used before, in the place of that.
   * @throws GromaError NOT_FOUND
   */
  take(session: string, published: Published): void {
    const run = this.#runs.get(session);
    if (!run) throw new GromaError('NOT_FOUND', { noun: 'tool' });
    run.published.set(published.name, published);
  }

  /** Ends the runs of people who may run nothing any more in a project. */
  async stopRevoked(projectId: ProjectId, mayRun: (userId: string) => Promise<boolean>): Promise<void> {
    for (const { wanted, aborter } of this.#runs.values())
      if (wanted.projectId === projectId && !(await mayRun(wanted.userId)))
        aborter.abort(new GromaError('FORBIDDEN', { action: 'run', subject: 'notebook' }));
  }

  async #runCell(session: string, run: ToolRun, cell: Cell, signal: AbortSignal): Promise<void> {
    const { projectId, notebookId, values } = run.wanted;
    const language = kernelLanguageOf(cell.language);
    const kernel = await this.#parts.machines.kernelFor(projectId, notebookId, language, session);
    signal.throwIfAborted();
    const silent = { isSilent: true, onOutput: () => undefined, signal };
    if (language === 'python')
      await kernel.execute("__import__('groma.publishing', fromlist=['begin']).begin()", silent);
    if (values.length > 0) await kernel.execute(assignments(language, values), silent);
    let problem = '';
    const take = (outputs: WholeOutput[]): void => {
      for (const output of outputs) {
        if (output.kind === 'traceback') problem = `${output.name}: ${output.message}`;
        else if (output.kind === 'stderr') problem ||= output.text;
        run.printed.take(output);
      }
    };
    run.block = cell;
    try {
      const { status } = await this.#execute(session, kernel, run, cell, { onOutput: take, signal });
      signal.throwIfAborted();
      if (status === 'ok') return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GromaError)) throw error;
      problem = error.message;
    } finally {
      run.block = null;
    }
    throw new GromaError('TOOL_CELL_FAILED', {
      number: cell.number,
      label: cell.label,
      text: problem.trim().slice(0, 2_000),
    });
  }

  async #execute(
    session: string,
    kernel: LastingKernelSession,
    { wanted }: ToolRun,
    { blockId, language, code, label }: Cell,
    options: { onOutput: (outputs: WholeOutput[]) => void; signal: AbortSignal },
  ): Promise<ExecuteResult> {
    if (language !== 'sql' || databaseOfSql(code) === null)
      return kernel.execute(kernelCode(language, code, label), options);
    const { projectId, notebookId, userId, values } = wanted;
    const hasRows = await readDatabase(this.#parts.queryDatabase, {
      projectId,
      notebookId,
      // The results of its blocks are not those of the open notebook.
      session,
      values,
      item: { blockId, code, label, userId, signal: options.signal },
      kernel,
    });
    return kernel.execute(takingCode(label, hasRows), options);
  }
}

/** The code blocks of a notebook that a kernel can run, with their numbers among all code blocks. */
function cellsOf(doc: Y.Doc): Cell[] {
  let number = 0;
  return readBlocks(doc).flatMap(({ id, codeId }) => {
    const cell = codeId === null ? undefined : cellOf(doc, codeId);
    if (!cell) return [];
    number += 1;
    const { language: written, code, label } = readCell(cell);
    const language = codeLanguages.find((each) => each === written);
    return language && code.trim() !== '' ? [{ blockId: id, number, label, language, code }] : [];
  });
}
