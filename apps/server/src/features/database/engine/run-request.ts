import type { SqlStatement } from '@groma/model';
import { frameHeader } from '@groma/protocol';
import type { ProjectRelation, QueryParams } from './engine.ts';

/** What the server asks a database's process to run, and in which form it wants the answer. */
export interface RunRequest {
  statements: SqlStatement[];
  params?: QueryParams | undefined;
  /** Added to places in the text. */
  start: number;
  /** Who asks may only read: the database refuses what does more, whatever it looks like. */
  mayOnlyRead?: boolean | undefined;
  /** Rows of each statement that are wanted at most; no more are read of a query, or sent of anything. */
  mostRows?: number | undefined;
  /** What the statements name of the project. */
  relations?: ProjectRelation[] | undefined;
  /**
   * `batchRows`: most rows of one Arrow batch, where small parts will be read of what is kept. `page`: as `runPage`
   * writes.
   */
  form:
    | { kind: 'frames'; batchRows?: number }
    | { kind: 'ndjson'; page?: { offset: number; limit: number } }
    | { kind: 'json' | 'page' };
}

/**
 * First bytes of frames between the process and the server that people are not sent. `rows`: how many rows the next
 * Arrow frame has. The first of an answer is `begun`, or `failed` with why as JSON. `lines` are bytes of an answer in
 * lines, whose last frame is `whole`. `asks` is a question as JSON, which the server answers with a line before the run
 * goes on.
 */
export const innerFrame = { rows: 3, begun: 4, failed: 5, lines: 6, whole: 7, asks: 8 } as const;

export function innerHeader(kind: keyof typeof innerFrame, length: number): Uint8Array {
  const header = frameHeader('event', length);
  header[0] = innerFrame[kind];
  return header;
}

/** Where a process answers in frames, beside the socket on which it answers HTTP. */
export const framesSocket = (socket: string): string => `${socket}f`;
