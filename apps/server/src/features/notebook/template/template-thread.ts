import { Worker } from 'node:worker_threads';
import { GromaError, type ErrorCode, type ErrorDetails } from '@groma/model';
import { templateWork, type TemplateWork } from './build-template.ts';

type Made<Work extends TemplateWork> = ReturnType<(typeof templateWork)[Work]>;
export interface TemplateTask {
  work: TemplateWork;
  template: unknown;
}
export type TemplateAnswer =
  | { kind: 'done'; made: Made<TemplateWork> }
  | { kind: 'refused'; code: ErrorCode; details: ErrorDetails };

/** Heap of a thread; a body of 15 MB with as many blocks as are allowed takes up about half of it. */
const heapMegabytes = 512;
/** Templates that are read at once; the rest wait in order. */
const mostThreads = 2;
/** Characters and values of a template that is read at once where it came, which takes some milliseconds. */
const smallWeight = 20_000;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Does work on the template of a notebook: a small one at once, a large one in a thread of its own, so that others are
 * served meanwhile.
 * @throws GromaError BAD_NOTEBOOK_TEMPLATE, NOTEBOOK_TOO_LONG
 */
export async function workOnTemplate<Work extends TemplateWork>(work: Work, template: unknown): Promise<Made<Work>> {
  if (isSmall(template)) return templateWork[work](template) as Made<Work>;
  if (running >= mostThreads)
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  running += 1;
  try {
    return (await runThread({ work, template })) as Made<Work>;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Looks at no more of a template than makes it large. */
export function isSmall(template: unknown): boolean {
  const left: unknown[] = [template];
  let weight = 0;
  while (left.length > 0) {
    const value = left.pop();
    weight += typeof value === 'string' ? value.length + 1 : 1;
    if (weight > smallWeight) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value) && value.length > smallWeight) return false;
    for (const each of Object.values(value)) left.push(each);
  }
  return true;
}

function runThread(task: TemplateTask): Promise<Made<TemplateWork>> {
  const worker = new Worker(new URL('./template-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  return new Promise((resolve, reject) => {
    worker.on('message', (answer: TemplateAnswer) => {
      if (answer.kind === 'done') resolve(answer.made);
      else reject(new GromaError(answer.code, answer.details));
    });
    worker.on('error', (error) => {
      const isFull = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(
        isFull
          ? new GromaError('BAD_NOTEBOOK_TEMPLATE', { detail: 'reading it takes more memory than there is. Split it.' })
          : (error as Error),
      );
    });
    worker.on('exit', () => {
      reject(new Error('The thread that read a template ended without an answer'));
    });
  });
}
