import { parentPort } from 'node:worker_threads';
import { firstRowsAsCsv, presentRows, type CsvTask, type PresentTask } from './present-rows.ts';

// oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', ({ id, task }: { id: number; task: PresentTask | CsvTask }) => {
  try {
    parentPort?.postMessage({ id, bytes: task.form === 'csv-of-stream' ? firstRowsAsCsv(task) : presentRows(task) });
  } catch (error) {
    parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});
