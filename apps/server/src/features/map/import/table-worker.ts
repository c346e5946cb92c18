import { parentPort, workerData } from 'node:worker_threads';
import { describeTable } from './describe-table.ts';
import { ImportError } from './import-error.ts';
import { previewTable } from './read-csv.ts';
import type { TableMessage, TableTask } from './table-thread.ts';

/** The thread that looks at one table. It is ended by force where nobody waits any more. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
const send = (message: TableMessage): void => parentPort!.postMessage(message);

const { kind, ...request } = workerData as TableTask;
const asked = { ...request, signal: new AbortController().signal };
try {
  send({ kind: 'done', found: kind === 'describe' ? await describeTable(asked) : await previewTable(asked) });
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
  send({ kind: 'failed', code: error.code, file: error.file, detail: error.detail });
}
