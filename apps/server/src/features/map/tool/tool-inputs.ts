import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  baseName,
  GromaError,
  newId,
  type DataPath,
  type LayerReference,
  type LegacyEncoding,
  type ProjectId,
} from '@groma/model';
import { fileVersion, versionOf, versionOfRows, type OriginInput } from '../../../platform/origin/origin.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Bucket } from '../../../platform/storage/file-store.ts';
import { readLog } from '../edit/edit-log.ts';
import { describeJoined, joinedOrigins, readJoins } from '../edit/read-joins.ts';
import {
  asGromaError,
  groupOf,
  ImportError,
  importVectorFile,
  requireFile,
  workFactor,
  type ImportRequest,
  type TableReading,
} from '../import/index.ts';
import type { ToolLayer } from '../reader/worker-tasks.ts';
import { layerState } from '../record/layer-records.ts';
import { isKeptImage } from './kept-images.ts';
import { findKeptResult } from './kept-results.ts';
import type { RowSources } from './row-sources.ts';
import { requireRows, requireToolLayer, type Asking, type SourceParts, type ToolSource } from './tool-source.ts';

/** What a tool is given, with what its origin says of it. */
export interface TakenSource {
  taken: ToolLayer;
  origin: Omit<OriginInput, 'input'>;
  /** The same of the layers that are joined to it. */
  joined?: Omit<OriginInput, 'input'>[];
}

const noLayer = { sourceMapId: null, sourceLayerId: null };

/** How a file is read that is no file of one layer, or does not say all that is to be known of it. */
export interface FileReading {
  /** What it is called in messages. */
  name?: string | undefined;
  bucket?: Bucket | undefined;
  /** The layer of several that is meant. */
  layer?: string | undefined;
  crs?: string | undefined;
  table?: TableReading | undefined;
  encoding?: LegacyEncoding | undefined;
  /** The column of a result of SQL that says where its rows lie. */
  geometryColumn?: string | undefined;
  /** With it, that of the longitudes; this one holds the latitudes. */
  latitudeColumn?: string | undefined;
}

/** A file to be read, and which layer of several. */
interface TakenFile extends Pick<
  ImportRequest,
  'sourcePath' | 'fileName' | 'isRows' | 'assumedCrs' | 'table' | 'encoding' | 'geometryColumn' | 'latitudeColumn'
> {
  layerName?: string | undefined;
}

/** What is read for one run: layers as they are, everything else as snapshots that end with the run. */
export class ToolInputReader {
  readonly #platform: Platform;
  readonly #rows: RowSources;
  readonly #asking: Asking;
  readonly #projectId: ProjectId;
  readonly #signal: AbortSignal;
  readonly #keys: string[] = [];

  constructor({ platform, rows }: SourceParts, asking: Asking, signal: AbortSignal) {
    this.#platform = platform;
    this.#rows = rows;
    this.#asking = asking;
    this.#projectId = asking.projectId;
    this.#signal = signal;
  }

  /**
   * @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_VECTOR, FILE_NOT_FOUND, TABLE_NOT_FOUND, RESULT_GONE, and as imports
   * do
   */
  async read(source: ToolSource, fids: number[] | null): Promise<TakenSource> {
    if ('rows' in source) return this.#readRows(source.rows, fids);
    return 'path' in source ? this.readFile(source.path, fids) : this.#readLayer(source, fids);
  }

