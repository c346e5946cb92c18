import { parentPort, workerData } from 'node:worker_threads';
import { GromaError } from '@groma/model';
import { RasterError, TooManyValues } from '@groma/raster';
import { OpenRasters } from '../render/open-rasters.ts';
import type { RasterSource } from '../pool/raster-task.ts';
import { FileChanged } from '../../../platform/outbound/address-version.ts';
import { copyPart } from './copy-part.ts';
import { makeFile } from './make-file.ts';
import { answerForest, answerQuestion } from './answer-question.ts';
import type { FromImageThread, ToImageThread } from './image-question.ts';

const port = parentPort!;
const { cacheBytes, outboundAllowed } = workerData as { cacheBytes: number; outboundAllowed: readonly string[] };
const rasters = new OpenRasters(cacheBytes, outboundAllowed);

port.on('message', (message: ToImageThread) => {
  void answer(message);
});

async function answer({ id, source, question }: ToImageThread): Promise<void> {
  try {
    const open = (each: RasterSource) => rasters.open(each, new AbortController().signal);
    const raster = await open(source);
    const onProgress = (fraction: number) =>
      port.postMessage({ kind: 'progress', id, fraction } satisfies FromImageThread);
    const work = async () => {
      if (question.kind === 'copy') return copyPart(raster, question, onProgress);
      if (question.kind === 'forest') return answerForest(raster, await open(question.loss), question);
      if (question.kind !== 'make') return answerQuestion(raster, question);
      return makeFile([raster, ...(await Promise.all(question.others.map(open)))], question, onProgress);
    };
    const value = await work();
    const moved = value instanceof Float64Array ? [value.buffer as ArrayBuffer] : [];
    port.postMessage({ kind: 'answer', id, value } satisfies FromImageThread, moved);
  } catch (error) {
    port.postMessage(failureOf(id, source.name, error));
  }
}

function failureOf(id: number, name: string, error: unknown): FromImageThread {
  if (error instanceof FileChanged) return { kind: 'changed', id };
  if (error instanceof GromaError)
    return { kind: 'failure', id, code: error.code, details: { ...error.details }, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TooManyValues)
    return { kind: 'failure', id, code: 'TOOL_TOO_MANY_VALUES', details: {}, message };
  // Sizes that a tampered file claims, and no array can have.
  if (error instanceof RasterError || error instanceof RangeError) {
    const detail = error instanceof RasterError ? message : 'The file is damaged.';
    return { kind: 'failure', id, code: 'FILE_UNREADABLE', details: { name, detail }, message };
  }
  return { kind: 'failure', id, code: null, details: {}, message: (error as Error | null)?.stack ?? message };
}
