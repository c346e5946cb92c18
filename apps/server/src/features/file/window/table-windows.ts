import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cellValue,
  detectDelimiter,
  RowIndex,
  scanRecords,
  splitRecord,
  tableColumns,
  type CellValue,
  type TableColumn,
  type TableQuery,
} from '@groma/geo';
import { GromaError } from '@groma/model';
import { headBytes, type LentFile } from './lent-file.ts';
import { readOffsets } from './offset-file.ts';
import { ScanJob } from './scan-job.ts';
import { bytesBetweenMarks } from './text-windows.ts';

export type Delimiter = ',' | ';' | '\t' | '|';
export interface TableRows {
  isReady: boolean;
  rowCount: number;
  isComplete: boolean;
  scannedBytes: number;
  rows: CellValue[][];
}

const sampleRows = 1_000;
const headCharacters = 64 * 1024;
const firstBlockBytes = 128 * 1024;
const mostWindowBytes = 32 * 1024 * 1024;
/** Cells of one window: a page of the widest table. */
const mostCells = 1_000_000;
/** Answers of questions that stay at hand, newest first. */
const mostViews = 4;
/** How long an answer waits for rows before it says that there are none yet. */
const waitMs = 400;
/** Rows of records that lie this near to each other are read with one reading. */
const readAheadBytes = 64 * 1024;

interface View {
  job: ScanJob;
  target: string;
  handle: Promise<FileHandle> | null;
}

/**
 * The rows of a table of text by windows: in the order of the file by an index, sorted and filtered by a list of places
 * on disk.
 */
export class TableWindows {
  readonly delimiter: Delimiter;
  readonly columns: TableColumn[];
  readonly #file: LentFile;
  readonly #index: RowIndex;
  readonly #job: ScanJob;
  readonly #views = new Map<string, View>();
  #madeViews = 0;

