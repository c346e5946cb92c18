import { and, eq, lte, sql } from '../../platform/database/drizzle.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type * as Y from 'yjs';
import { cellCode, cellOf, readBlocks, type ProjectId } from '@groma/model';
import { documents, documentUpdates, notebooks } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { holds, plain } from '../../platform/text/plain-text.ts';

/** One block of a notebook as search sees it. */
interface Searched {
  blockId: string;
  text: string;
}

/** A document that is larger takes too long to read while somebody types. */
const largestDocumentBytes = 8 * 1024 * 1024;
const keptNotebooks = 200;

/** What a document takes up on disk: its snapshot and the edits since. */
const storedBytes = sql<number>`coalesce(octet_length(${documents.snapshot}), 0) + coalesce((SELECT sum(octet_length(update)) FROM ${documentUpdates} WHERE document_id = ${documents.id}), 0)`;

export interface TextFound {
  notebook_id: string;
  notebook_name: string;
  block_id: string;
  excerpt: string;
}

/** Looks into the texts and code of notebooks; what was read of one is kept until it changes. */
export class NotebookTexts {
  readonly #platform: Platform;
  readonly #kept = new Map<string, { version: string; blocks: Searched[] }>();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Blocks that hold the text, at most three of one notebook. */
  async find(projectId: ProjectId, wanted: string, most: number): Promise<{ found: TextFound[]; leftOut: number }> {
    const { query } = this.#platform.database;
    const all = await query.select({ id: notebooks.id }).from(notebooks).where(eq(notebooks.projectId, projectId));
    const rows = await query
      .select({ id: notebooks.id, name: notebooks.name, head: documents.head, generation: documents.generation })
      .from(notebooks)
      .innerJoin(documents, eq(documents.id, notebooks.id))
      .where(and(eq(notebooks.projectId, projectId), lte(storedBytes, largestDocumentBytes)));
    const found: TextFound[] = [];
    for (const row of rows) {
      if (found.length >= most) break;
      const blocks = await this.#read(row.id, `${row.generation} ${row.head}`);
      const hits = blocks.flatMap(({ blockId, text }) => {
        const excerpt = excerptOf(text, wanted);
        return excerpt === undefined
          ? []
          : [{ notebook_id: row.id, notebook_name: row.name, block_id: blockId, excerpt }];
      });
      found.push(...hits.slice(0, 3));
    }
    return { found: found.slice(0, most), leftOut: all.length - rows.length };
  }

  async #read(id: string, version: string): Promise<Searched[]> {
    const kept = this.#kept.get(id);
    if (kept?.version === version) return kept.blocks;
    await breathe();
    const doc = await this.#platform.documents.read(id).catch(() => undefined);
    if (!doc) return [];
    const blocks = blocksOf(doc);
    doc.destroy();
    this.#kept.delete(id);
    this.#kept.set(id, { version, blocks });
    if (this.#kept.size > keptNotebooks) this.#kept.delete(this.#kept.keys().next().value!);
    return blocks;
  }
}

function blocksOf(doc: Y.Doc): Searched[] {
  return readBlocks(doc).flatMap(({ id, text, codeId }) => {
    const cell = codeId === null ? undefined : cellOf(doc, codeId);
    const said = codeId === null ? text : cell ? cellCode(cell).toJSON() : '';
    return said.trim() === '' ? [] : [{ blockId: id, text: said }];
  });
}

/** Characters before and after what was found. */
const around = 40;

/**
 * A line of the text around the first place that holds what is wanted; undefined where nothing does. Case and accents
 * do not count.
 */
export function excerptOf(text: string, wanted: string): string | undefined {
  const line = text.split('\n').find((each) => holds(each, wanted));
  if (line === undefined) return undefined;
  const trimmed = line.trim();
  const at = Math.max(0, plain(trimmed).indexOf(plain(wanted)));
  const start = at > around ? at - around : 0;
  const end = at + wanted.length + around;
  return `${start > 0 ? '…' : ''}${trimmed.slice(start, end)}${end < trimmed.length ? '…' : ''}`;
}
