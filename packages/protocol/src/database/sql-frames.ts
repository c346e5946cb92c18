import type { ResultColumn, SqlEffect, SqlErrorKind } from '@groma/model';

/**
 * What is told beside the rows of a run, in order: for each statement `statement`, `query_metadata` (where it answers
 * rows) and `statement_end` or `error`; `end` at last.
 */
export type SqlEvent =
  /** `start` and `end` are places in the text that was run, moved by the `start` of the call. */
  | { type: 'statement'; index: number; start: number; end: number }
  /** The rows that follow; `result_id` names them for later. */
  | { type: 'query_metadata'; index: number; columns: ResultColumn[]; result_id: string | null }
  /**
   * `rows_changed` is null for what answers rows. `is_cut`: so many rows were not kept for later windows. `notice`:
   * what the database said beside.
   */
  | {
      type: 'statement_end';
      index: number;
      rows: number;
      rows_changed: number | null;
      milliseconds: number;
      effect: SqlEffect;
      kept_rows: number;
      notices: string[];
    }
  /** `position` is a place in the text that was run, as `start` above. */
  | { type: 'error'; index: number; message: string; kind: SqlErrorKind; position: number | null; milliseconds: number }
  /** `effect`: what has to be read again. */
  | { type: 'end'; milliseconds: number; effect: SqlEffect; success: boolean };

/**
 * A piece of a run's answer: an event, or bytes of the Arrow stream of the statement that runs (one whole IPC stream
 * for each).
 */
export type SqlFrame = { event: SqlEvent } | { arrow: Uint8Array };

/** First byte of a frame; the next four are the length of what follows, little end first. */
export const frameKind = { event: 1, arrow: 2 } as const;
export const frameHeaderBytes = 5;

/** A frame's five first bytes. */
export function frameHeader(kind: keyof typeof frameKind, length: number): Uint8Array {
  const header = new Uint8Array(frameHeaderBytes);
  header[0] = frameKind[kind];
  new DataView(header.buffer).setUint32(1, length, true);
  return header;
}

/**
 * Frames of the answer of `runQuery`, as they come. Not reading on keeps the database from going on.
 * @throws Error when it is cut off.
 */
export async function* readSqlFrames(body: ReadableStream<Uint8Array>): AsyncGenerator<SqlFrame> {
  const reader = body.getReader();
  let pieces: Uint8Array[] = [];
  let held = 0;
  const take = async (count: number): Promise<Uint8Array | undefined> => {
    while (held < count) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      pieces.push(value);
      held += value.length;
    }
    return cut(count);
  };
  const cut = (count: number): Uint8Array => {
    const whole = pieces.length === 1 ? pieces[0]! : joined(pieces, held);
    pieces = [whole.subarray(count)];
    held -= count;
    return whole.subarray(0, count);
  };
  try {
    for (;;) {
      const header = await take(frameHeaderBytes);
      if (!header) {
        if (held > 0) throw new Error('The answer was cut off.');
        return;
      }
      const kind = header[0];
      const length = new DataView(header.buffer, header.byteOffset, frameHeaderBytes).getUint32(1, true);
      const content = await take(length);
      if (!content) throw new Error('The answer was cut off.');
      if (kind === frameKind.arrow) yield { arrow: content };
      else yield { event: JSON.parse(new TextDecoder().decode(content)) as SqlEvent };
    }
  } finally {
    // Whoever stops reading cancels what still runs.
    await reader.cancel().catch(() => undefined);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
