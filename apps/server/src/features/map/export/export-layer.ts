import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDataPath, GromaError, type DataPath, type OperationRemark, type ProjectId } from '@groma/model';
import type { ExportFormat, ExportLoss, ExportReply } from '@groma/protocol';
import { Slots } from '../../../platform/jobs/slots.ts';
import type { User } from '../../../platform/session/sessions.ts';
import type { ImportOperations } from '../import-layers.ts';
import { readLog } from '../edit/edit-log.ts';
import { layerState, readLayerRow, requireVector } from '../layer-records.ts';
import type { MapParts } from '../map-parts.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import { definitionOf } from './crs-definition.ts';
import { EXPORT_FORMATS } from './export-format-table.ts';
import { convertExchange, type Converted } from './convert-exchange.ts';
import type { WriteFeatures, WriteProgress } from '../reader/worker-tasks.ts';
import { zipFolder } from './zip-folder.ts';

export interface WantedExport {
  mapId: string;
  projectId: ProjectId;
  user: User;
  layerId: string;
  format: ExportFormat;
  crs: string;
  fids: number[] | null;
  place: 'wkt' | 'lonlat';
  /** Where it goes among the files of the project; null for the temporary bucket. */
  path: string | null;
  replace: boolean;
  signal: AbortSignal;
}

const degrees = 'EPSG:4326';
const longestName = 120;
/** Exports made at once: each has a thread and may have a process. */
const slots = new Slots(2);

/** Share of the whole that writing the features takes where GDAL goes on with them. */
const writingShare = 50;

/** Writes a layer with its edits as a file, as an operation. It appears whole or not at all. @throws GromaError EXPORT_FAILED, FILE_EXISTS. */
export async function exportLayer(
  parts: MapParts,
  operations: ImportOperations,
  wanted: WantedExport,
): Promise<ExportReply> {
  const {
    database: { query },
    blobs,
    files,
  } = parts.platform;
  const row = await readLayerRow(query, wanted.mapId, wanted.layerId);
  requireVector(row);
  const name = `${fileNameOf(row.name)}.${EXPORT_FORMATS[wanted.format].extension}`;
  const target = targetOf(wanted, name);
  if (wanted.path !== null && !wanted.replace && (await files.stat(wanted.projectId, target)))
    throw new GromaError('FILE_EXISTS', { path: target });
  return operations.run(
    {
      projectId: wanted.projectId,
      userId: wanted.user.id,
      title: `Export ${row.name}`.slice(0, 255),
      task: 'export',
      subject: row.name,
    },
    (report, signal) =>
      slots.run(signal, async () => {
        const folder = await blobs.workFolder();
        const worker = new LayerWorker(blobs);
        const stop = (): void => {
          void worker.close();
        };
        signal.addEventListener('abort', stop);
        try {
          const log = await readLog(query, row.id, row.snapshotSeq);
          const source = { layer: layerState(row), log, fids: wanted.fids };
          const total = wanted.fids?.length ?? (row.manifest as { featureCount?: number } | null)?.featureCount ?? 0;
          const made = await make({
            worker,
            folder,
            signal,
            wanted,
            name,
            layerName: row.name,
            source,
            total,
            report: (progress) => report({ progress }),
          });
          signal.throwIfAborted();
          const bucket = wanted.path === null ? 'groma-temp' : 'groma';
          const { bytes } = await stat(made.file).then(({ size }) => ({ bytes: size }));
          await files.write(wanted.projectId, target, createReadStream(made.file), {
            bucket,
            ...(wanted.replace && { replace: true, trashedBy: wanted.user.id }),
          });
          report({ remarks: remarksOf(made) });
          if (bucket === 'groma')
            await parts.platform.bus.publish('files-changed', {
              projectId: wanted.projectId,
              path: target,
              folders: [target.slice(0, target.lastIndexOf('/')) || '/data'],
            });
          return {
            relative_path: target.slice(1),
            bucket,
            name,
            bytes,
            feature_count: made.count,
            renamed: made.renamed,
            is_cut: made.isCut,
            left_out: made.leftOut,
            losses: made.losses,
          };
        } catch (error) {
          if (signal.aborted) throw new GromaError('CANCELED', { name: `Export ${row.name}` });
          throw error;
        } finally {
          signal.removeEventListener('abort', stop);
          await worker.close();
          await rm(folder, { recursive: true, force: true });
        }
      }),
    wanted.signal,
  );
}

interface Making {
  worker: LayerWorker;
  folder: string;
  signal: AbortSignal;
  wanted: WantedExport;
  name: string;
  layerName: string;
  source: Extract<WriteFeatures['source'], { layer: unknown }>;
  total: number;
  report(progress: number): void;
}

