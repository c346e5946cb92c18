import { scanLines, scanRecords, type RowMark } from '@groma/geo';
import { eachBlock } from './file-blocks.ts';
import type { ScanNews, ScanTask } from './scan-task.ts';

type Task<Kind extends ScanTask['kind']> = Extract<ScanTask, { kind: Kind }>;

/** Collects a mark each so many bytes. */
class Marks {
  #row = 0;
  #nextAt: number;
  readonly #every: number;
  #marks: RowMark[] = [];

  constructor(start: number, every: number) {
    this.#every = every;
    this.#nextAt = start + every;
  }

  /** A row begins at an offset. */
  begin(offset: number, isInside: boolean): void {
    if (offset >= this.#nextAt) {
      this.#marks.push({ row: this.#row, offset, isInside });
      this.#nextAt = offset + this.#every;
    }
    this.#row++;
  }

  news(scannedBytes: number): ScanNews {
    const marks = this.#marks;
    this.#marks = [];
    return { scannedBytes, rowCount: this.#row, marks };
  }
}

/** Counts the rows of a text and marks some of their places. */
export function indexLines(task: Task<'index-lines'>, tell: (news: ScanNews) => void): ScanNews {
  const marks = new Marks(task.start, task.markEvery);
  let isInside = false;
  eachBlock(task.file, task.start, task.bytes, (block, isEnd, place) => {
    let rowIsInside = isInside;
    const done = scanLines(block, isEnd, task, isInside, (start, _end, isFollowed) => {
      marks.begin(place + start, rowIsInside);
      rowIsInside = isFollowed;
    });
    ({ isInside } = done);
    tell(marks.news(place + done.used));
    return done.used;
  });
  return marks.news(task.bytes);
}

/** The same for the records of a table; the header is the first. */
export function indexRecords(task: Task<'index-records'>, tell: (news: ScanNews) => void): ScanNews {
  const marks = new Marks(task.start, task.markEvery);
  eachBlock(task.file, task.start, task.bytes, (block, isEnd, place) => {
    const used = scanRecords(block, isEnd, task, (start) => {
      marks.begin(place + start, false);
    });
    tell(marks.news(place + used));
    return used;
  });
  return marks.news(task.bytes);
}
