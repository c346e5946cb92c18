import { parentPort } from 'node:worker_threads';
import type { WholeOutput } from '@groma/model';
import { compareOutputs } from './compare-outputs.ts';

parentPort!.on('message', ({ published, ran }: { published: WholeOutput[]; ran: WholeOutput[] }) => {
  void compareOutputs(published, ran).then((found) => {
    parentPort!.postMessage(found, []);
  });
});