  /**
   * What an origin says of a source, and of what is joined to it, of which nothing is read.
   * @throws GromaError as `read`
   */
  async describe(source: ToolSource): Promise<Pick<TakenSource, 'origin' | 'joined'>> {
    if ('rows' in source)
      return { origin: originOfRows(await requireRows(this.#rows, this.#asking, source.rows), null) };
    if ('path' in source) {
      const { path } = source;
      const stored = await requireFile(this.#platform, { projectId: this.#projectId, path, bucket: 'groma' });
      return { origin: originOfFile(path, stored.etag, null) };
    }
    const { query } = this.#platform.database;
    const row = await requireToolLayer(query, this.#projectId, source);
    const { mapId: sourceMapId, layerId: sourceLayerId } = source;
    const [sourceName, version] = [row.name, versionOf(row)];
    return {
      origin: { sourceMapId, sourceLayerId, sourcePath: null, sourceName, version, features: null },
      joined: await describeJoined(query, row),
    };
  }

  /** Deletes the snapshots of files and rows. */
  async end(): Promise<void> {
    for (const key of this.#keys.splice(0)) await this.#platform.blobs.removeAll(`${key}/`);
  }

  async #readLayer({ mapId, layerId }: LayerReference, fids: number[] | null): Promise<TakenSource> {
    const { query } = this.#platform.database;
    const row = await requireToolLayer(query, this.#projectId, { mapId, layerId });
    const joins = await readJoins(query, row);
    const taken = { layer: layerState(row), log: await readLog(query, row.id, row.snapshotSeq), fids, joins };
    return {
      taken,
      origin: {
        sourceMapId: mapId,
        sourceLayerId: layerId,
        sourcePath: null,
        sourceName: row.name,
        version: versionRead(taken),
        features: fids,
      },
      joined: joinedOrigins(mapId, joins),
    };
  }

  /** @throws GromaError FILE_NOT_FOUND, BAD_INPUT for a file of several layers, and as imports do */
  async readFile(
    path: DataPath,
    fids: number[] | null,
    reading: FileReading = {},
  ): Promise<TakenSource & { warnings: string[] }> {
    const { files, blobs } = this.#platform;
    const { bucket = 'groma', name = baseName(path), layer: layerName, crs, table, encoding } = reading;
    const { geometryColumn, latitudeColumn } = reading;
    const wanted = { projectId: this.#projectId, path, bucket };
    const stored = await requireFile(this.#platform, wanted);
    const lent = await blobs.workFolder();
    try {
      await files.requireSpace(stored.bytes * workFactor, name);
      for (const each of await groupOf(files, wanted)) await files.lend(this.#projectId, each, lent, bucket);
      const file = {
        sourcePath: join(lent, baseName(path)),
        fileName: name,
        layerName,
        ...(crs !== undefined && { assumedCrs: crs }),
        ...(table && { table }),
        ...(encoding && { encoding }),
        ...(geometryColumn !== undefined && { geometryColumn }),
        ...(latitudeColumn !== undefined && { latitudeColumn }),
      };
      const read = await this.#takeFile(file, path, fids);
      return { ...read, origin: originOfFile(path, stored.etag, fids) };
    } finally {
      await rm(lent, { recursive: true, force: true });
    }
  }

  /** Reads a file of the server's own, such as what another program has made. @throws GromaError as imports do */
  async takeOwn(sourcePath: string, name: string): Promise<ToolLayer> {
    return (await this.#takeFile({ sourcePath, fileName: name }, name, null)).taken;
  }

  async #readRows(named: string, fids: number[] | null): Promise<TakenSource> {
    const kept = await findKeptResult(this.#platform, this.#rows, this.#asking, named);
    if (kept && isKeptImage(kept.row))
      throw new GromaError('BAD_INPUT', { detail: `“${kept.row.name}” is an image, and has no rows.` });
    if (kept) {
      const { layer, row } = kept;
      const origin = { sourceReference: named, sourceName: row.name, version: versionOfRows, features: fids };
      return { taken: { layer, log: [], fids }, origin: { ...noLayer, sourcePath: null, ...origin } };
    }
    const { reference, label } = await requireRows(this.#rows, this.#asking, named);
    const sourcePath = await this.#rows.write({ ...this.#asking, reference, signal: this.#signal });
    try {
      await this.#platform.files.requireSpace((await stat(sourcePath)).size * workFactor, label);
      const { taken } = await this.#takeFile({ sourcePath, fileName: label, isRows: true }, label, fids);
      return { taken, origin: originOfRows({ reference, label }, fids) };
    } finally {
      await rm(sourcePath, { force: true });
    }
  }

  /** Reads a file into a snapshot. @throws GromaError as imports do */
  async #takeFile(
    { layerName, ...file }: TakenFile,
    shown: string,
    fids: number[] | null,
  ): Promise<{ taken: ToolLayer; warnings: string[] }> {
    const { blobs } = this.#platform;
    const workFolder = await blobs.workFolder();
    try {
      const read = await importVectorFile({ ...file, workFolder, takesRows: true, signal: this.#signal });
      const [layer, other] =
        read.length > 1 && layerName !== undefined ? read.filter(({ name }) => name === layerName) : read;
      if (!layer || other)
        throw new GromaError('BAD_INPUT', {
          detail: `${shown} holds several layers. Add it to a map and use the layer that you mean.`,
        });
      const { manifest, files, warnings } = layer;
      const layerId = newId<'layer'>();
      const snapshotKey = `layers/${layerId}/${crypto.randomUUID()}`;
      this.#keys.push(snapshotKey);
      for (const { file: part } of manifest.parts) await blobs.adopt(`${snapshotKey}/${part}`, files[part]!);
      const state = { layerId, name: file.fileName, manifest, snapshotKey, snapshotSeq: 0 };
      return { taken: { layer: state, log: [], fids }, warnings: warnings.map(({ message }) => message) };
    } catch (error) {
      throw error instanceof ImportError ? asGromaError(error) : error;
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }
}

function originOfFile(path: DataPath, etag: string, features: number[] | null): TakenSource['origin'] {
  return { ...noLayer, sourcePath: path, sourceName: baseName(path), version: fileVersion(etag), features };
}

function originOfRows(
  { reference, label }: { reference: string; label: string },
  features: number[] | null,
): TakenSource['origin'] {
  const source = { sourcePath: null, sourceReference: reference, sourceName: label };
  return { ...noLayer, ...source, version: versionOfRows, features };
}

/** The number of the newest edit that a layer was read with. */
export function versionRead({ layer, log }: ToolLayer): number {
  return log.at(-1)?.seq ?? layer.snapshotSeq;
}
