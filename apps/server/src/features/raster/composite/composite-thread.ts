import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { GromaError } from '@groma/model';
import { gridPart, RasterError } from '@groma/raster';
import { FileChanged } from '../../../platform/outbound/address-version.ts';
import { OpenRasters } from '../render/open-rasters.ts';
import type { OpenRaster } from '../render/open-raster.ts';
import type { RasterSource } from '../pool/raster-task.ts';
import { systemBy } from '../source/find-system.ts';
import { layOut } from './lay-out.ts';
import { composePart, openComposite } from './open-composite.ts';
import { tileSide, type CompositeTask, type FromCompositeThread, type ToCompositeThread } from './composite-task.ts';

const port = parentPort!;
const { cacheBytes, outboundAllowed } = workerData as { cacheBytes: number; outboundAllowed: readonly string[] };
/** All files of a composite stay open. */
const mostOpen = 1_000;
const rasters = new OpenRasters(cacheBytes, outboundAllowed, mostOpen);
// Who wants it no more ends the thread.
const { signal } = new AbortController();

port.on('message', ({ id, task }: ToCompositeThread) => {
  work(task).then(
    () => port.postMessage({ kind: 'answer', id } satisfies FromCompositeThread),
    (error: unknown) => port.postMessage(failureOf(id, error)),
  );
});

async function work({ source, file, column, row }: CompositeTask): Promise<void> {
  const opened = openComposite(source, await Promise.all(source.files.map(openFile)));
  const system = await systemBy(source.grid.system);
  const part = { x: column * tileSide, y: row * tileSide, width: tileSide, height: tileSide };
  const target = gridPart(source.grid, part, async (positions) => system!.projection.toDegrees(positions));
  const made = await composePart(opened, target, { clip: source.clip });
  const tiff = layOut(source, file);
  const handle = await open(file.path, 'r+');
  try {
    for (const [band, values] of made.entries())
      // oxlint-disable-next-line no-await-in-loop
      await handle.write(tiff.pack(values), 0, tiff.tileBytes, tiff.offsetOf(band, column, row));
  } finally {
    await handle.close();
  }
}

/** @throws GromaError FILE_UNREADABLE naming the file */
async function openFile(source: RasterSource): Promise<OpenRaster> {
  try {
    return await rasters.open(source, signal);
  } catch (error) {
    throw named(source.name, error);
  }
}

/** What is wrong with a file, so that its name is told. */
function named(name: string, error: unknown): unknown {
  if (error instanceof FileChanged)
    return new GromaError('FILE_UNREADABLE', { name, detail: 'It changes while it is read.' });
  return error instanceof RasterError ? new GromaError('FILE_UNREADABLE', { name, detail: error.message }) : error;
}

function failureOf(id: number, error: unknown): FromCompositeThread {
  const told = named('a scene', error);
  const message = told instanceof Error ? told.message : String(told);
  if (told instanceof GromaError)
    return { kind: 'failure', id, code: told.code, details: { ...told.details }, message };
  if (told instanceof RangeError)
    return {
      kind: 'failure',
      id,
      code: 'FILE_UNREADABLE',
      details: { name: 'a scene', detail: 'The file is damaged.' },
      message,
    };
  return { kind: 'failure', id, code: null, details: {}, message: (error as Error | null)?.stack ?? message };
}
