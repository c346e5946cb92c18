import type { SqlEffect } from '@groma/model';
import type { SqlEvent } from '@groma/protocol';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { newRun, type QueryRun, type StatementResult } from '../history/query-run.ts';
import { resultIdOf, type CallFailure, type ResultEvent } from '../result/result-messages.ts';
import { ReaderBroken, ReaderClosed, ResultReader } from '../result/result-reader.ts';
import type { RowQuery } from '../result/result-rows.ts';
import { cutOff, unreached } from '../result/run-taker.ts';
import type { ParameterValue } from '../sql/parameters.ts';

interface SessionState {
  /** Runs of this page, newest first. */
  runs: readonly QueryRun[];
  /** The run whose results are shown. */
  shown: QueryRun | null;
  shownResultId: string | null;
}

/** What is to be run: a text, and where it stands in the editor. */
export interface Execution {
  query: string;
  start: number;
  params: ParameterValue[] | Record<string, ParameterValue> | undefined;
}

export interface SessionOptions {
  /** Where a run is posted, and where one of its results of before is read. */
  runUrl: string;
  rowsUrl(resultId: string): string;
  /** Asks the server to cancel a run. */
  cancel(runId: string): void;
  /** The words for a call that failed. */
  failureText(failure: CallFailure): string;
  /** Told when a run is over, with what has to be read anew after it. */
  onEnd(run: QueryRun, effect: SqlEffect): void;
}

/** So many results of this page are held; those before are read from the server again. */
const mostHeld = 24;
/** A server that does not say within this time that a run is canceled is not waited for. */
const cancelMs = 1_500;

