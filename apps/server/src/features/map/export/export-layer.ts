import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GromaError, type DataPath, type OperationRemark, type ProjectId, type UserId } from '@groma/model';
import type { ExportFormat, ExportLoss, ExportReply } from '@groma/protocol';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import type { OperationContext } from '../../../platform/operation/operation-kind.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Bucket } from '../../../platform/storage/file-store.ts';
import { readLog } from '../edit/edit-log.ts';
import { layerState, readLayerRow, requireVector, styleOf, type LayerRow } from '../record/layer-records.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import { definitionOf } from './crs-definition.ts';
import { EXPORT_FORMATS } from './export-format-table.ts';
import { convertExchange, type Converted } from './convert-exchange.ts';
import { joinedInput, joinedOrigins, readJoins } from '../edit/read-joins.ts';
import type { LayerJoinState, LogRow, WriteFeatures, WriteProgress } from '../reader/worker-tasks.ts';
import { zipFolder } from './zip-folder.ts';

export interface WantedExport {
  mapId: string;
  projectId: ProjectId;
  layerId: string;
  /** Name of the layer when the export was asked for. */
  layerName: string;
  format: ExportFormat;
  crs: string;
  fids: number[] | null;
  /** Whether the filter of the layer counts where no features are named. */
  filtered: boolean;
  place: 'wkt' | 'lonlat';
  bucket: Bucket;
  /** Where it goes in the bucket. */
  target: DataPath;
  /** Whoever has the right to replace a file of that name; its version goes to their trash. */
  replacedBy: UserId | null;
}

type ExportContext = OperationContext<ExportReply, ExportCheckpoint>;

/** What is known of the file before it appears. */
export interface ExportCheckpoint {
  reply: ExportReply;
  remarks: OperationRemark[];
  /** Identity of the file that stood there before; null where none did. */
  before: string | null;
  /** Null for a download. */
  origin: { of: Origin; authorId: UserId } | null;
}

const degrees = 'EPSG:4326';
const longestName = 120;
/** Exports made at once: each has a thread and may have a process. */
const slots = new Semaphore(2);

/** Share of the whole that writing the features takes where GDAL goes on with them. */
const writingShare = 50;

/** The file that an attempt was about to put there, where it has: one of its size that is not the one from before. */
export async function findExport(
  { platform }: MapParts,
  wanted: WantedExport,
  { reply, remarks, before, origin }: ExportCheckpoint,
): Promise<{ result: ExportReply; remarks: OperationRemark[] } | undefined> {
  const there = await platform.files.stat(wanted.projectId, wanted.target, wanted.bucket);
  if (there?.bytes !== reply.bytes || there.etag === before) return undefined;
  await publishExport(platform, wanted, origin);
  return { result: reply, remarks };
}

/** Notes how a file of the project was made, and tells of it. */
async function publishExport(
  platform: Platform,
  { projectId, bucket, target }: WantedExport,
  origin: ExportCheckpoint['origin'],
): Promise<void> {
  if (bucket !== 'groma') return;
  if (origin) await noteFileOrigin(platform, { projectId, path: target, authorId: origin.authorId }, origin.of);
  const folder = target.slice(0, target.lastIndexOf('/')) || '/data';
  await platform.bus.publish('files-changed', { projectId, path: target, folders: [folder] });
}

/**
 * Writes a layer with its edits as a file, which appears whole or not at all.
 * @throws GromaError EXPORT_FAILED, FILE_EXISTS
 */
