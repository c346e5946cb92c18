import { parentPort } from 'node:worker_threads';
import { presentRows, type PresentTask } from './present-rows.ts';

// oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', ({ id, task }: { id: number; task: PresentTask }) => {
  try {
    parentPort?.postMessage({ id, bytes: presentRows(task) });
  } catch (error) {
    parentPort?.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});
