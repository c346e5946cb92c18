import { cellPlace, cellTest, cellValue, rowOrder, scanRecords, sortKey, splitRecord, type CellValue, type SortedRow } from '@groma/geo';
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
  eachBlock(task.file, task.start, task.bytes, (block, isEnd, place) => {
    const used = scanRecords(block, isEnd, { delimiter: task.delimiter.charCodeAt(0), lineEnd: task.lineEnd }, (start, end, hasQuotes) => {
      if (isHeader) {
        isHeader = false;
        return;
      }
      const cells = cellsOf(task, block, start, end, hasQuotes);
      for (const { column, test } of tests) if (!test(cells(column))) return;
      rowCount++;
      if (runs) runs.add({ keys: sort.map(({ column }) => sortKey(cells(column))), place: place + start } satisfies SortedRow);
      else offsets.add(place + start);
    });
    if (!runs) offsets.flush();
    tell({ scannedBytes: (place + used) * share, rowCount });
    return used;
  });
  if (runs) {
    let written = 0;
    for (const sorted of runs.sorted()) {
      offsets.add(sorted);
      if (++written % 500_000 === 0) tell({ scannedBytes: task.bytes * (share + (1 - share) * (written / rowCount)), rowCount });
    }
  }
  offsets.close();
  return { scannedBytes: task.bytes, rowCount };
}

/** Reads single cells of a record; one with quotes is cut whole, once. */
function cellsOf({ types, delimiter, bytesAre }: Task, block: Buffer, start: number, end: number, hasQuotes: boolean): (column: number) => CellValue {
  const text = (from: number, to: number) => sliceText(block, from, to, bytesAre);
  const cut = hasQuotes ? splitRecord(text(start, end), delimiter) : null;
  return (column) => {
    const found = cut ? undefined : cellPlace(block, start, end, column, delimiter.charCodeAt(0));
    return cellValue(cut ? cut[column] : found && text(...found), types[column] ?? 'text', delimiter);
  };
}
