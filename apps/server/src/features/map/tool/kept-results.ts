import { and, eq, lt, sql } from '../../../platform/database/drizzle.ts';
import type { SnapshotManifest } from '@groma/geo';
import { byServer, GromaError, keptResultsMap, newId, parseResource, type LayerTable } from '@groma/model';
import { recordsNow, recordsNowPlus } from '../../../platform/database/record-clock.ts';
import { keptResults } from '../../../platform/database/tables/index.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import { referenceOf, type OriginInput } from '../../../platform/origin/origin.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { BlobStore } from '../../../platform/storage/blob-store.ts';
import type { LayerState } from '../reader/worker-tasks.ts';
import type { RowSources } from './row-sources.ts';
import type { Asking } from './tool-source.ts';

export type KeptRow = typeof keptResults.$inferSelect;
type Place = Pick<Platform, 'database' | 'blobs'>;

/** What no run has used for so long is deleted. */
const keptMs = 7 * 24 * 3_600_000;
/** Of all kept results; those that were not used for the longest go first. */
const mostBytes = 20 * 1_024 ** 3;
/** A run may still be about to read what it has used so lately. */
const inUseMs = 6 * 3_600_000;

/**
 * A result of a step by its reference, `result:{id}`; null for any other reference, and where the person may not read
 * all that it is made of.
 */
export async function findKeptResult(
  { database: { query } }: Pick<Platform, 'database'>,
  rows: RowSources,
  asking: Asking,
  reference: string,
): Promise<{ row: KeptRow; layer: LayerState } | null> {
  const name = parseResource(reference);
  if (name?.kind !== 'result') return null;
  const [row] = await query
    .select()
    .from(keptResults)
    .where(and(eq(keptResults.id, name.parts[0]!), eq(keptResults.projectId, asking.projectId)));
  return row && (await mayRead(rows, asking, row.sources)) ? { row, layer: stateOf(row) } : null;
}

/** What was made before with the same key, if it is still there and the person may read all that it is made of. */
export async function findByKey(
  { database: { query }, blobs }: Place,
  rows: RowSources,
  asking: Asking,
  key: string,
): Promise<KeptRow | null> {
  const meant = and(eq(keptResults.projectId, asking.projectId), eq(keptResults.key, key));
  const [row] = await query.select().from(keptResults).where(meant);
  if (!row || !(await mayRead(rows, asking, row.sources))) return null;
  if (!(await isWhole(blobs, row))) {
    await query.delete(keptResults).where(eq(keptResults.id, row.id));
    return null;
  }
  await query.update(keptResults).set({ usedAt: recordsNow }).where(eq(keptResults.id, row.id));
  return row;
}

/** They are not waited for until they are on disk: after a loss of power one may be missing or shorter. */
async function isWhole(blobs: BlobStore, row: KeptRow): Promise<boolean> {
  for (const { file, bytes } of manifestOf(row).parts)
    if ((await blobs.size(`${row.snapshotKey}/${file}`)) !== bytes) return false;
  return true;
}

/** Keeps a result, in the place of one of the same key where that is made anew or may not be read by the person. */
export async function keepResult(
  { database: { query }, blobs }: Place,
  rows: RowSources,
  asking: Asking,
  made: Pick<KeptRow, 'key' | 'name' | 'snapshotKey' | 'sources' | 'skipped'> & {
    manifest: SnapshotManifest;
    isFresh: boolean;
  },
): Promise<KeptRow> {
  const { key, name, snapshotKey, sources, skipped, manifest, isFresh } = made;
  const { projectId } = asking;
  const meant = and(eq(keptResults.projectId, projectId), eq(keptResults.key, key));
  const values = {
    id: newId<'result'>(),
    projectId,
    key,
    name,
    snapshotKey,
    sources,
    skipped,
    manifest: manifest as unknown as Record<string, unknown>,
    bytes: manifest.parts.reduce((sum, part) => sum + part.bytes, 0),
  };
  const clear = async (): Promise<void> => {
    const gone = await query.delete(keptResults).where(meant).returning({ snapshotKey: keptResults.snapshotKey });
    for (const before of gone) await blobs.removeAll(`${before.snapshotKey}/`);
  };
  if (isFresh) await clear();
  for (;;) {
    const [added] = await query.insert(keptResults).values(values).onConflictDoNothing().returning();
    if (added) return added;
    // Another run has made the same at the same time, or made what this person may not read.
    const [known] = await query.select().from(keptResults).where(meant);
    if (known && (await mayRead(rows, asking, known.sources))) {
      await blobs.removeAll(`${snapshotKey}/`);
      return known;
    }
    await clear();
  }
}