  constructor(file: LentFile, delimiter?: Delimiter) {
    this.#file = file;
    const shown = file.head.subarray(file.markBytes);
    this.delimiter =
      delimiter ?? (detectDelimiter(wholeLines(file.decode(shown.subarray(0, headCharacters)))) as Delimiter);
    const sample: string[][] = [];
    scanRecords(shown, shown.length + file.markBytes >= file.bytes, this.#format, (start, end) => {
      sample.push(splitRecord(file.decode(shown.subarray(start, end)), this.delimiter));
      return sample.length <= sampleRows;
    });
    this.columns = tableColumns(sample[0] ?? [], sample.slice(1), this.delimiter);
    this.#index = new RowIndex(file.markBytes);
    this.#job = new ScanJob(
      {
        kind: 'index-records',
        file: file.file,
        bytes: file.bytes,
        start: file.markBytes,
        ...this.#format,
        markEvery: bytesBetweenMarks(file.bytes),
      },
      ({ marks = [] }) => {
        for (const mark of marks) this.#index.add(mark);
      },
      true,
    );
  }

  /** Rows from a row on, fewer than asked for where they are very wide; the header is none. */
  async window(query: TableQuery, start: number, asked: number): Promise<TableRows> {
    const count = Math.min(asked, Math.floor(mostCells / Math.max(1, this.columns.length)));
    return query.sort.length === 0 && query.filter.length === 0
      ? this.#plainWindow(start, count)
      : this.#viewWindow(query, start, count);
  }

  async close(): Promise<void> {
    await Promise.all([this.#job.cancel(), ...[...this.#views.values()].map(dropView)]);
  }

  get #format() {
    return { delimiter: this.delimiter.charCodeAt(0), lineEnd: this.#file.lineEnd };
  }

  async #plainWindow(start: number, count: number): Promise<TableRows> {
    const job = this.#job;
    // A small table is counted in the time of an answer; of a large one the first rows come at once.
    await job.until(() => false, this.#file.bytes <= headBytes ? waitMs * 5 : 0);
    if (start > 0) await job.until(() => job.rowCount > start + count, waitMs * 5);
    const rows = await this.#readFrom(start, count);
    const known = Math.max(start + rows.length, job.rowCount - 1, 0);
    return { isReady: true, rowCount: known, isComplete: job.isDone, scannedBytes: job.scannedBytes, rows };
  }

  async #readFrom(start: number, count: number): Promise<CellValue[][]> {
    const { bytes } = this.#file;
    let { row, offset } = this.#index.before(start + 1);
    const rows: CellValue[][] = [];
    let blockBytes = firstBlockBytes;
    for (let read = 0; rows.length < count && offset < bytes && read < mostWindowBytes;) {
      // oxlint-disable-next-line no-await-in-loop
      const block = await this.#file.read(offset, blockBytes);
      read += block.length;
      // Less than was asked for is all there is: code may have cut the file short.
      const used = scanRecords(
        block,
        block.length < blockBytes || offset + block.length >= bytes,
        this.#format,
        (from, to) => {
          if (row++ > start) rows.push(this.#cellsOf(block.subarray(from, to)));
          return rows.length < count;
        },
      );
      if (block.length < blockBytes) break;
      if (used === 0) blockBytes *= 4;
      offset += used;
    }
    return rows;
  }

  #cellsOf(record: Uint8Array): CellValue[] {
    const cells = splitRecord(this.#file.decode(record), this.delimiter);
    return this.columns.map(({ type }, index) => cellValue(cells[index], type, this.delimiter));
  }

  async #viewWindow(query: TableQuery, start: number, count: number): Promise<TableRows> {
    const view = this.#viewOf(query);
    const { job } = view;
    job.touch();
    const isSorted = query.sort.length > 0;
    // Filtered rows can be shown while more are looked for; sorted ones only when all are there.
    await job.until(() => !isSorted && job.rowCount >= start + count, waitMs);
    const isReady = job.isDone || (!isSorted && job.rowCount >= start + count);
    if (!isReady)
      return { isReady, rowCount: job.rowCount, isComplete: false, scannedBytes: job.scannedBytes, rows: [] };
    view.handle ??= open(view.target, 'r');
    const offsets = await readOffsets(await view.handle, start, Math.min(start + count, job.rowCount));
    return {
      isReady,
      rowCount: job.rowCount,
      isComplete: job.isDone,
      scannedBytes: job.scannedBytes,
      rows: await this.#readAt(offsets),
    };
  }

  async #readAt(offsets: Float64Array): Promise<CellValue[][]> {
    const rows: CellValue[][] = [];
    let [held, heldAt] = [new Uint8Array(0), 0];
    for (const offset of offsets) {
      let record: Uint8Array | undefined;
      for (let bytes = readAheadBytes; !record; bytes *= 4) {
        const inHeld = offset >= heldAt && offset < heldAt + held.length;
        if (inHeld)
          record = this.#recordAt(
            held.subarray(offset - heldAt),
            heldAt + held.length >= this.#file.bytes || bytes > mostWindowBytes,
          );
        // oxlint-disable-next-line no-await-in-loop
        if (!record) [held, heldAt] = [(await this.#file.read(offset, bytes)) as Uint8Array<ArrayBuffer>, offset];
        if (held.length === 0) break;
      }
      if (record) rows.push(this.#cellsOf(record));
    }
    return rows;
  }

  #recordAt(block: Uint8Array, isEnd: boolean): Uint8Array | undefined {
    let record: Uint8Array | undefined;
    scanRecords(block, isEnd, this.#format, (start, end) => {
      record = block.subarray(start, end);
      return false;
    });
    return record;
  }

  /** The answer to a question, begun when it is asked first; the oldest one makes room. */
  #viewOf(query: TableQuery): View {
    const key = JSON.stringify(query);
    const known = this.#views.get(key);
    this.#views.delete(key);
    const view = known && known.job.failure === null ? known : this.#makeView(query);
    this.#views.set(key, view);
    for (const [old, { job }] of this.#views) {
      if (this.#views.size <= mostViews && (old === key || job.isDone)) continue;
      if (old === key) break;
      // What is no longer asked for is not worked on.
      void dropView(this.#views.get(old)!);
      this.#views.delete(old);
    }
    return view;
  }

  #makeView(query: TableQuery): View {
    for (const { column } of [...query.sort, ...query.filter])
      if (column >= this.columns.length) throw new GromaError('BAD_INPUT', { detail: `There is no column ${column}.` });
    const { file, workFolder, bytes, markBytes, lineEnd, bytesAre } = this.#file;
    const target = join(workFolder, `view-${this.#madeViews++}`);
    const job = new ScanJob(
      {
        kind: 'query-records',
        file,
        bytes,
        start: markBytes,
        lineEnd,
        bytesAre,
        delimiter: this.delimiter,
        types: this.columns.map(({ type }) => type),
        query,
        target,
      },
      () => undefined,
      false,
    );
    return { job, target, handle: null };
  }
}

async function dropView({ job, handle }: View): Promise<void> {
  await job.cancel();
  await handle?.then(
    (opened) => opened.close(),
    () => undefined,
  );
}

/** The head of a text up to its last line end: a cut line would look ragged. */
function wholeLines(head: string): string {
  const end = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r'));
  return end > 0 ? head.slice(0, end + 1) : head;
}