interface Made extends Converted {
  file: string;
  count: number;
  leftOut: number;
  losses: ExportLoss[];
}

function remarksOf({ losses, renamed, leftOut, isCut }: Made): OperationRemark[] {
  return [
    ...losses,
    ...(renamed.length > 0
      ? [{ kind: 'renamed' as const, columns: renamed.map(({ from, to }) => `${from} → ${to}`) }]
      : []),
    ...(leftOut > 0 ? [{ kind: 'left-out' as const, count: leftOut }] : []),
    ...(isCut ? [{ kind: 'cut' as const }] : []),
  ];
}

async function make(making: Making): Promise<Made> {
  const { worker, folder, wanted, name, layerName, source, total, report, signal } = making;
  const form = EXPORT_FORMATS[wanted.format];
  const own = form.driver === null ? (wanted.format as 'geojson' | 'csv' | 'geoparquet') : null;
  const isDegrees = wanted.crs.toUpperCase() === degrees || form.degreesOnly === true;
  const crs = isDegrees ? null : await definitionOf(wanted.crs.toUpperCase(), signal);
  const output = join(folder, 'output');
  await mkdir(output);
  const request = { layerName, format: wanted.format, place: wanted.place, crs };
  const share = own !== null && isDegrees ? 100 : writingShare;
  const onCount = (count: number): void => report(Math.min(99, (count / Math.max(1, total)) * share));
  if (own !== null && isDegrees) {
    const file = join(output, name);
    const { count, done } = await write(worker, { ...request, form: own, path: file, source }, onCount);
    return { file, count, renamed: [], isCut: false, leftOut: 0, losses: done!.losses };
  }
  const exchange = join(folder, 'exchange.gpkg');
  const written = await write(
    worker,
    {
      ...request,
      form: form.oneKind ? 'exchange-by-kind' : own === null ? 'exchange' : 'exchange-to-return',
      path: exchange,
      source,
    },
    onCount,
  );
  const leftOut =
    form.placedOnly === true ? written.done!.tables.reduce((sum, { withoutPlace }) => sum + withoutPlace, 0) : 0;
  const count = written.count - leftOut;
  const { losses } = written.done!;
  if (leftOut > 0 && count === 0)
    throw new GromaError('EXPORT_FAILED', {
      detail: `No feature of the layer "${layerName}" has a place, and this format holds none without.`,
    });
  const converted = await convertExchange({
    exchange,
    output,
    written: written.done!,
    form,
    name,
    layerName,
    crs: crs?.code ?? degrees,
    signal,
    onProgress: (fraction) => report(share + fraction * (99 - share)),
  });
  const [first, ...more] = await readdir(output);
  if (first === undefined)
    throw new GromaError('EXPORT_FAILED', { detail: `The layer "${layerName}" has no feature to write.` });
  if (own !== null) {
    const file = join(folder, name);
    const { done } = await write(
      worker,
      { ...request, form: own, path: file, source: { exchange: join(output, first), columns: written.done!.columns } },
      () => undefined,
    );
    return { ...converted, file, count, leftOut, losses: done!.losses };
  }
  if (!form.oneKind && more.length === 0) return { ...converted, file: join(output, first), count, leftOut, losses };
  const file = join(folder, name);
  await zipFolder(output, file);
  return { ...converted, file, count, leftOut, losses };
}

/** Runs the thread to its end; the last thing it says is what it did. */
async function write(
  worker: LayerWorker,
  input: WriteFeatures,
  onCount: (count: number) => void,
): Promise<WriteProgress> {
  let last: WriteProgress = { count: 0 };
  for await (const piece of worker.stream('writeFeatures', input)) {
    last = JSON.parse(Buffer.from(piece).toString('utf8')) as WriteProgress;
    onCount(last.count);
  }
  return last;
}

function targetOf({ path, format }: WantedExport, name: string): DataPath {
  if (path === null) return parseDataPath(`/data/${crypto.randomUUID()}/${name}`);
  const full = withRoot(path);
  const { extension } = EXPORT_FORMATS[format];
  return parseDataPath(full.toLowerCase().endsWith(`.${extension}`) ? full : `${full}.${extension}`);
}

/** Paths of an export may begin with /data/, data/ or below it. */
export function withRoot(path: string): string {
  return /^\/?data(\/|$)/.test(path) ? `/${path.replace(/^\//, '')}` : `/data/${path.replace(/^\//, '')}`;
}

/** A layer's name as a file may be called. */
function fileNameOf(layerName: string): string {
  // oxlint-disable-next-line no-control-regex -- what file systems refuse
  const name = layerName.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  return (name || 'layer').slice(0, longestName);
}
