import { leastLineBlockBytes, RowIndex, scanLines, type RowMark } from '@groma/geo';
import type { LentFile } from './lent-file.ts';
import { ScanJob } from './scan-job.ts';

export interface TextRow {
  text: string;
  cut?: number;
}

/** Marks of an index: few enough to be held for each open file. */
const mostMarks = 65_536;
const leastBytesBetween = 64 * 1024;
/** Characters of a row that are sent; the rest is counted. */
const sentCharacters = 5_000;
/** Characters of one window (FIL-058): it ends with the row that passes them. */
const windowCharacters = 100_000;
const firstBlockBytes = 128 * 1024;
/** A window ends where so many bytes have been read for it. */
const mostWindowBytes = 16 * 1024 * 1024;
const tailBytes = 512 * 1024;

export const bytesBetweenMarks = (bytes: number): number => Math.max(leastBytesBetween, Math.ceil(bytes / mostMarks));

/** The rows of a text file by windows, found by an index that a thread builds. */
export class TextWindows {
  readonly #file: LentFile;
  readonly #index: RowIndex;
  readonly job: ScanJob;

  constructor(file: LentFile) {
    this.#file = file;
    this.#index = new RowIndex(file.markBytes);
    this.job = new ScanJob(
      {
        kind: 'index-lines',
        file: file.file,
        bytes: file.bytes,
        start: file.markBytes,
        lineEnd: file.lineEnd,
        isUtf8: file.bytesAre === 'utf-8',
        markEvery: bytesBetweenMarks(file.bytes),
      },
      ({ marks = [] }) => {
        for (const mark of marks) this.#index.add(mark);
      },
      true,
    );
  }

  /** Rows from a row on: at most `count`, fewer at the end or where rows are very long. */
  async rowsFrom(start: number, count: number): Promise<TextRow[]> {
    const mark = this.#index.before(start);
    const rows: TextRow[] = [];
    let characters = 0;
    if (count > 0)
      await this.#scanFrom(mark, (row, text) => {
        if (row < start) return true;
        const found = text();
        rows.push(found);
        characters += found.text.length;
        return rows.length < count && characters < windowCharacters;
      });
    return rows;
  }

  /** The last rows, read from the end without the index. */
  async lastRows(count: number): Promise<TextRow[]> {
    const { bytes, markBytes } = this.#file;
    const from = Math.max(markBytes, bytes - tailBytes);
    const block = await this.#file.read(from, bytes - from);
    const rows: TextRow[] = [];
    // What stands before the first line end belongs to a line that begins earlier.
    const skipped = from === markBytes ? 0 : block.indexOf(this.#file.lineEnd) + 1;
    const shown = block.subarray(skipped);
    scanLines(shown, true, this.#format, false, (start, end) => {
      rows.push(this.#textOf(shown, start, end));
    });
    return rows.slice(-count);
  }

  get #format() {
    return { lineEnd: this.#file.lineEnd, isUtf8: this.#file.bytesAre === 'utf-8' };
  }

  /** Visits rows from a mark until the visit answers false, the file ends or the window has read enough. */
  async #scanFrom(mark: RowMark, visit: (row: number, text: () => TextRow) => boolean): Promise<void> {
    const { bytes } = this.#file;
    let { row, offset, isInside } = mark;
    let blockBytes = firstBlockBytes;
    let isGoingOn = true;
    for (let read = 0; offset < bytes && read < mostWindowBytes;) {
      // In order: each block begins where the one before was used up to.
      // oxlint-disable-next-line no-await-in-loop
      const block = await this.#file.read(offset, blockBytes);
      read += block.length;
      const done = scanLines(
        block,
        block.length < blockBytes || offset + block.length >= bytes,
        this.#format,
        isInside,
        (start, end) => {
          isGoingOn = visit(row++, () => this.#textOf(block, start, end));
          return isGoingOn;
        },
      );
      if (done.used === 0 && blockBytes > leastLineBlockBytes) return;
      blockBytes = done.used === 0 ? blockBytes * 8 : Math.max(blockBytes, firstBlockBytes);
      offset += done.used;
      ({ isInside } = done);
      if (!isGoingOn) return;
    }
  }

  #textOf(block: Uint8Array, start: number, end: number): TextRow {
    // Four bytes a character at most: longer ones need not be decoded whole to be cut.
    const text = this.#file.decode(block.subarray(start, Math.min(end, start + sentCharacters * 4)));
    return text.length <= sentCharacters && end - start <= sentCharacters * 4
      ? { text }
      : { text: text.slice(0, sentCharacters), cut: Math.max(text.length, end - start) - sentCharacters };
  }
}
