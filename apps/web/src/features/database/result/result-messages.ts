import type { ResultColumn } from '@groma/model';
import type { SqlEvent } from '@groma/protocol';
import type { ResultValue } from './cell-value.ts';
import type { RowQuery } from './result-rows.ts';

/**
 * What went wrong with a call; `code` is of the catalogue where the server said so. `wasStopped`: it was given up here.
 */
export interface CallFailure {
  message: string;
  code: string | null;
  details: Readonly<Record<string, string | number>>;
  wasStopped: boolean;
}

/** What the worker is asked, each about one run or one result by its id, and what it answers. */
export interface ResultQuestions {
  /**
   * Runs a query by a POST and takes its results, which get the ids `resultIdOf` gives. Answers when it is over; events
   * tell how it goes.
   */
  run: { ask: { url: string; body: string }; answer: CallFailure | null };
  /** Gives a run up; the rows that came stay. */
  stop: { ask: Record<never, never>; answer: void };
  /** Takes up a run that waits. */
  resume: { ask: Record<never, never>; answer: void };
  /** Brings a result of before from the server. `url` takes offset and limit. */
  bring: { ask: { url: string; rows: number; columns: readonly ResultColumn[] }; answer: CallFailure | null };
  window: { ask: RowQuery & { start: number; end: number }; answer: { rows: ResultValue[][]; rowCount: number } };
  csv: { ask: RowQuery; answer: Blob };
  /** Forgets a result. */
  drop: { ask: Record<never, never>; answer: void };
}
export type ResultQuestion = keyof ResultQuestions;

export interface ResultMessage<Name extends ResultQuestion = ResultQuestion> {
  number: number;
  id: string;
  question: Name;
  ask: ResultQuestions[Name]['ask'];
}

/** What the worker tells without being asked. */
export type ResultEvent =
  | { event: 'told'; runId: string; said: SqlEvent }
  | { event: 'grew'; resultId: string; rows: number; isPaused: boolean };

export type ResultReply = { number: number; answer: unknown } | { number: number; failure: string } | ResultEvent;

/** The id on this page of what a statement of a run gives. */
export function resultIdOf(runId: string, index: number): string {
  return `${runId}:${index}`;
}
