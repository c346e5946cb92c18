import { parentPort, workerData } from 'node:worker_threads';
import { writeArrowTable } from './arrow-table.ts';

const { from, to } = workerData as { from: string; to: string };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(await writeArrowTable(from, to));
