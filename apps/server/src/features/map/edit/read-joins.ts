import { joinsKey, type LayerJoin } from '@groma/model';
import { versionOf, type OriginInput } from '../../../platform/origin/origin.ts';
import { readLog } from './edit-log.ts';
import { isVector, layerState, readLayerRows, styleOf, type LayerRow, type Query } from '../record/layer-records.ts';
import type { LayerJoinState } from '../reader/worker-tasks.ts';

/** The joins of a layer with the layers that they bring columns of; those whose layer is deleted are left out. */
export async function readJoins(query: Query, layer: LayerRow): Promise<LayerJoinState[]> {
  const found: LayerJoinState[] = [];
  for (const { join, row } of await joinedRows(query, layer))
    found.push({ join, layer: layerState(row), log: await readLog(query, row.id, row.snapshotSeq) });
  return found;
}

/** What an origin says of the layers that are joined to one, each once, as they were read. */
export function joinedOrigins(mapId: string, joins: readonly LayerJoinState[]): Omit<OriginInput, 'input'>[] {
  return originsOf(
    mapId,
    joins.map(({ layer: { layerId: id, name, snapshotSeq }, log }) => ({
      id,
      name,
      version: log.at(-1)?.seq ?? snapshotSeq,
    })),
  );
}

/** The same of joined layers as they are now, of which nothing is read. */
export async function describeJoined(query: Query, layer: LayerRow): Promise<Omit<OriginInput, 'input'>[]> {
  const rows = await joinedRows(query, layer);
  return originsOf(
    layer.mapId,
    rows.map(({ row }) => ({ id: row.id, name: row.name, version: versionOf(row) })),
  );
}

/** What is another one whenever a layer has other joins, or one of the joined layers has changed. */
export async function versionsOfJoined(query: Query, layer: LayerRow): Promise<[key: string, version: number][]> {
  const rows = await joinedRows(query, layer);
  return rows.map(({ join, row }) => [joinsKey([join]), versionOf(row)]);
}

/** The input of an origin by which a layer stands that is joined to that of another input, counted from 0. */
export function joinedInput(input: string, index: number): string {
  // Inputs are read in the order of their names.
  return `${input} ${String(index + 2).padStart(2, '0')}`;
}

function originsOf(
  sourceMapId: string,
  layers: readonly { id: string; name: string; version: number }[],
): Omit<OriginInput, 'input'>[] {
  // A table that is joined twice was taken once.
  const distinct = [...new Map(layers.map((each) => [each.id, each])).values()];
  return distinct.map(({ id, name, version }) => ({
    sourceMapId,
    sourceLayerId: id,
    sourcePath: null,
    sourceName: name,
    version,
    features: null,
  }));
}

async function joinedRows(query: Query, layer: LayerRow): Promise<{ join: LayerJoin; row: LayerRow }[]> {
  const { joins } = styleOf(layer);
  if (joins.length === 0) return [];
  const rows = await readLayerRows(query, layer.mapId);
  return joins.flatMap((join) => {
    const row = rows.find(({ id }) => id === join.layerId);
    return row && isVector(row) ? [{ join, row }] : [];
  });
}
