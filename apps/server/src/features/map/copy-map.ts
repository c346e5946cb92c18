import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { eq, sql } from '../../platform/database/drizzle.ts';
import { copiedJoins, GromaError, newId, rootParent, type MapId, type VectorStyle } from '@groma/model';
import { recordsNow } from '../../platform/database/record-clock.ts';
import { layerEdits, layers, maps } from '../../platform/database/tables/index.ts';
import { readStoryOf } from '../../platform/live/read-story.ts';
import { copyOrigins } from '../../platform/origin/origin-records.ts';
import type { Platform } from '../../platform/platform.ts';
import { copyCharts } from './chart/chart-records.ts';
import { noteNewest } from './edit/edit-log.ts';
import { foldLayer } from './edit/fold-layer.ts';
import { isVector, manifestOf, readLayerRows, type LayerRow, type Query } from './record/layer-records.ts';
import { readMap } from './record/map-records.ts';
import { insertStory } from './story/insert-story.ts';

/** A map whose snapshots have been copied and that nobody sees yet. */
export interface MapCopy {
  id: MapId;
  /** Ids of the copied layers and groups by those of the originals. */
  ids: ReadonlyMap<string, string>;
  /**
   * Makes the records, in a transaction of the caller: the map appears with it, whole. What is given is in place of the
   * original's.
   */
  insert(query: Query, about: { name?: string; projectId?: string }): Promise<void>;
  /** Takes the copied snapshots away, when there will be no map. */
  discard(): Promise<void>;
}

export interface CopyMapOptions {
  /** Of the copy; a new one if none is given. */
  id?: MapId;
  signal?: AbortSignal;
  onBytes?: (bytes: number) => void;
  /** The layers that are copied, with the groups they are in; all where it is left out. */
  only?: ReadonlySet<string> | undefined;
  /**
   * For readers of a publication: edits are written into the snapshots before, so that nothing is in the copy that was
   * deleted or changed since, and nobody is named.
   */
  isForOthers?: boolean | undefined;
}

/** Copies the snapshots of a map. @throws GromaError NOT_FOUND, LAYER_BUSY, the signal's reason, leaving nothing. */
export async function copyMap(platform: Platform, mapId: string, options: CopyMapOptions = {}): Promise<MapCopy> {
  const { database, blobs } = platform;
  const { row: map } = await readMap(database.query, mapId);
  const rows = await (options.isForOthers
    ? readFolded(platform, mapId, options)
    : readChosen(platform, mapId, options));
  // A copy of single layers is made for what needs those: it tells no story.
  const story = options.only ? [] : await readStoryOf(platform, mapId);
  const id = options.id ?? newId<'map'>();
  const ids = new Map([[rootParent, rootParent], ...rows.map((row): [string, string] => [row.id, newId<'layer'>()])]);
  const keys = new Map<string, string>();
  const discard = async (): Promise<void> => {
    for (const copied of keys.keys()) await blobs.removeAll(`layers/${ids.get(copied)!}/`);
  };
  try {
    for (const row of rows.filter(({ snapshotKey }) => snapshotKey !== null)) {
      const key = `layers/${ids.get(row.id)!}/${crypto.randomUUID()}`;
      keys.set(row.id, key);
      await copySnapshot(platform, row, key, options);
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    id,
    ids,
    discard,
    async insert(query, { name = map.name, projectId = map.projectId }) {
      await query.insert(maps).values({ ...map, id, name, projectId, createdAt: recordsNow, updatedAt: recordsNow });
      for (const row of rows) {
        const layerId = ids.get(row.id)!;
        await query.insert(layers).values({
          ...row,
          id: layerId,
          mapId: id,
          parentId: ids.get(row.parentId) ?? rootParent,
          snapshotKey: keys.get(row.id) ?? null,
          ...(isVector(row) && { style: styleInCopy(row, ids) }),
          ...(options.isForOthers && isVector(row) && { source: placeOf(row) }),
        });
        // Frozen, it is as it was when it was read, by nobody.
        const [author, last] = options.isForOthers
          ? [sql`NULL`, sql`AND seq <= ${row.newestSeq}`]
          : [sql`author_id`, sql``];
        // The copies get later numbers than the snapshot's, in the same order.
        await query.execute(sql`
          INSERT INTO ${layerEdits} (layer_id, author_id, operation, inverse, made_at)
          SELECT ${layerId}, ${author}, operation, inverse, made_at FROM ${layerEdits} WHERE ${eq(layerEdits.layerId, row.id)} AND seq > ${row.snapshotSeq} ${last} ORDER BY seq`);
        await noteNewest(query, layerId);
      }
      await copyCharts(query, mapId, id, ids, options.isForOthers === true);
      await insertStory(query, id, story, ids);
      // Those of a whole project are copied together, once everything they name is there.
      if (projectId === map.projectId) await copyOrigins(query, { mapId, copyId: id, projectId }, ids);
    },
  };
}

/** The style of a layer with joins to the copies of the other layers; one to a layer without a copy is left out. */
function styleInCopy({ style }: LayerRow, ids: ReadonlyMap<string, string>): Record<string, unknown> {
  const { joins } = style as Partial<VectorStyle>;
  return joins ? { ...style, joins: copiedJoins(joins, ids) } : style;
}

/** Of the source of a vector layer what readers need, which does not say the file it came of. */
function placeOf({ source }: LayerRow): Record<string, unknown> {
  return 'crs' in source ? { crs: source['crs'] } : {};
}

/** Times that layers are folded before somebody who edits all the while has to be waited for. */
const mostFoldings = 5;

/**
 * Layers whose snapshots hold all that was edited until they are read: what is deleted while others are folded would be
 * in the snapshot and in the edits after it.
 * @throws GromaError LAYER_BUSY where they are edited all the while.
 */
async function readFolded(platform: Platform, mapId: string, options: CopyMapOptions): Promise<LayerRow[]> {
  for (let times = 0; ; times += 1) {
    const rows = await readChosen(platform, mapId, options);
    const edited = rows.filter((row) => isVector(row) && row.newestSeq > row.snapshotSeq);
    const [first] = edited;
    if (!first) return rows;
    if (times === mostFoldings) throw new GromaError('LAYER_BUSY', { name: first.name });
    for (const { id } of edited) await foldLayer(platform, id, options.signal);
  }
}

async function readChosen(
  { database }: Platform,
  mapId: string,
  { only }: Pick<CopyMapOptions, 'only'>,
): Promise<LayerRow[]> {
  return chosenOf(await readLayerRows(database.query, mapId), only);
}

/** The chosen layers of a map, each with all groups around it. */
function chosenOf(rows: readonly LayerRow[], only: ReadonlySet<string> | undefined): LayerRow[] {
  if (!only) return [...rows];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chosen = new Set<string>();
  for (const { id } of rows.filter((row) => only.has(row.id)))
    for (let row = byId.get(id); row && !chosen.has(row.id); row = byId.get(row.parentId)) chosen.add(row.id);
  return rows.filter(({ id }) => chosen.has(id));
}

async function copySnapshot(
  { blobs }: Platform,
  row: LayerRow,
  key: string,
  { signal, onBytes }: CopyMapOptions,
): Promise<void> {
  const folder = await blobs.workFolder();
  try {
    for (const { file } of manifestOf(row).parts) {
      const path = join(folder, file);
      await pipeline(await blobs.read(`${row.snapshotKey}/${file}`), createWriteStream(path, { flags: 'wx' }), {
        ...(signal && { signal }),
      });
      await blobs.adopt(`${key}/${file}`, path);
      onBytes?.((await blobs.size(`${key}/${file}`)) ?? 0);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
