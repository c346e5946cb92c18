import type { ImportPreview } from '@groma/protocol';
import { KeptThreads } from '../../../platform/kept-threads.ts';
import type { FileDescription } from './file-description.ts';
import { ImportError, type ImportErrorCode } from './import-error.ts';
import type { TableRequest } from './table-text.ts';

export type TableTask = Omit<TableRequest, 'signal'> & { kind: 'describe' | 'preview' };
export type TableMessage =
  | { kind: 'done'; found: FileDescription | NonNullable<ImportPreview['table']>; heldBytes: number }
  | { kind: 'failed'; code: ImportErrorCode; file: string; detail: string };

const threads = new KeptThreads(new URL('./table-worker.ts', import.meta.url), { heapMegabytes: 512 });

/**
 * Says what a table of text holds; it is read to its end in a thread of its own.
 * @throws ImportError, the signal's reason.
 */
export function describeTableAside(request: TableRequest): Promise<FileDescription> {
  return inThread('describe', request) as Promise<FileDescription>;
}

/**
 * The head of a table, read in a thread of its own: its encoding may be known only at its end.
 * @throws ImportError, the signal's reason.
 */
export function previewTableAside(request: TableRequest): Promise<NonNullable<ImportPreview['table']>> {
  return inThread('preview', request) as Promise<NonNullable<ImportPreview['table']>>;
}

async function inThread(
  kind: TableTask['kind'],
  { sourcePath, fileName, encoding, table, signal }: TableRequest,
): Promise<unknown> {
  signal.throwIfAborted();
  const worker = threads.take();
  const stop = (): void => void worker.terminate();
  signal.addEventListener('abort', stop);
  let answer: TableMessage | null = null;
  let failure: NodeJS.ErrnoException | null = null;
  worker.on('error', (error) => (failure = error as NodeJS.ErrnoException));
  // The file is not taken away while the thread still reads it.
  await new Promise<void>((resolve) => {
    worker.on('message', (message: TableMessage) => {
      answer = message;
      if (message.kind === 'failed' || signal.aborted) return stop();
      threads.keep(worker, message.heldBytes);
      resolve();
    });
    worker.on('exit', () => resolve());
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    worker.postMessage({ kind, sourcePath, fileName, encoding, table } satisfies TableTask);
  });
  signal.removeEventListener('abort', stop);
  return settled(answer, failure, fileName, signal);
}

function settled(
  answer: TableMessage | null,
  failure: NodeJS.ErrnoException | null,
  fileName: string,
  signal: AbortSignal,
): unknown {
  if (answer?.kind === 'done') return answer.found;
  if (answer) throw new ImportError(answer.code, answer.file, answer.detail);
  signal.throwIfAborted();
  if (failure?.code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ImportError('too-complex', fileName);
  throw failure ?? new Error(`The thread that looked at "${fileName}" ended without an answer`);
}