/** What one editor runs, and the results that it holds. */
export class EditorSession {
  readonly store: UseBoundStore<StoreApi<SessionState>> = create<SessionState>(() => ({
    runs: [],
    shown: null,
    shownResultId: null,
  }));
  readonly #options: SessionOptions;
  #reader: ResultReader | null = null;
  #effect: SqlEffect = 'none';
  /** Where the text that runs stands in the editor. */
  #origin = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get executing(): QueryRun | null {
    return this.store.getState().runs.find(({ status }) => status === 'executing') ?? null;
  }

  /**
   * Runs a text; its statements run one after the other until one fails. Answers when it is over, or at once while
   * another runs.
   */
  async execute({ query, start, params }: Execution): Promise<void> {
    if (this.executing) return;
    const run = newRun(query);
    this.#effect = 'none';
    this.#origin = start;
    this.store.setState(({ runs }) => ({ runs: [run, ...runs], shown: run, shownResultId: null }));
    const body = JSON.stringify({ query, start, run_id: run.id, ...(params && { params }) });
    const failure = await this.#open().ask(run.id, 'run', { url: this.#options.runUrl, body }).catch(brokenOff);
    this.#over(run.id, failure);
  }

  /** Ends what is executing; the server gives its work up. */
  stop(): void {
    const run = this.executing;
    if (!run) return;
    this.#options.cancel(run.id);
    setTimeout(() => {
      if (this.executing?.id === run.id) void this.#reader?.ask(run.id, 'stop', {});
    }, cancelMs);
    // One that waits has nothing to say.
    void this.#reader?.ask(run.id, 'resume', {});
  }

  /** Shows a run of this page or of the history; results that are not here are brought. */
  show(run: QueryRun, resultId = run.results.at(-1)?.id ?? null): void {
    this.store.setState(({ runs }) => ({
      runs: runs.some(({ id }) => id === run.id)
        ? runs
        : [...runs, run].toSorted((first, second) => second.timestamp - first.timestamp),
      shown: run,
      shownResultId: resultId,
    }));
    const result = run.results.find(({ id }) => id === resultId);
    if (result && !result.isHeld && result.resultId !== null && result.columns) void this.#bring(result);
  }

  resume(result: StatementResult): void {
    this.#changeResult(result.id, { isPaused: false });
    void this.#reader?.ask(runIdOf(result.id), 'resume', {});
  }

  window(resultId: string, query: RowQuery & { start: number; end: number }) {
    return this.#open().ask(resultId, 'window', query);
  }

  csv(resultId: string, query: RowQuery): Promise<Blob> {
    return this.#open().ask(resultId, 'csv', query);
  }

  /** Lets go of runs, as when they were deleted from the history. */
  forget(ids: ReadonlySet<string>): void {
    const { runs, shown } = this.store.getState();
    for (const run of runs)
      if (ids.has(run.id)) for (const { id } of run.results) void this.#reader?.ask(id, 'drop', {});
    const isShownGone = shown !== null && ids.has(shown.id);
    this.store.setState({
      runs: runs.filter(({ id }) => !ids.has(id)),
      ...(isShownGone && { shown: null, shownResultId: null }),
    });
  }

  /** Ends what runs and frees every result. */
  close(): void {
    const run = this.executing;
    if (run) this.#options.cancel(run.id);
    this.#reader?.close();
    this.#reader = null;
    this.store.setState({ runs: [], shown: null, shownResultId: null });
  }

  #open(): ResultReader {
    this.#reader ??= new ResultReader(
      (event) => this.#take(event),
      () => {
        this.#lose();
      },
    );
    return this.#reader;
  }

  /** The results that were held are gone; those that the server keeps can be brought again, by another reader. */
  #lose(): void {
    this.#reader = null;
    const held = this.store
      .getState()
      .runs.flatMap(({ results }) => results)
      .filter(({ isHeld }) => isHeld);
    for (const { id } of held) this.#changeResult(id, { isHeld: false });
  }

  async #bring(result: StatementResult): Promise<void> {
    this.#changeResult(result.id, { isHeld: true, rows: 0 });
    const failure = await this.#open()
      .ask(result.id, 'bring', {
        url: this.#options.rowsUrl(result.resultId!),
        rows: result.keptRows,
        columns: result.columns!,
      })
      .catch(brokenOff);
    if (!failure || failure.wasStopped) return;
    this.#changeResult(result.id, {
      isHeld: false,
      rows: result.rows,
      resultId: null,
      failure:
        failure.code === 'RESULT_GONE'
          ? null
          : { message: this.#options.failureText(failure), kind: null, place: null },
    });
  }

  #take(event: ResultEvent): void {
    if (event.event === 'grew')
      return this.#changeResult(event.resultId, { rows: event.rows, isPaused: event.isPaused });
    this.#hear(event.runId, event.said);
  }

  #hear(runId: string, said: SqlEvent): void {
    const run = this.store.getState().runs.find(({ id }) => id === runId);
    if (!run) return;
    if (said.type === 'end') {
      this.#effect = said.effect;
      return this.#change(runId, {
        executionTime: said.milliseconds,
        status: said.success
          ? 'success'
          : (run.results.at(-1)?.status ?? (run.status === 'stopped' ? 'stopped' : 'failure')),
      });
    }
    const id = resultIdOf(runId, said.index);
    switch (said.type) {
      case 'statement': {
        const result: StatementResult = {
          id,
          resultId: null,
          query: run.query.slice(said.start - this.#origin, said.end - this.#origin),
          status: 'executing',
          columns: null,
          rows: 0,
          keptRows: 0,
          isCut: false,
          rowsChanged: null,
          milliseconds: null,
          notices: [],
          isPaused: false,
          isHeld: false,
          failure: null,
        };
        this.#change(runId, { results: [...run.results, result] });
        return this.store.setState({ shownResultId: id });
      }
      case 'query_metadata':
        return this.#changeResult(id, { columns: said.columns, resultId: said.result_id, isHeld: true });
      case 'statement_end':
        return this.#changeResult(id, {
          status: 'success',
          rows: said.rows,
          keptRows: said.kept_rows,
          rowsChanged: said.rows_changed,
          milliseconds: said.milliseconds,
          notices: said.notices,
        });
      case 'error': {
        // What ends a run from without does not say which statement it met.
        const met =
          run.results.find((result) => result.id === id && result.status === 'executing')?.id ??
          run.results.findLast((result) => result.status === 'executing')?.id ??
          id;
        const failure = { message: said.message, kind: said.kind, place: said.position };
        const status = said.kind === 'canceled' ? ('stopped' as const) : ('failure' as const);
        this.#changeResult(met, {
          status,
          failure: status === 'stopped' ? null : failure,
          milliseconds: said.milliseconds,
        });
        // One that is canceled before its first statement has no result that could say so.
        const isUnbegun = status === 'stopped' && run.results.length === 0;
        return this.#change(runId, { failure: status === 'stopped' ? null : failure, ...(isUnbegun && { status }) });
      }
      default:
        return said satisfies never;
    }
  }

  #over(runId: string, failure: CallFailure | null): void {
    const run = this.store.getState().runs.find(({ id }) => id === runId);
    if (!run) return;
    const status =
      run.status !== 'executing' ? run.status : failure?.wasStopped ? ('stopped' as const) : ('failure' as const);
    const words =
      failure && !failure.wasStopped && run.status === 'executing'
        ? { message: this.#options.failureText(failure), kind: null, place: null }
        : run.failure;
    const results = run.results.map((result) =>
      result.status === 'executing' ? { ...result, status, isPaused: false, failure: words } : result,
    );
    this.#change(runId, {
      status,
      failure: words,
      results,
      executionTime: run.executionTime ?? Date.now() - run.timestamp,
    });
    this.#letGo();
    const over = this.store.getState().runs.find(({ id }) => id === runId);
    if (over) this.#options.onEnd(over, this.#effect);
  }

  #letGo(): void {
    const { runs, shown } = this.store.getState();
    const held = runs
      .filter(({ id }) => id !== shown?.id)
      .flatMap(({ results }) => results)
      .filter(({ isHeld }) => isHeld);
    for (const { id } of held.slice(mostHeld)) {
      this.#changeResult(id, { isHeld: false });
      void this.#reader?.ask(id, 'drop', {});
    }
  }

  #changeResult(resultId: string, change: Partial<StatementResult>): void {
    const run = this.store.getState().runs.find(({ id }) => id === runIdOf(resultId));
    if (run)
      this.#change(run.id, {
        results: run.results.map((result) => (result.id === resultId ? { ...result, ...change } : result)),
      });
  }

  #change(runId: string, change: Partial<QueryRun>): void {
    this.store.setState(({ runs, shown }) => {
      const changed = runs.map((run) => (run.id === runId ? { ...run, ...change } : run));
      return { runs: changed, shown: shown && (changed.find(({ id }) => id === shown.id) ?? shown) };
    });
  }
}

/** Why the reader gave no answer: its worker was lost, it was closed here, or a call of it failed. */
function brokenOff(error: unknown): CallFailure {
  const code = error instanceof ReaderBroken ? (error.wasLoaded ? cutOff : unreached) : null;
  return { message: String(error), code, details: {}, wasStopped: error instanceof ReaderClosed };
}

function runIdOf(resultId: string): string {
  return resultId.slice(0, resultId.lastIndexOf(':'));
}