/**
 * Layers and files are read by whoever may read the project; tables by who may read databases, results by whose they
 * are.
 */
async function mayRead(rows: RowSources, asking: Asking, sources: readonly OriginInput[]): Promise<boolean> {
  const names = sources.flatMap((source) => {
    const name = parseResource(referenceOf(source) ?? '');
    return name?.kind === 'table' || name?.kind === 'result' ? [name] : [];
  });
  if (names.length === 0) return true;
  return !(await rows.findMany(asking, names)).includes(null);
}

export function manifestOf({ manifest }: Pick<KeptRow, 'manifest'>): SnapshotManifest {
  return manifest as unknown as SnapshotManifest;
}

/** A result as SQL knows it: its files are named by the folder of its snapshot. */
export function keptTable({ id, name, snapshotKey, key }: KeptRow, layerId: string): LayerTable {
  const mapId = keptResultsMap;
  return {
    mapId,
    mapName: mapId,
    layerId,
    layerName: id,
    version: `${snapshotKey} ${key} ${name}`,
    newestEdit: 0,
    joined: [],
  };
}

/** What is in the snapshot of such a table. @throws GromaError RESULT_GONE */
export async function stateOfKept({ database: { query } }: Place, layerId: string): Promise<LayerState> {
  const [row] = await query
    .select()
    .from(keptResults)
    .where(sql`starts_with(${keptResults.snapshotKey}, ${`layers/${layerId}/`})`);
  if (!row) throw new GromaError('RESULT_GONE');
  return stateOf(row);
}

function stateOf(row: KeptRow): LayerState {
  const layerId = row.snapshotKey.split('/')[1]!;
  return { layerId, name: row.name, manifest: manifestOf(row), snapshotKey: row.snapshotKey, snapshotSeq: 0 };
}

/** Deletes results that nobody has used for long, and the oldest of too many. */
export function sweepKeptResultsJobOf({ database: { query }, blobs }: Platform): Job {
  return defineJob({
    name: 'sweep-kept-results',
    policy: byServer('the time has come'),
    schedule: '41 * * * *',
    async run() {
      const remove = async (rows: readonly Pick<KeptRow, 'id' | 'snapshotKey'>[]): Promise<void> => {
        for (const { id, snapshotKey } of rows) {
          await query.delete(keptResults).where(eq(keptResults.id, id));
          await blobs.removeAll(`${snapshotKey}/`);
        }
      };
      const chosen = { id: keptResults.id, snapshotKey: keptResults.snapshotKey };
      await remove(
        await query
          .select(chosen)
          .from(keptResults)
          .where(lt(keptResults.usedAt, recordsNowPlus(-keptMs))),
      );
      // Of each all that are to stay rather than it: the newer ones, and those in use.
      const newest = sql`${keptResults.usedAt} DESC, ${keptResults.id}`;
      const placed = query
        .select({
          ...chosen,
          usedAt: keptResults.usedAt,
          upTo: sql`sum(${keptResults.bytes}) OVER (ORDER BY ${newest})`.as('up_to'),
        })
        .from(keptResults)
        .as('placed');
      await remove(
        await query
          .select({ id: placed.id, snapshotKey: placed.snapshotKey })
          .from(placed)
          .where(and(sql`${placed.upTo} > ${mostBytes}`, lt(placed.usedAt, recordsNowPlus(-inUseMs)))),
      );
    },
  });
}
