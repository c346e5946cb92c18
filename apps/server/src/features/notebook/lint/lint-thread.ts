import { parentPort } from 'node:worker_threads';
import { lintCells } from './lint-cells.ts';

/** What the thread is asked, and answers. */
export interface LintTask {
  id: number;
  cells: string[];
  names: string[];
}

const port = parentPort;
if (!port) throw new Error('This file is the start of a worker thread.');
port.on('message', ({ id, cells, names }: LintTask) => {
  port.postMessage({ id, diagnostics: lintCells(cells, names) });
});