export async function exportLayer(
  { platform }: MapParts,
  wanted: WantedExport,
  { id, userId, signal, report, keep }: Pick<ExportContext, 'id' | 'userId' | 'signal' | 'report' | 'keep'>,
): Promise<ExportReply> {
  const { database, blobs, files } = platform;
  const { projectId, bucket, target } = wanted;
  const row = await readLayerRow(database.query, wanted.mapId, wanted.layerId);
  requireVector(row);
  return slots.run(signal, async () => {
    const folder = await blobs.workFolder();
    const worker = new LayerWorker(blobs);
    const stop = (): void => {
      void worker.close();
    };
    signal.addEventListener('abort', stop);
    try {
      const log = await readLog(database.query, row.id, row.snapshotSeq);
      const filter = wanted.filtered && wanted.fids === null ? styleOf(row).filter : [];
      const joins = await readJoins(database.query, row);
      const source = { layer: layerState(row), log, fids: wanted.fids, filter, joins };
      const total = wanted.fids?.length ?? (row.manifest as { featureCount?: number } | null)?.featureCount ?? 0;
      const name = exportName(wanted);
      const made = await makeFile({
        worker,
        folder,
        signal,
        wanted,
        name,
        layerName: wanted.layerName,
        source,
        total,
        report: (progress) => {
          report({ progress });
        },
      });
      signal.throwIfAborted();
      const remarks = remarksOf(made);
      report({ remarks });
      const reply: ExportReply = {
        relative_path: target.slice(1),
        bucket,
        name,
        bytes: (await stat(made.file)).size,
        feature_count: made.count,
        renamed: made.renamed,
        is_cut: made.isCut,
        left_out: made.leftOut,
        losses: made.losses,
      };
      const before = (await files.stat(projectId, target, bucket))?.etag ?? null;
      const origin = bucket === 'groma' ? { of: originOf(wanted, row, source, id), authorId: userId } : null;
      await keep({ reply, remarks, before, origin });
      await files.write(projectId, target, createReadStream(made.file), {
        bucket,
        ...(wanted.replacedBy && { replace: true, trashedBy: wanted.replacedBy }),
      });
      await publishExport(platform, wanted, origin);
      return reply;
    } finally {
      signal.removeEventListener('abort', stop);
      await worker.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

function originOf(
  { mapId, format, crs, place, fids, filtered }: WantedExport,
  row: LayerRow,
  { log, joins }: { log: LogRow[]; joins: readonly LayerJoinState[] },
  operationId: string,
): Origin {
  return {
    kind: 'export',
    doer: format,
    parameters: { crs, place, ...(filtered && styleOf(row).filter.length > 0 && { filtered }) },
    inputs: [
      {
        input: 'layer',
        sourceMapId: mapId,
        sourceLayerId: row.id,
        sourcePath: null,
        sourceName: row.name,
        version: log.at(-1)?.seq ?? row.snapshotSeq,
        features: fids,
      },
      ...joinedOrigins(mapId, joins).map((joined, index) => ({ input: joinedInput('layer', index), ...joined })),
    ],
    operationId,
  };
}

/** What a file is made of, and as what. */
export interface Making {
  worker: LayerWorker;
  folder: string;
  signal: AbortSignal;
  wanted: Pick<WantedExport, 'format' | 'crs' | 'place'>;
  name: string;
  layerName: string;
  source: Extract<WriteFeatures['source'], { layer: unknown }>;
  total: number;
  report(progress: number): void;
}

export interface Made extends Converted {
  file: string;
  count: number;
  leftOut: number;
  losses: ExportLoss[];
}

/** What is to be said of a file. */
export function remarksOf({ losses, renamed, leftOut, isCut }: Made): OperationRemark[] {
  return [
    ...losses,
    ...(renamed.length > 0
      ? [{ kind: 'renamed' as const, columns: renamed.map(({ from, to }) => `${from} → ${to}`) }]
      : []),
    ...(leftOut > 0 ? [{ kind: 'left-out' as const, count: leftOut }] : []),
    ...(isCut ? [{ kind: 'cut' as const }] : []),
  ];
}

/** Writes features into a file of a folder, in one step or by GDAL. @throws GromaError EXPORT_FAILED */
export async function makeFile(making: Making): Promise<Made> {
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

/** Paths of an export may begin with /data/, data/ or below it. */
export function withRoot(path: string): string {
  return /^\/?data(\/|$)/.test(path) ? `/${path.replace(/^\//, '')}` : `/data/${path.replace(/^\//, '')}`;
}

/** Name of the file that a layer becomes. */
export function exportName({ layerName, format }: Pick<WantedExport, 'layerName' | 'format'>): string {
  return `${fileNameOf(layerName)}.${EXPORT_FORMATS[format].extension}`;
}

/** A layer's name as a file may be called. */
function fileNameOf(layerName: string): string {
  // oxlint-disable-next-line no-control-regex -- what file systems refuse
  const name = layerName.replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  return (name || 'layer').slice(0, longestName);
}
