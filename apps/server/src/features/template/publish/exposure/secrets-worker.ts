import { parentPort } from 'node:worker_threads';
import { findSecrets } from './find-secrets.ts';

parentPort!.on('message', (text: string) => {
  parentPort!.postMessage(findSecrets(text), []);
});
