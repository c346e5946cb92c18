import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { listWindow } from './list-window.ts';
import type { Found, Given, StorageTask } from './storage-task.ts';
import { measure, search } from './walk.ts';

const pieceBytes = 4 * 1024 * 1024;

function hash(fd: number, bytes: number): string {
  const sum = createHash('sha256');
  const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, bytes)));
  for (let position = 0; position < bytes;) {
    const length = readSync(fd, piece, 0, Math.min(piece.length, bytes - position), position);
    if (length === 0) throw new Error(`The file ended after ${position} of ${bytes} bytes.`);
    sum.update(piece.subarray(0, length));
    position += length;
  }
  return sum.digest('hex');
}

const tasks: { [Task in StorageTask]: (given: Given<Task>) => Found<Task> } = {
  list: ({ fd, window }) => listWindow(fd, window),
  search: ({ fd, words, limit, milliseconds }) => search(fd, words, limit, milliseconds),
  measure: ({ fd }) => measure(fd),
  hash: ({ fd, bytes }) => hash(fd, bytes),
};

parentPort!.on('message', ({ id, task, given }: { id: number; task: StorageTask; given: never }) => {
  try {
    parentPort!.postMessage({ id, found: tasks[task](given) }, []);
  } catch (error) {
    parentPort!.postMessage({ id, error }, []);
  }
});
