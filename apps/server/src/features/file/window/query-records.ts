import {
  cellPlace,
  cellTest,
  cellValue,
  rowOrder,
  scanRecords,
  sortKey,
  splitRecord,
  type CellValue,
  type SortedRow,
} from '@groma/geo';
import { sliceText } from './decode-text.ts';
import { eachBlock } from './file-blocks.ts';
import { OffsetFile } from './offset-file.ts';
import type { ScanNews, ScanTask } from './scan-task.ts';
import { SortRuns } from './sort-runs.ts';

type Task = Extract<ScanTask, { kind: 'query-records' }>;
/** Part of the whole that reading takes when rows are sorted as well. */
const readingShare = 0.7;

/** Writes the places of the records that pass the filters, in the order asked for, to a file of their own. */
export function queryRecords(task: Task, tell: (news: ScanNews) => void): ScanNews {
  const { sort, filter } = task.query;
  const offsets = new OffsetFile(task.target);
  const runs = sort.length > 0 ? new SortRuns(task.target, rowOrder(sort)) : null;
  const tests = filter.map((one) => ({ column: one.column, test: cellTest(one) }));
  const share = runs ? readingShare : 1;
  let isHeader = true;
  let rowCount = 0;
  const cells = new RecordCells(task);
  eachBlock(task.file, task.start, task.bytes, (block, isEnd, place) => {
    const used = scanRecords(
      block,
      isEnd,
      { delimiter: task.delimiter.charCodeAt(0), lineEnd: task.lineEnd },
      (start, end, hasQuotes) => {
        if (isHeader) {
          isHeader = false;
          return;
        }
        cells.take(block, start, end, hasQuotes);
        for (const { column, test } of tests) if (!test(cells.value(column))) return;
        rowCount++;
        if (runs)
          runs.add({
            keys: sort.map(({ column }) => sortKey(cells.value(column))),
            place: place + start,
          } satisfies SortedRow);
        else offsets.add(place + start);
      },
    );
    if (!runs) offsets.flush();
    tell({ scannedBytes: (place + used) * share, rowCount });
    return used;
  });
  if (runs) {
    let written = 0;
    for (const sorted of runs.sorted()) {
      offsets.add(sorted);
      if (++written % 500_000 === 0)
        tell({ scannedBytes: task.bytes * (share + (1 - share) * (written / rowCount)), rowCount });
    }
  }
  offsets.close();
  return { scannedBytes: task.bytes, rowCount };
}

const digit0 = 0x30;
/** Digits of an amount that is read without making a text of it. */
const mostPlainDigits = 15;

/** Reads single cells of one record after the other; one with quotes is cut whole, once. */
class RecordCells {
  readonly #task: Task;
  readonly #delimiter: number;
  #block: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #cut: string[] | null = null;

  constructor(task: Task) {
    this.#task = task;
    this.#delimiter = task.delimiter.charCodeAt(0);
  }

  take(block: Buffer, start: number, end: number, hasQuotes: boolean): void {
    this.#block = block;
    this.#start = start;
    this.#end = end;
    this.#cut = hasQuotes ? splitRecord(sliceText(block, start, end, this.#task.bytesAre), this.#task.delimiter) : null;
  }

  value(column: number): CellValue {
    const { types, delimiter, bytesAre } = this.#task;
    const type = types[column] ?? 'text';
    if (this.#cut) return cellValue(this.#cut[column], type, delimiter);
    const place = cellPlace(this.#block, this.#start, this.#end, column, this.#delimiter);
    if (!place) return null;
    const plain = type === 'number' ? plainNumber(this.#block, place[0], place[1]) : -1;
    return plain >= 0 ? plain : cellValue(sliceText(this.#block, place[0], place[1], bytesAre), type, delimiter);
  }
}

/** A number of digits alone, as most are; -1 for anything else. */
function plainNumber(block: Buffer, start: number, end: number): number {
  if (end === start || end - start > mostPlainDigits || (block[start] === digit0 && end - start > 1)) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = block[at]! - digit0;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
