import { parentPort } from 'node:worker_threads';
import { compareOutputs } from './compare-outputs.ts';
import type { ComparedBlock } from './comparison.ts';

parentPort!.on('message', ({ published, ran }: ComparedBlock) => {
  void compareOutputs(published, ran).then((found) => {
    parentPort!.postMessage(found, []);
  });
});
