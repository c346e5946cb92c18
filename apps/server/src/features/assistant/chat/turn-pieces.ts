import { and, asc, eq, gt, sql } from '../../../platform/database/drizzle.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { UI_MESSAGE_STREAM_HEADERS, type UIMessageChunk } from 'ai';
import type { Database } from '../../../platform/database/database.ts';
import { chatMessages, chatPieces } from '../../../platform/database/tables/index.ts';

type Queries = Database['query'];

/** Headers of the AI SDK's UI message protocol. */
export const streamHeaders: Readonly<Record<string, string>> = {
  ...UI_MESSAGE_STREAM_HEADERS,
  'cache-control': 'no-store',
};

const pieceMs = 200;
const lookMs = 200;
/** A writer that has not been heard of for so long is gone. */
const writerSeconds = 15;

/** One chunk as the protocol writes it. */
export function chunkText(chunk: UIMessageChunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

export const streamEnd = 'data: [DONE]\n\n';

interface Place {
  threadId: string;
  messageId: string;
}

/**
 * Keeps the stream of an answer in pieces, for pages that come back to it, and learns that it is to stop. Each piece
 * says that the writer is alive.
 */
export class PieceKeeper {
  readonly #query: Queries;
  readonly #place: Place;
  readonly #onStop: () => void;
  readonly #timer: NodeJS.Timeout;
  #text = '';
  #ordinal: number;
  #writing: Promise<void> = Promise.resolve();

  private constructor(query: Queries, place: Place, onStop: () => void, firstOrdinal: number) {
    this.#query = query;
    this.#place = place;
    this.#onStop = onStop;
    this.#ordinal = firstOrdinal;
    this.#timer = setInterval(() => void this.#flush(), pieceMs);
  }

  /** Goes on behind the pieces that are there: a turn that had asked for consent has some. */
  static async begin(query: Queries, place: Place, onStop: () => void): Promise<PieceKeeper> {
    const [last] = await query
      .select({ ordinal: sql<number>`coalesce(max(${chatPieces.ordinal}) + 1, 0)`.mapWith(Number) })
      .from(chatPieces)
      .where(ofMessage(place));
    return new PieceKeeper(query, place, onStop, last?.ordinal ?? 0);
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Writes what there is left, and no more from then on. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  #flush(): Promise<void> {
    // What could not be written now is written with the next piece.
    this.#writing = this.#writing.then(() => this.#write()).catch(() => undefined);
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { threadId, messageId } = this.#place;
    const text = this.#text;
    this.#text = '';
    if (text !== '') {
      // A piece may have been written although its write has failed.
      await this.#query
        .insert(chatPieces)
        .values({ threadId, messageId, ordinal: this.#ordinal, text })
        .onConflictDoUpdate({
          target: [chatPieces.threadId, chatPieces.messageId, chatPieces.ordinal],
          set: { text },
        })
        .catch((error: unknown) => {
          this.#text = text + this.#text;
          throw error;
        });
      this.#ordinal += 1;
    }
    const [row] = await this.#query
      .update(chatMessages)
      .set({ writtenUntil: writerDeadline })
      .where(
        and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, messageId), eq(chatMessages.state, 'writing')),
      )
      .returning({ stopAskedAt: chatMessages.stopAskedAt });
    // Whoever has deleted the thread, or given the answer up, wants no more of it either.
    if (!row || row.stopAskedAt !== null) this.#onStop();
  }
}

/** Until when a writer that is heard of now is alive, by the clock of the database. */
export const writerDeadline = sql`now() + make_interval(secs => ${writerSeconds})`;

/** The stream of an answer from its beginning, as long as it is written, for a page that comes back to it. */
export async function* readPieces(query: Queries, place: Place, signal: AbortSignal): AsyncGenerator<string> {
  for (let last = -1; !signal.aborted;) {
    // Its state first: pieces that were written before it ended are there then.
    const [message] = await query
      .select({ state: chatMessages.state, isAlive: sql<boolean>`${chatMessages.writtenUntil} > now()` })
      .from(chatMessages)
      .where(and(eq(chatMessages.threadId, place.threadId), eq(chatMessages.id, place.messageId)));
    const pieces = await query
      .select({ ordinal: chatPieces.ordinal, text: chatPieces.text })
      .from(chatPieces)
      .where(and(ofMessage(place), gt(chatPieces.ordinal, last)))
      .orderBy(asc(chatPieces.ordinal));
    for (const { ordinal, text } of pieces) {
      last = ordinal;
      yield text;
    }
    if (message?.state !== 'writing' || !message.isAlive) return yield streamEnd;
    await sleep(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

/** All pieces of an answer, as text. */
export async function allPieces(query: Queries, place: Place): Promise<string> {
  const rows = await query
    .select({ text: chatPieces.text })
    .from(chatPieces)
    .where(ofMessage(place))
    .orderBy(asc(chatPieces.ordinal));
  return rows.map(({ text }) => text).join('');
}

function ofMessage({ threadId, messageId }: Place) {
  return and(eq(chatPieces.threadId, threadId), eq(chatPieces.messageId, messageId));
}
