import { parentPort, workerData } from 'node:worker_threads';
import { GromaError } from '@groma/model';
import { RasterError } from '@groma/raster';
import { OpenRasters } from '../render/open-rasters.ts';
import { describeRaster } from '../render/describe-raster.ts';
import { describePlace } from '../render/describe-place.ts';
import { measureRaster } from '../render/measure-raster.ts';
import { readPoint } from '../render/read-point.ts';
import { renderPicture } from '../render/render-picture.ts';
import { validateCog } from '../render/validate-cog.ts';
import { FileChanged } from '../../../platform/outbound/address-version.ts';
import { raced } from '../../../platform/jobs/shared-work.ts';
import type { FromThread, RasterTask, ToThread } from './raster-task.ts';

const port = parentPort!;
const { cacheBytes, outboundAllowed } = workerData as { cacheBytes: number; outboundAllowed: readonly string[] };
const rasters = new OpenRasters(cacheBytes, outboundAllowed);
const running = new Map<number, AbortController>();

port.on('message', (message: ToThread) => {
  if (message.kind === 'cancel') running.get(message.id)?.abort();
  else void answer(message.id, message.task);
});
port.postMessage({ kind: 'ready' } satisfies FromThread);

async function answer(id: number, task: RasterTask): Promise<void> {
  const aborter = new AbortController();
  running.set(id, aborter);
  try {
    // Whoever cancels is answered at once, also where the work does not look at the signal: silence means that the
    // thread hangs.
    const value = await raced(work(task, aborter.signal), aborter.signal);
    const moved =
      value instanceof Uint8Array && value.byteLength === value.buffer.byteLength ? [value.buffer as ArrayBuffer] : [];
    port.postMessage({ kind: 'answer', id, value } satisfies FromThread, moved);
  } catch (error) {
    port.postMessage(failureOf(id, task, error));
  } finally {
    running.delete(id);
  }
}

async function work(task: RasterTask, signal: AbortSignal): Promise<unknown> {
  const raster = await rasters.open(task.source, signal);
  signal.throwIfAborted();
  switch (task.kind) {
    case 'info':
      return describeRaster(raster, signal);
    case 'place':
      return describePlace(raster);
    case 'validate':
      return validateCog(raster);
    case 'statistics':
      return measureRaster(raster, task, signal);
    case 'point':
      return readPoint(raster, task, signal);
    case 'picture':
      return renderPicture(raster, task, signal);
  }
}

/** A failure of the file names the file; what is asked wrongly says what. */
function failureOf(id: number, { source: { name } }: RasterTask, error: unknown): FromThread {
  if (error instanceof FileChanged) return { kind: 'changed', id };
  if (error instanceof GromaError)
    return { kind: 'failure', id, code: error.code, details: { ...error.details }, message: error.message };
  if (error instanceof RasterError) {
    if (error.code === 'BAD_REQUEST')
      return { kind: 'failure', id, code: 'BAD_INPUT', details: { detail: error.message }, message: error.message };
    return {
      kind: 'failure',
      id,
      code: 'FILE_UNREADABLE',
      details: { name, detail: error.message, ...(error.code === 'UNSUPPORTED' && { reason: 'unsupported' }) },
      message: error.message,
    };
  }
  // Sizes that a tampered file claims, and no array can have.
  if (error instanceof RangeError)
    return {
      kind: 'failure',
      id,
      code: 'FILE_UNREADABLE',
      details: { name, detail: 'The file is damaged.' },
      message: error.message,
    };
  return {
    kind: 'failure',
    id,
    code: null,
    details: {},
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
