import type { ResultColumn, SqlErrorKind } from '@groma/model';
import type { HistoryItemReply } from '@groma/protocol';

/** Where a query stands (DBS-036). */
type RunStatus = 'executing' | 'success' | 'failure' | 'stopped';

/** What one statement of a query has given. */
export interface StatementResult {
  /** Names it on this page. */
  id: string;
  /** Names its rows on the server; null where they are not kept there. */
  resultId: string | null;
  /** The statement, where this page has run it. */
  query: string;
  status: RunStatus;
  columns: readonly ResultColumn[] | null;
  rows: number;
  /** Rows that the server has kept for later; those that came to this page are all. */
  keptRows: number;
  /** Here are only its first rows: it was too large for the server to keep. */
  isCut: boolean;
  /** Rows that a statement without rows of its own has changed. */
  rowsChanged: number | null;
  milliseconds: number | null;
  notices: readonly string[];
  /** Waits until more of it is asked for. */
  isPaused: boolean;
  /** Its rows are in this page. */
  isHeld: boolean;
  failure: RunFailure | null;
}

interface RunFailure {
  message: string;
  kind: SqlErrorKind | null;
  /** Place in the text of the editor, from 0. */
  place: number | null;
}

/** A query that was run: an item of the history (DBS-035). */
export interface QueryRun {
  id: string;
  query: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  status: RunStatus;
  /** Milliseconds; null while it runs. */
  executionTime: number | null;
  results: readonly StatementResult[];
  failure: RunFailure | null;
}

/** A query as it begins. */
export function newRun(query: string): QueryRun {
  return {
    id: crypto.randomUUID(),
    query,
    timestamp: Date.now(),
    status: 'executing',
    executionTime: null,
    results: [],
    failure: null,
  };
}

/** An item of the server's history, of which this page holds no rows. */
export function runOfHistory(item: HistoryItemReply): QueryRun {
  return {
    id: item.id,
    query: item.query,
    timestamp: Date.parse(item.timestamp),
    executionTime: item.executionTime,
    status: item.isExecuting ? 'executing' : item.success ? 'success' : 'failure',
    failure: item.error === null ? null : { message: item.error, kind: null, place: null },
    results: item.results.map((result, index) => resultOfHistory(item, result, index)),
  };
}

/** A statement that failed after some rows has failed: those rows are not what was asked for. */
function resultOfHistory(
  item: HistoryItemReply,
  {
    result_id: resultId,
    columns,
    rowCount,
    keptRows = rowCount,
    isWhole = item.success,
  }: HistoryItemReply['results'][number],
  index: number,
): StatementResult {
  return {
    id: `${item.id}:${index}`,
    resultId: isWhole ? resultId : null,
    query: item.query,
    status: isWhole ? 'success' : 'failure',
    columns,
    rows: rowCount,
    keptRows,
    isCut: keptRows < rowCount,
    rowsChanged: null,
    milliseconds: null,
    notices: [],
    isPaused: false,
    isHeld: false,
    failure: isWhole ? null : { message: item.error ?? '', kind: null, place: null },
  };
}

/** Whether all rows of a statement can be had from the server. */
export function isKeptWhole({ columns, resultId, status, isCut }: StatementResult): boolean {
  return columns !== null && resultId !== null && status === 'success' && !isCut;
}
