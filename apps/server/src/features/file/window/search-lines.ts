import { scanLines } from '@groma/geo';
import { decodeText, sliceText } from './decode-text.ts';
import { eachBlock } from './file-blocks.ts';
import type { ScanNews, ScanTask } from './scan-task.ts';

/** Rows that are named; all are counted. */
const mostRows = 10_000;

/** Finds the rows of a text that hold a word. A block without it is only counted through. */
export function searchLines(
  task: Extract<ScanTask, { kind: 'search-lines' }>,
  tell: (news: ScanNews) => void,
): ScanNews {
  const pattern = new RegExp(task.query.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), task.matchCase ? 'u' : 'iu');
  const isUtf8 = task.bytesAre === 'utf-8';
  let [row, count, isInside] = [0, 0, false];
  let found: number[] = [];
  const news = (scannedBytes: number): ScanNews => {
    const rows = found;
    found = [];
    return { scannedBytes, rowCount: count, rows };
  };
  eachBlock(task.file, task.start, task.bytes, (block, isEnd, place) => {
    const mayHold = pattern.test(decodeText(block, task.bytesAre));
    const done = scanLines(block, isEnd, { lineEnd: task.lineEnd, isUtf8 }, isInside, (start, end) => {
      if (mayHold && pattern.test(sliceText(block, start, end, task.bytesAre))) {
        count++;
        if (count <= mostRows) found.push(row);
      }
      row++;
    });
    ({ isInside } = done);
    tell(news(place + done.used));
    return done.used;
  });
  return news(task.bytes);
}
