import { parentPort } from 'node:worker_threads';
import { heldBytes } from '../../../platform/kept-threads.ts';
import { indexLines, indexRecords } from './build-index.ts';
import { queryRecords } from './query-records.ts';
import type { ScanMessage } from './scan-job.ts';
import type { ScanNews, ScanTask } from './scan-task.ts';
import { searchLines } from './search-lines.ts';
import { transcode } from './transcode.ts';

/** The thread of one scan at a time. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
const send = (message: ScanMessage): void => parentPort!.postMessage(message);

function work(task: ScanTask, tell: (news: ScanNews) => void): ScanNews {
  switch (task.kind) {
    case 'index-lines':
      return indexLines(task, tell);
    case 'index-records':
      return indexRecords(task, tell);
    case 'search-lines':
      return searchLines(task, tell);
    case 'query-records':
      return queryRecords(task, tell);
    case 'transcode':
      return transcode(task);
  }
}

parentPort!.on('message', (task: ScanTask) => {
  try {
    const news = work(task, (each) => send({ kind: 'news', news: each }));
    send({ kind: 'done', news, heldBytes: heldBytes() });
  } catch (error) {
    send({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
      code: (error as NodeJS.ErrnoException).code,
    });
  }
});
