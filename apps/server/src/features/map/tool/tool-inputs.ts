import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  baseName,
  GromaError,
  newId,
  parseExistingPath,
  parseLayerReference,
  parseResource,
  type DataPath,
  type LayerReference,
  type ProjectId,
} from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { readLog } from '../edit/edit-log.ts';
import { asGromaError, groupOf, ImportError, importVectorFile, requireFile, workFactor } from '../import/index.ts';
import type { ToolLayer } from '../reader/worker-tasks.ts';
import { isVector, layerState, readLayerRow, type LayerRow, type Query } from '../record/layer-records.ts';
import { readMap } from '../record/map-records.ts';
import type { OriginInput, ReadOrigin } from '../record/origin-records.ts';

/** What a tool can be given: a layer, or a file of the project by its path. */
export type ToolSource = LayerReference | { path: DataPath };

/** Reads `layer:{mapId}/{layerId}`, `file:/data/…` and a path; undefined for any other text. */
export function parseToolSource(text: string): ToolSource | undefined {
  const layer = parseLayerReference(text);
  if (layer) return layer;
  const named = parseResource(text);
  if (named?.kind !== 'file') return undefined;
  try {
    return { path: parseExistingPath(named.parts[0]!) };
  } catch (error) {
    if (error instanceof GromaError) return undefined;
    throw error;
  }
}

/** What a tool is given, with what its origin says of it. */
export interface TakenSource {
  taken: ToolLayer;
  origin: Omit<OriginInput, 'input'>;
}

/** What is read for one run: layers as they are, files as snapshots that end with the run. */
export class ToolInputReader {
  readonly #platform: Platform;
  readonly #projectId: ProjectId;
  readonly #signal: AbortSignal;
  readonly #keys: string[] = [];

  constructor(platform: Platform, projectId: ProjectId, signal: AbortSignal) {
    this.#platform = platform;
    this.#projectId = projectId;
    this.#signal = signal;
  }

  /** @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_VECTOR, FILE_NOT_FOUND, and as imports do */
  async read(source: ToolSource, fids: number[] | null): Promise<TakenSource> {
    return 'path' in source ? this.#readFile(source.path, fids) : this.#readLayer(source, fids);
  }

  /** Deletes the snapshots of files. */
  async end(): Promise<void> {
    for (const key of this.#keys.splice(0)) await this.#platform.blobs.removeAll(`${key}/`);
  }

  async #readLayer({ mapId, layerId }: LayerReference, fids: number[] | null): Promise<TakenSource> {
    const { query } = this.#platform.database;
    const row = await requireToolLayer(query, this.#projectId, { mapId, layerId });
    const taken = { layer: layerState(row), log: await readLog(query, row.id, row.snapshotSeq), fids };
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
    };
  }

  async #readFile(path: DataPath, fids: number[] | null): Promise<TakenSource> {
    const { files, blobs } = this.#platform;
    const wanted = { projectId: this.#projectId, path, bucket: 'groma' as const };
    const stored = await requireFile(this.#platform, wanted);
    const fileName = baseName(path);
    const [lent, workFolder] = [await blobs.workFolder(), await blobs.workFolder()];
    try {
      await files.requireSpace(stored.bytes * workFactor, fileName);
      for (const each of await groupOf(files, wanted)) await files.lend(this.#projectId, each, lent, 'groma');
      const [layer, other] = await importVectorFile({
        sourcePath: join(lent, fileName),
        fileName,
        workFolder,
        takesRows: true,
        signal: this.#signal,
      });
      if (!layer || other)
        throw new GromaError('BAD_INPUT', {
          detail: `${path} holds several layers. Add it to a map and use the layer that you mean.`,
        });
      const layerId = newId<'layer'>();
      const snapshotKey = `layers/${layerId}/${crypto.randomUUID()}`;
      this.#keys.push(snapshotKey);
      for (const { file } of layer.manifest.parts) await blobs.adopt(`${snapshotKey}/${file}`, layer.files[file]!);
      return {
        taken: {
          layer: { layerId, name: fileName, manifest: layer.manifest, snapshotKey, snapshotSeq: 0 },
          log: [],
          fids,
        },
        origin: {
          sourceMapId: null,
          sourceLayerId: null,
          sourcePath: path,
          sourceName: fileName,
          version: fileVersion(stored.etag),
          features: fids,
        },
      };
    } catch (error) {
      throw error instanceof ImportError ? asGromaError(error) : error;
    } finally {
      for (const folder of [lent, workFolder]) await rm(folder, { recursive: true, force: true });
    }
  }
}

/** What a source is called. @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_VECTOR, FILE_NOT_FOUND */
export async function nameOfSource(platform: Platform, projectId: ProjectId, source: ToolSource): Promise<string> {
  if (!('path' in source)) return (await requireToolLayer(platform.database.query, projectId, source)).name;
  await requireFile(platform, { projectId, path: source.path, bucket: 'groma' });
  return baseName(source.path);
}

/** Origins with what their files are now. */
export async function withFiles(
  { files }: Platform,
  projectId: ProjectId,
  origins: readonly ReadOrigin[],
): Promise<ReadOrigin[]> {
  return Promise.all(
    origins.map(async (origin) => ({
      ...origin,
      inputs: await Promise.all(
        origin.inputs.map(async (input) => {
          if (input.sourcePath === null) return input;
          const file = await files.stat(projectId, input.sourcePath as DataPath);
          return file && !file.isDir
            ? { ...input, current: fileVersion(file.etag), currentName: input.sourceName }
            : input;
        }),
      ),
    })),
  );
}

/** The number of the newest edit that a layer was read with. */
export function versionRead({ layer, log }: ToolLayer): number {
  return log.at(-1)?.seq ?? layer.snapshotSeq;
}

/** A number of 48 bits that is another one for other content. */
function fileVersion(etag: string): number {
  return createHash('sha256').update(etag).digest().readUIntBE(0, 6);
}

/** A layer of another project is as if it were not there. @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_VECTOR */
export async function requireToolLayer(
  query: Query,
  projectId: ProjectId,
  { mapId, layerId }: LayerReference,
): Promise<LayerRow> {
  const missing = new GromaError('LAYER_NOT_FOUND', { id: layerId });
  const { row: map } = await readMap(query, mapId).catch((error: unknown) => {
    throw error instanceof GromaError ? missing : error;
  });
  if (map.projectId !== projectId) throw missing;
  const row = await readLayerRow(query, mapId, layerId);
  if (row.type === 'Group') throw missing;
  if (!isVector(row)) throw new GromaError('LAYER_NOT_VECTOR', { name: row.name });
  return row;
}
