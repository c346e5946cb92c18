import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LegacyEncoding } from '@groma/model';
import { checkFile } from './check-file.ts';
import { findGdal } from '../../../platform/gdal/gdal-sandbox.ts';
import { KeptThreads } from '../../../platform/kept-threads.ts';
import { ImportError } from './import-error.ts';
import { timeLimitMs } from './import-limits.ts';
import type { ImportProgress, ImportedLayer, TableReading } from './imported-layer.ts';
import type { ToWorker, WorkerMessage, WorkerTask } from './import-worker.ts';

/** A worker that says nothing for so long is caught in a file that leads a library astray. */
const SILENCE_LIMIT_MS = 120_000;
/** How long a worker may take to stop its child process before it is ended by force. */
const STOP_GRACE_MS = 2_000;
const threads = new KeptThreads(new URL('./import-worker.ts', import.meta.url), { heapMegabytes: 2048 });

export type ImportRequest = {
  /** Real path of the main file; companions (.shx, .dbf, .prj …) lie beside it under the same base name. */
  sourcePath: string;
  /** Name of the file as the person knows it, with its extension; used in layer names and messages. */
  fileName: string;
  /** An existing folder the snapshots are written to; a failed import leaves nothing in it. */
  workFolder: string;
  /** The coordinate system to read with, such as `EPSG:32633`, for a file that does not say its own. */
  assumedCrs?: string;
  table?: TableReading;
  /** The file holds rows of a query; they lie where this column says. */
  geometryColumn?: string;
  /** With it, that of the longitudes; this one holds the latitudes, both in degrees. */
  latitudeColumn?: string;
  /** The file holds rows of a query; they lie where the first column of geometries says. */
  isRows?: true;
  /** A table without places is taken for its rows. */
  takesRows?: true;
  /** The encoding of the text, for a file that does not say its own, or says a wrong one. */
  encoding?: LegacyEncoding;
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /** Milliseconds after which a reader that says nothing is ended. */
  silenceLimit?: number;
};

/**
 * Reads a vector file into layer snapshots, in a worker thread and, for most formats, by GDAL in a sandboxed child
 * process. A file of several layers gives several; one without features gives an empty layer and a warning. Rows that
 * cannot become features are left out and reported; a file of which no row is left is refused.
 * Throws `ImportError`, whose message names the file.
 */
export async function importVectorFile(request: ImportRequest): Promise<ImportedLayer[]> {
  const { sourcePath, fileName, workFolder, assumedCrs, geometryColumn, latitudeColumn } = request;
  const format = geometryColumn === undefined && !request.isRows ? await checkFile(sourcePath, fileName) : 'query-rows';
  if (assumedCrs !== undefined && !/^EPSG:\d{1,7}$/i.test(assumedCrs))
    throw new ImportError('unknown-crs', fileName, `"${assumedCrs}" is no EPSG code`);
  try {
    const layers = await runWorker(
      {
        format,
        sourcePath,
        fileName,
        workFolder,
        assumedCrs: assumedCrs?.toUpperCase() ?? null,
        table: request.table ?? {},
        ...(geometryColumn !== undefined && { geometryColumn }),
        ...(latitudeColumn !== undefined && { latitudeColumn }),
        ...(request.takesRows && { takesRows: true }),
        encoding: request.encoding ?? null,
        gdal: await findGdal(),
      },
      request,
    );
    return request.takesRows ? layers.map(withoutNeedlessWarning) : layers;
  } catch (error) {
    await removeLayers(workFolder);
    throw error;
  }
}

/** That the rows of a table have no place is as it should be. */
function withoutNeedlessWarning(layer: ImportedLayer): ImportedLayer {
  const { parts } = layer.manifest;
  const isTable = parts.length > 0 && parts.every(({ kind }) => kind === 'none');
  return isTable ? { ...layer, warnings: layer.warnings.filter(({ code }) => code !== 'no-geometry') } : layer;
}

function runWorker(
  task: WorkerTask,
  { signal, onProgress, fileName, silenceLimit = SILENCE_LIMIT_MS }: ImportRequest,
): Promise<ImportedLayer[]> {
  const worker = threads.take();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  const tell = (message: ToWorker): void => worker.postMessage(message);
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  const stopped = signal ? AbortSignal.any([signal, timeLimit]) : timeLimit;
  const stop = (): void => {
    tell({ kind: 'stop' });
    setTimeout(() => void worker.terminate(), STOP_GRACE_MS).unref();
  };
  return new Promise((resolve, reject) => {
    let answer: WorkerMessage | null = null;
    let isSilent = false;
    const silence = setTimeout(() => {
      isSilent = true;
      void worker.terminate();
    }, silenceLimit);
    worker.on('message', (message: WorkerMessage) => {
      silence.refresh();
      if (message.kind === 'progress') return onProgress?.(message.progress);
      if (message.kind === 'alive') return;
      answer = message;
      // Of a file that was read to its end nothing is left in the thread.
      if (message.kind === 'done' && !stopped.aborted) {
        forget();
        threads.keep(worker, message.heldBytes);
        resolve(message.layers);
      } else void worker.terminate();
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ImportError('too-complex', fileName) : error),
    );
    // The worker's end is waited for, so that nothing writes into the work folder any more when the caller goes on.
    worker.on('exit', () => {
      forget();
      if (stopped.aborted) reject(new ImportError(timeLimit.aborted ? 'timed-out' : 'canceled', fileName));
      else if (isSilent) reject(new ImportError('unreadable', fileName, 'its reader came to no end'));
      else settle(answer, fileName, resolve, reject);
    });
    const forget = (): void => {
      clearTimeout(silence);
      stopped.removeEventListener('abort', stop);
    };
    tell({ kind: 'task', task });
    if (stopped.aborted) stop();
    else stopped.addEventListener('abort', stop);
  });
}

function settle(
  answer: WorkerMessage | null,
  fileName: string,
  resolve: (layers: ImportedLayer[]) => void,
  reject: (error: Error) => void,
): void {
  if (answer?.kind === 'done') resolve(answer.layers);
  else if (answer?.kind === 'failed') reject(new ImportError(answer.code, answer.file ?? fileName, answer.detail));
  else
    reject(
      new Error(answer?.kind === 'crashed' ? answer.message : `The import of "${fileName}" ended without an answer`),
    );
}

async function removeLayers(workFolder: string): Promise<void> {
  const entries = await readdir(workFolder).catch(() => []);
  await Promise.all(
    entries
      .filter((entry) => /^(layer-\d+|unpacked|recoded|cleaned)$/.test(entry))
      .map((entry) => rm(join(workFolder, entry), { recursive: true, force: true })),
  );
}
