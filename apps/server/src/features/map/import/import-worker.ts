import { parentPort } from 'node:worker_threads';
import type { FileFormat } from '@groma/geo';
import { GdalMissing } from '../../../platform/gdal/gdal-sandbox.ts';
import { heldBytes } from '../../../platform/kept-threads.ts';
import { ImportError } from './import-error.ts';
import type { ImportProgress, ImportedLayer, ReadRequest } from './imported-layer.ts';
import { withAccuracy } from './position-accuracy.ts';
import { readGdal } from './read-gdal.ts';
import { withUtf8 } from './recode-text.ts';

/** What the worker is told and what it says; it has one task at a time. */
export type WorkerTask = Omit<ReadRequest, 'signal' | 'onProgress'> & { format: FileFormat | 'query-rows' };
export type ToWorker = { kind: 'task'; task: WorkerTask } | { kind: 'stop' };
export type WorkerMessage =
  | { kind: 'progress'; progress: ImportProgress }
  /** Said while nothing else is: the worker waits for a child process or a disk. */
  | { kind: 'alive' }
  | { kind: 'done'; layers: ImportedLayer[]; heldBytes: number }
  | { kind: 'failed'; code: ImportError['code']; detail: string; file?: string }
  | { kind: 'crashed'; message: string };

let stop = new AbortController();

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
const send = (message: WorkerMessage): void => parentPort!.postMessage(message);

parentPort!.on('message', (message: ToWorker) => {
  if (message.kind === 'stop') stop.abort();
  else void carryOut(message.task);
});

async function carryOut(task: WorkerTask): Promise<void> {
  stop = new AbortController();
  const { signal } = stop;
  const request: ReadRequest = { ...task, signal, onProgress: (progress) => send({ kind: 'progress', progress }) };
  const alive = setInterval(() => send({ kind: 'alive' }), 5_000);
  try {
    const layers = await withAccuracy(requireSomething(await read(task.format, request), request.fileName), request);
    send({ kind: 'done', layers, heldBytes: heldBytes() });
  } catch (error) {
    send(failure(error, signal));
  } finally {
    clearInterval(alive);
  }
}

/** Readers are loaded where they are wanted: each thread loads its own. */
async function read(format: WorkerTask['format'], asked: ReadRequest): Promise<ImportedLayer[]> {
  switch (format) {
    case 'geojson':
      return withUtf8(asked, (await import('./read-geojson.ts')).readGeoJson);
    case 'csv':
      return (await import('./read-csv.ts')).readCsv(asked);
    case 'geoparquet':
      return (await import('./read-geoparquet.ts')).readGeoParquet(asked);
    case 'query-rows':
      return (await import('./read-query-rows.ts')).readQueryRows(asked);
    case 'zip':
      return (await import('./read-zip.ts')).readZip(asked, read);
    case 'kml':
    case 'gpx':
    case 'gml':
    case 'topojson':
      return withUtf8(asked, (recoded) => readGdal(format, recoded));
    case 'spreadsheet':
      return (await import('./workbook-dates.ts')).withTimesOfDay(asked, (request) => readGdal(format, request));
    default:
      return readGdal(format, asked);
  }
}

/** A file of which every row was left out is refused, for the reason of the first. */
function requireSomething(layers: ImportedLayer[], fileName: string): ImportedLayer[] {
  const reports = layers.flatMap(({ leftOut }) => leftOut ?? []);
  const [first] = reports.flatMap((report) => report.first);
  if (!first || layers.some(({ featureCount }) => featureCount > 0)) return layers;
  const count = reports.reduce((sum, report) => sum + report.count, 0);
  const isPlace = reports.every(({ reasons }) =>
    reasons.every(({ reason }) => reason === 'out-of-range' || reason === 'outside-crs'),
  );
  throw new ImportError(
    isPlace ? 'coordinates-out-of-range' : 'all-left-out',
    fileName,
    `row ${first.row}: ${first.detail}${count > 1 ? ` (and ${count - 1} more)` : ''}`,
  );
}

function failure(error: unknown, signal: AbortSignal): WorkerMessage {
  if (error instanceof ImportError) return { kind: 'failed', code: error.code, detail: error.detail, file: error.file };
  if (signal.aborted) return { kind: 'failed', code: 'canceled', detail: '' };
  if (error instanceof GdalMissing) return { kind: 'failed', code: 'format-unavailable', detail: error.message };
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return { kind: 'failed', code: 'disk-full', detail: '' };
  if (error instanceof RangeError) return { kind: 'failed', code: 'too-complex', detail: '' };
  return { kind: 'crashed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
