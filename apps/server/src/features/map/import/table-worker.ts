import { parentPort } from 'node:worker_threads';
import { heldBytes } from '../../../platform/kept-threads.ts';
import { describeTable } from './describe-table.ts';
import { ImportError } from './import-error.ts';
import { previewTable } from './read-csv.ts';
import type { TableMessage, TableTask } from './table-thread.ts';

/** The thread that looks at one table at a time. It is ended by force where nobody waits any more. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
const send = (message: TableMessage): void => parentPort!.postMessage(message);

async function look({ kind, ...request }: TableTask): Promise<void> {
  const asked = { ...request, signal: new AbortController().signal };
  try {
    const found = kind === 'describe' ? await describeTable(asked) : await previewTable(asked);
    send({ kind: 'done', found, heldBytes: heldBytes() });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    send({ kind: 'failed', code: error.code, file: error.file, detail: error.detail });
  }
}

// What is thrown ends the thread, and is heard as its error.
parentPort!.on('message', (task: TableTask) => void look(task));
