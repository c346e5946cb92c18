import { GromaError, type StoredOutput, type WholeOutput } from '@groma/model';
import { and, asc, eq, gt, inArray, lt, lte, notInArray, sql } from '../../../platform/database/drizzle.ts';
import type { Database } from '../../../platform/database/database.ts';
import { outputPieces } from '../../../platform/database/tables/index.ts';
import type { OutputPiece } from './output-piece.ts';

/** Text that one call gives at most, in characters. */
const mostCharacters = 2_000_000;

/**
 * Each day, what a notebook names is noted to be named, and what was not for so long is taken away: what it named the
 * day before stays, so that a deletion can be undone for a day at least.
 */
const notedAfterHours = 12;
const keptHours = 36;

/** Outputs that are kept beside the notebooks which name them, in pieces. */
export class OutputStore {
  readonly #query: Database['query'];

  constructor({ query }: Database) {
    this.#query = query;
  }

  /** On disk when it resolves. A piece that is there already is written again. */
  async keep(notebookId: string, pieces: readonly OutputPiece[]): Promise<void> {
    if (pieces.length === 0) return;
    await this.#query
      .insert(outputPieces)
      .values(pieces.map((piece) => ({ notebookId, ...piece, text: storable(piece.text) })))
      .onConflictDoUpdate({
        target: [outputPieces.notebookId, outputPieces.outputId, outputPieces.index],
        set: { firstLine: sql`excluded.first_line`, text: sql`excluded.text` },
      });
  }

  /**
   * Lines of a running text, from the `from`th; fewer than `count` when they are long.
   * @throws GromaError NOT_FOUND when nothing is kept under this id
   */
  async lines(notebookId: string, outputId: string, from: number, count: number): Promise<string[]> {
    const mine = and(eq(outputPieces.notebookId, notebookId), eq(outputPieces.outputId, outputId));
    const [start] = await this.#query
      .select({ index: sql<number | null>`max(${outputPieces.index})` })
      .from(outputPieces)
      .where(and(mine, from === 0 ? eq(outputPieces.index, 0) : lt(outputPieces.firstLine, from)));
    if (start?.index == null) {
      if (from > 0) return [];
      throw new GromaError('NOT_FOUND', { noun: 'output' });
    }
    let text = '';
    let firstLine = -1;
    for (let index = start.index; ; index++) {
      const [piece] = await this.#query
        .select()
        .from(outputPieces)
        .where(and(mine, eq(outputPieces.index, index)));
      if (!piece) break;
      if (firstLine === -1) firstLine = piece.firstLine;
      text += restored(piece.text);
      if (text.length > mostCharacters || lineEnds(text) + firstLine >= from + count) break;
    }
    return text.split('\n').slice(from - firstLine, from - firstLine + count);
  }

  /**
   * The pieces of an output in order, one at a time.
   * @throws GromaError NOT_FOUND where one is gone before those after it were read
   */
  async *pieces(notebookId: string, outputId: string): AsyncGenerator<string> {
    const [last] = await this.#query
      .select({ index: sql<number | null>`max(${outputPieces.index})` })
      .from(outputPieces)
      .where(and(eq(outputPieces.notebookId, notebookId), eq(outputPieces.outputId, outputId)));
    for (let index = 0; ; index++) {
      const [piece] = await this.#query
        .select({ text: outputPieces.text })
        .from(outputPieces)
        .where(
          and(
            eq(outputPieces.notebookId, notebookId),
            eq(outputPieces.outputId, outputId),
            eq(outputPieces.index, index),
          ),
        );
      if (!piece && index <= (last?.index ?? -1)) throw new GromaError('NOT_FOUND', { noun: 'output' });
      if (!piece) return;
      yield restored(piece.text);
    }
  }

  /** An output as it was before it was kept here; null when it is not there. */
  async whole(notebookId: string, { id, of }: Pick<StoredOutput, 'id' | 'of'>): Promise<WholeOutput | null> {
    let text = '';
    for await (const piece of this.pieces(notebookId, id)) text += piece;
    if (text === '') return null;
    return of === 'text' || of === 'stderr' ? { kind: of, text } : (JSON.parse(text) as WholeOutput);
  }

  /** Which of some outputs are kept here. */
  async kept(notebookId: string, outputIds: readonly string[]): Promise<string[]> {
    if (outputIds.length === 0) return [];
    const rows = await this.#query
      .select({ id: outputPieces.outputId })
      .from(outputPieces)
      .where(
        and(
          eq(outputPieces.notebookId, notebookId),
          inArray(outputPieces.outputId, [...outputIds]),
          eq(outputPieces.index, 0),
        ),
      );
    return rows.map(({ id }) => id);
  }

  /** Gives a copy of a notebook the outputs that it names; those that others have taken the place of stay behind. */
  async copy(from: string, to: string, named: readonly string[]): Promise<void> {
    if (named.length === 0) return;
    await this.#query.execute(sql`insert into ${outputPieces} (notebook_id, output_id, index, first_line, text)
      select ${to}, output_id, index, first_line, text from ${outputPieces}
      where notebook_id = ${from} and ${inArray(outputPieces.outputId, [...named])} on conflict do nothing`);
  }

  async deleteAll(notebookIds: readonly string[]): Promise<void> {
    if (notebookIds.length > 0)
      await this.#query.delete(outputPieces).where(inArray(outputPieces.notebookId, [...notebookIds]));
  }

  /** Takes away outputs that others have taken the place of, for code may show something anew without end. */
  async drop(notebookId: string, outputIds: readonly string[]): Promise<void> {
    if (outputIds.length > 0)
      await this.#query
        .delete(outputPieces)
        .where(and(eq(outputPieces.notebookId, notebookId), inArray(outputPieces.outputId, [...outputIds])));
  }

  /** Notebooks that have outputs here which have been here for a while, in the order of their ids, after one. */
  async notebooksWithOld(after: string, most: number): Promise<string[]> {
    const rows = await this.#query
      .selectDistinct({ id: outputPieces.notebookId })
      .from(outputPieces)
      .where(and(gt(outputPieces.notebookId, after), isOlder(notedAfterHours)))
      .orderBy(asc(outputPieces.notebookId))
      .limit(most);
    return rows.map(({ id }) => id);
  }

  /** Notes what a notebook names, and takes away what it has not named for a while; to be called once a day. */
  async sweep(notebookId: string, named: readonly string[]): Promise<void> {
    const own = eq(outputPieces.notebookId, notebookId);
    if (named.length > 0)
      await this.#query
        .update(outputPieces)
        .set({ keptAt: sql`now()` })
        .where(and(own, isOlder(notedAfterHours), inArray(outputPieces.outputId, [...named])));
    await this.#query
      .delete(outputPieces)
      .where(
        and(own, isOlder(keptHours), ...(named.length > 0 ? [notInArray(outputPieces.outputId, [...named])] : [])),
      );
  }
}

const isOlder = (hours: number) =>
  lte(outputPieces.keptAt, sql`now() - make_interval(hours => ${sql.raw(String(hours))})`);

function lineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair in a text. */
function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\\') || whole.includes('\0') ? whole.replaceAll('\\', '\\\\').replaceAll('\0', '\\0') : whole;
}

function restored(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\(\\|0)/g, (_, sign: string) => (sign === '0' ? '\0' : '\\')) : text;
}
