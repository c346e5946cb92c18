import type { StoredOutput } from '@groma/model';
import { notebook as calls } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { keepStyles } from '../block/ansi.ts';
import type { RowSource } from './row-source.ts';
import { overwritten, rowCharacters } from './text-rows.ts';

const pageLines = 500;
/** Pages that stay in memory: what is read again is fetched again. */
const mostPages = 40;
const retryMs = 2_000;
/** Of a page that could not be read: it is asked for again. */
const unknownPieces = -1;

interface Page {
  lines: string[] | null;
  /** How many pieces the text had when they were asked for; null for a page that will not change. */ pieces:
    | number
    | null;
  isComing: boolean;
}

/**
 * The lines of a long text, by pages. While the text grows, new lines count when its end has been fetched, so that
 * whoever reads the end reads lines and not the places of lines.
 */
export class StoredPages {
  readonly #notebookId: string;
  readonly #projectId: string;
  readonly #pages = new Map<string, Page>();
  #end: StoredOutput | null = null;
  #isEndComing = false;
  #onChange: (() => void) | null = null;

  constructor(notebookId: string, projectId: string) {
    this.#notebookId = notebookId;
    this.#projectId = projectId;
  }

  /** Tells of pages that came; returns how to stop. */
  listen(onChange: () => void): () => void {
    this.#onChange = onChange;
    return () => {
      this.#onChange = null;
    };
  }

  rows(stored: StoredOutput): RowSource {
    // What stands there when a text comes into sight is fetched as it is drawn.
    if (this.#end?.id !== stored.id) this.#end = stored;
    if (this.#end.pieces !== stored.pieces) void this.#follow(stored);
    return { count: this.#end.lines + 1, row: (index) => this.#row(stored, index) };
  }

  #row(stored: StoredOutput, index: number): ReturnType<RowSource['row']> {
    const page = Math.floor(index / pageLines);
    const known = this.#pages.get(`${stored.id}/${page}`);
    const pieces = piecesOf(stored, page);
    const line = known?.lines?.[index - page * pageLines];
    // The last page grows while the block runs: what is known of it is shown meanwhile.
    if (line === undefined || known?.pieces === unknownPieces || (pieces === null && known?.pieces !== null))
      void this.#fetch(stored, page);
    if (line === undefined)
      return known?.lines && !known.isComing && known.pieces === pieces ? { text: '', style: '' } : null;
    const text = keepStyles(overwritten(line));
    return text.length <= rowCharacters
      ? { text, style: '' }
      : { text: text.slice(0, rowCharacters), style: '', left: text.length - rowCharacters };
  }

  async #follow(stored: StoredOutput): Promise<void> {
    if (this.#isEndComing) return;
    this.#isEndComing = true;
    const last = Math.floor(stored.lines / pageLines);
    await Promise.all([last - 1, last].filter((page) => page >= 0).map((page) => this.#fetch(stored, page)));
    this.#isEndComing = false;
    if (this.#end?.id === stored.id) this.#end = stored;
    this.#onChange?.();
  }

  async #fetch(stored: StoredOutput, page: number): Promise<void> {
    const key = `${stored.id}/${page}`;
    const known = this.#pages.get(key);
    const pieces = piecesOf(stored, page);
    if (known && (known.isComing || known.pieces === pieces)) return;
    this.#pages.delete(key);
    this.#pages.set(key, { lines: known?.lines ?? null, pieces, isComing: true });
    const lines = await this.#read(stored.id, page);
    if (lines === null)
      await new Promise((resolve) => {
        setTimeout(resolve, retryMs);
      });
    this.#pages.set(key, {
      lines: lines ?? known?.lines ?? null,
      pieces: lines === null ? unknownPieces : pieces,
      isComing: false,
    });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest);
    this.#onChange?.();
  }

  #read(outputId: string, page: number): Promise<string[] | null> {
    const params = { notebookId: this.#notebookId, projectId: this.#projectId, outputId };
    return api.call(calls.readOutputLines, { params, query: { from: page * pageLines, count: pageLines } }).then(
      ({ data }) => data,
      () => null,
    );
  }
}

/** The number of pieces that a page belongs to: null for one that will not change, for all of its lines are ended. */
function piecesOf({ lines, pieces }: StoredOutput, page: number): number | null {
  return (page + 1) * pageLines <= lines ? null : pieces;
}
