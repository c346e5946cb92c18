import { parentPort, workerData } from 'node:worker_threads';
import { GromaError } from '@groma/model';
import { templateWork } from './build-template.ts';
import type { TemplateAnswer, TemplateTask } from './template-thread.ts';

/** The thread of one template. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
const send = (answer: TemplateAnswer): void => parentPort!.postMessage(answer);

const { work, template } = workerData as TemplateTask;
try {
  send({ kind: 'done', made: templateWork[work](template) });
} catch (error) {
  if (!(error instanceof GromaError)) throw error;
  send({ kind: 'refused', code: error.code, details: error.details });
}
