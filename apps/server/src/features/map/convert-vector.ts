import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { baseName, newId, type OperationRemark } from '@groma/model';
import type { ExportFormat } from '@groma/protocol';
import { Semaphore } from '../../platform/jobs/semaphore.ts';
import type { Platform } from '../../platform/platform.ts';
import { EXPORT_FORMATS } from './export/export-format-table.ts';
import { makeFile, remarksOf } from './export/export-layer.ts';
import {
  asGromaError,
  copyVectorFile,
  groupOf,
  importVectorFile,
  requireFile,
  ImportError,
  type ImportedLayer,
  type SourceFile,
} from './import/index.ts';
import { LayerWorker } from './reader/layer-worker.ts';
import { writeWhole } from './write-whole.ts';

/** Formats that vector files are converted to. */
type VectorFormat = Exclude<ExportFormat, 'csv'> | 'kmz';

export interface WantedVector extends SourceFile {
  format: VectorFormat;
  /** `EPSG:n` of a source that does not say it. */
  crs: string | undefined;
  /** An empty folder of the caller, in which the files are made. */
  folder: string;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress(fraction: number): void;
}

/** What a vector file has become: a file for each of its layers. */
export interface ConvertedVector {
  layers: { name: string; file: string }[];
  /** What was changed or lost, in words or by kind. */
  remarks: OperationRemark[];
}

const degrees = 'EPSG:4326';
/** These are in longitude and latitude by their standards. */
const inDegrees: ReadonlySet<VectorFormat> = new Set(['geojson', 'kml', 'kmz']);
/** Share of the whole that reading takes. */
const readingShare = 0.6;
/** Files converted at once: each has a thread for reading, then one for writing. */
const slots = new Semaphore(2);

/**
 * Converts a vector file of a project by the streams that imports and exports have: it is read into snapshots of
 * layers, which are written in the other format. The coordinate system stays that of the source, but for formats that
 * know longitude and latitude alone.
 * @throws GromaError FILE_NOT_FOUND, IMPORT_FAILED, IMPORT_TOO_LARGE, EXPORT_FAILED, DISK_FULL; the signal's reason
 */
export async function convertVector(platform: Platform, wanted: WantedVector): Promise<ConvertedVector> {
  const { files, blobs } = platform;
  const { projectId, path, bucket, folder, signal } = wanted;
  const fileName = baseName(path);
  await requireFile(platform, wanted);
  return slots.run(signal, async () => {
    const [lent, workFolder] = [await blobs.workFolder(), await blobs.workFolder()];
    const ids: string[] = [];
    const worker = new LayerWorker(blobs);
    const stop = (): void => void worker.close();
    signal.addEventListener('abort', stop);
    try {
      for (const each of await groupOf(files, wanted)) await files.lend(projectId, each, lent, bucket);
      const copied = await copyWhole(worker, wanted, join(lent, fileName));
      if (copied) return copied;
      const layers = await importVectorFile({
        sourcePath: join(lent, fileName),
        fileName,
        workFolder,
        signal,
        ...(wanted.crs !== undefined && { assumedCrs: wanted.crs }),
        onProgress: ({ fraction }) => wanted.onProgress(fraction * readingShare),
      });
      const converted: ConvertedVector = { layers: [], remarks: [] };
      for (const [index, layer] of layers.entries()) {
        ids.push(newId<'layer'>());
        const key = `layers/${ids.at(-1)}/${crypto.randomUUID()}`;
        for (const { file } of layer.manifest.parts) await blobs.adopt(`${key}/${file}`, layer.files[file]!);
        const into = join(folder, String(index));
        await mkdir(into);
        const { file, remarks } = await writeLayer(worker, layer, { ...wanted, folder: into }, key, (fraction) =>
          wanted.onProgress(readingShare + ((1 - readingShare) * (index + fraction)) / layers.length),
        );
        converted.layers.push({ name: layer.name, file });
        converted.remarks.push(...remarks);
      }
      return converted;
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ImportError ? asGromaError(error) : error;
    } finally {
      signal.removeEventListener('abort', stop);
      await worker.close();
      for (const id of ids) await blobs.removeAll(`layers/${id}/`);
      for (const each of [lent, workFolder]) await rm(each, { recursive: true, force: true });
    }
  });
}

/** What is written as it is by one stream or by GDAL, without a snapshot in between; null for everything else. */
async function copyWhole(
  worker: LayerWorker,
  wanted: WantedVector,
  sourcePath: string,
): Promise<ConvertedVector | null> {
  const { format, folder, path, signal, crs, onProgress } = wanted;
  if (crs !== undefined || format === 'kmz') return null;
  const { driver, options = [], extension } = EXPORT_FORMATS[format];
  const fileName = baseName(path);
  const whole = await writeWhole(worker, { source: sourcePath, fileName, format, folder, extension, onProgress });
  if (whole) return { layers: [whole], remarks: [] };
  if (format !== 'flatgeobuf' && format !== 'geopackage') return null;
  const workFolder = join(folder, 'copied');
  await mkdir(workFolder);
  const form = { driver: driver!, options, extension };
  const layers = await copyVectorFile({ sourcePath, fileName, workFolder, form, signal, onProgress });
  return layers && { layers, remarks: [] };
}

async function writeLayer(
  worker: LayerWorker,
  layer: ImportedLayer,
  { format, path, folder, signal }: WantedVector,
  snapshotKey: string,
  onProgress: (fraction: number) => void,
): Promise<{ file: string; remarks: OperationRemark[] }> {
  const written: ExportFormat = format === 'kmz' ? 'kml' : format;
  const stem = baseName(path).replace(/\.[^.]+$/, '');
  const hasCode = /^EPSG:\d+$/i.test(layer.crs);
  const crs = inDegrees.has(format) || !hasCode ? degrees : layer.crs;
  const made = await makeFile({
    worker,
    folder,
    signal,
    wanted: { format: written, crs, place: 'wkt' },
    // GDAL packs a KML whose name says so.
    name: `${stem}.${format === 'kmz' ? 'kmz' : EXPORT_FORMATS[written].extension}`,
    layerName: layer.name,
    source: {
      layer: { layerId: snapshotKey, name: layer.name, manifest: layer.manifest, snapshotKey, snapshotSeq: 0 },
      log: [],
      fids: null,
    },
    total: layer.featureCount,
    report: (percent) => onProgress(percent / 100),
  });
  const said = (text: string): OperationRemark => ({ kind: 'import', text: `${baseName(path)}: ${text}` });
  return {
    file: made.file,
    remarks: [
      ...layer.warnings.map(({ message }) => said(message)),
      ...(crs.toUpperCase() === layer.crs.toUpperCase() || layer.crsDefinition === null
        ? []
        : [said(`the coordinates were transformed from ${layer.crs} to ${crs}.`)]),
      ...remarksOf(made),
    ],
  };
}
