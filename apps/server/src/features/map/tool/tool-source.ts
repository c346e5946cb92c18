import {
  baseName,
  formatResource,
  GromaError,
  parseExistingPath,
  parseLayerReference,
  parseResource,
  type DataPath,
  type LayerReference,
  type ProjectId,
  type UserId,
} from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import { requireFile } from '../import/index.ts';
import { isVector, readLayerRow, type LayerRow, type Query } from '../record/layer-records.ts';
import { readMap } from '../record/map-records.ts';
import type { RowSources } from './row-sources.ts';

/** What a tool can be given: a layer, a file of the project by its path, or a table or result by its reference. */
export type ToolSource = LayerReference | { path: DataPath } | { rows: string };

/** Reads `layer:{mapId}/{layerId}`, `file:/data/…`, a path, `table:…` and `result:…`; undefined for any other text. */
export function parseToolSource(text: string): ToolSource | undefined {
  const layer = parseLayerReference(text);
  if (layer) return layer;
  const named = parseResource(text);
  if (named?.kind === 'table' || named?.kind === 'result') return { rows: formatResource(named) };
  if (named?.kind !== 'file') return undefined;
  try {
    return { path: parseExistingPath(named.parts[0]!) };
  } catch (error) {
    if (error instanceof GromaError) return undefined;
    throw error;
  }
}

/** For whom a source is read, and where. */
export interface Asking {
  projectId: ProjectId;
  userId: UserId;
}

export interface SourceParts {
  platform: Platform;
  rows: RowSources;
}

/** @throws GromaError TABLE_NOT_FOUND, RESULT_GONE, BAD_INPUT */
export async function requireRows(rows: RowSources, asking: Asking, named: string) {
  const name = parseResource(named)!;
  const found = await rows.find(asking, name);
  if (found) return found;
  throw name.kind === 'result'
    ? new GromaError('RESULT_GONE')
    : new GromaError('TABLE_NOT_FOUND', { name: name.parts.join('/') });
}

/**
 * A reference as it stays right through renames: of a table its database's id. Any other text is left as it is.
 * @throws GromaError BAD_INPUT where several databases have the name
 */
export async function settledReference({ rows }: SourceParts, asking: Asking, text: string): Promise<string> {
  const source = parseToolSource(text);
  if (!source || !('rows' in source)) return text;
  return (await rows.find(asking, parseResource(source.rows)!))?.reference ?? text;
}

/**
 * What a source is called.
 * @throws GromaError LAYER_NOT_FOUND, LAYER_NOT_VECTOR, FILE_NOT_FOUND, TABLE_NOT_FOUND, RESULT_GONE
 */
export async function nameOfSource(
  { platform, rows }: SourceParts,
  asking: Asking,
  source: ToolSource,
): Promise<string> {
  const { projectId } = asking;
  if ('rows' in source) return (await requireRows(rows, asking, source.rows)).label;
  if (!('path' in source)) return (await requireToolLayer(platform.database.query, projectId, source)).name;
  await requireFile(platform, { projectId, path: source.path, bucket: 'groma' });
  return baseName(source.path);
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
