import { and, count, eq, gt, isNull, sql } from '../../../platform/database/drizzle.ts';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { byServer } from '@groma/model';
import type { SnapshotManifest } from '@groma/geo';
import { layerEdits, layers } from '../../../platform/database/tables/index.ts';
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { layerState, type LayerRow, type Query } from '../record/layer-records.ts';
import { publishMapChange } from '../record/map-change.ts';
import { LayerWorker } from '../reader/layer-worker.ts';
import { SerialQueue } from '../record/serial-queue.ts';
import { readLog } from './edit-log.ts';

const foldLayerJob = 'fold-layer';

/** A log longer than this, in edits or bytes, is folded into a new snapshot. */
export const mostEdits = 1_000;
const mostBytes = 8 * 1024 * 1024;
/** Between two times that folding a layer is asked for: many edits follow before it is done. */
const askAgainMs = 10_000;
const askedAt = new Map<string, number>();
/** Edits of a layer after which its log is looked at again: single ones make none long. */
const lookAfter = 32;
const mostCounted = 10_000;
const unlooked = new Map<string, number>();

/** Has the log folded in the background when it has grown long. */
export async function askForFolding(
  { database: { query }, jobs }: Platform,
  row: LayerRow,
  edits: number,
): Promise<void> {
  const since = (unlooked.get(row.id) ?? lookAfter) + edits;
  // Forgotten, they are looked at once too often.
  if (unlooked.size > mostCounted) unlooked.clear();
  unlooked.set(row.id, since < lookAfter ? since : 0);
  if (since < lookAfter || Date.now() - (askedAt.get(row.id) ?? 0) < askAgainMs || !(await wantsFolding(query, row)))
    return;
  for (const [layerId, at] of askedAt) if (Date.now() - at >= askAgainMs) askedAt.delete(layerId);
  askedAt.set(row.id, Date.now());
  await jobs.send(foldLayerJob, { layerId: row.id }, { key: row.id });
}

/** Whether so much was edited since the snapshot that reading the log takes longer than it should. */
async function wantsFolding(query: Query, row: LayerRow): Promise<boolean> {
  const [log] = await query
    .select({ edits: count(), bytes: sql<string>`coalesce(sum(pg_column_size(${layerEdits.operation})), 0)` })
    .from(layerEdits)
    .where(and(eq(layerEdits.layerId, row.id), gt(layerEdits.seq, row.snapshotSeq)));
  return log !== undefined && (log.edits > mostEdits || Number(log.bytes) > mostBytes);
}

export function foldLayerJobOf(platform: Platform): Job {
  return defineJob<{ layerId: string }>({
    name: foldLayerJob,
    policy: byServer('the log of a layer has grown long'),
    run: ({ layerId }, signal) => foldLayer(platform, layerId, signal),
  });
}

/**
 * Writes a layer's edits into a new snapshot, in a thread of its own. Run twice, or killed at any point, it does no
 * harm: the new snapshot counts from the moment the record names it, and only if no other came before. The log stays,
 * for it is the history; the snapshot before stays too, for those who are reading it.
 */
export function foldLayer(platform: Platform, layerId: string, signal?: AbortSignal): Promise<void> {
  // One at a time, so that none clears away what another has just stored.
  return queue.run(layerId, () => fold(platform, layerId, signal));
}

const queue = new SerialQueue();

async function fold(platform: Platform, layerId: string, signal?: AbortSignal): Promise<void> {
  const {
    database: { query },
    blobs,
  } = platform;
  const [row] = await query.select().from(layers).where(eq(layers.id, layerId));
  if (!row || row.type === 'Group') return;
  const log = await readLog(query, layerId, row.snapshotSeq);
  const last = log.at(-1);
  if (!last) return;
  const folder = await blobs.workFolder();
  const worker = new LayerWorker(blobs);
  const stop = (): void => {
    void worker.close();
  };
  signal?.addEventListener('abort', stop);
  const snapshotKey = `layers/${layerId}/${crypto.randomUUID()}`;
  let isReplaced = false;
  try {
    const { manifest } = await worker.call('foldLayer', { layer: layerState(row), log, joins: [], folder });
    for (const { file } of manifest.parts) await blobs.adopt(`${snapshotKey}/${file}`, join(folder, file));
    isReplaced = await replaceSnapshot(query, row, snapshotKey, manifest, last.seq);
  } finally {
    signal?.removeEventListener('abort', stop);
    if (!isReplaced) await removeUnlessNamed(platform, layerId, snapshotKey);
    await worker.close();
    await rm(folder, { recursive: true, force: true });
  }
  if (isReplaced) await settle(platform, row, snapshotKey);
}

/**
 * The answer to a commit may be lost; what the record says then decides. Where it cannot be asked, the next start
 * clears away.
 */
async function removeUnlessNamed(
  { database: { query }, blobs, log }: Platform,
  layerId: string,
  snapshotKey: string,
): Promise<void> {
  try {
    const [now] = await query.select({ key: layers.snapshotKey }).from(layers).where(eq(layers.id, layerId));
    if (now?.key !== snapshotKey) await blobs.removeAll(`${snapshotKey}/`);
  } catch (error) {
    log.error('A folded snapshot was not cleared away.', { layerId, error });
  }
}

async function replaceSnapshot(
  query: Query,
  before: LayerRow,
  snapshotKey: string,
  manifest: SnapshotManifest,
  snapshotSeq: number,
): Promise<boolean> {
  const isSame = before.snapshotKey === null ? isNull(layers.snapshotKey) : eq(layers.snapshotKey, before.snapshotKey);
  const changed = await query
    .update(layers)
    .set({ snapshotKey, snapshotSeq, manifest: manifest as unknown as Record<string, unknown> })
    .where(and(eq(layers.id, before.id), isSame))
    .returning({ id: layers.id });
  return changed.length > 0;
}

async function settle(platform: Platform, before: LayerRow, snapshotKey: string): Promise<void> {
  const kept = [snapshotKey, before.snapshotKey];
  const keys = await platform.blobs.list(`layers/${before.id}/`);
  const folders = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('/'))));
  for (const folder of folders) if (!kept.includes(folder)) await platform.blobs.removeAll(`${folder}/`);
  await publishMapChange(platform, { mapId: before.mapId, kind: 'folded', layerId: before.id, senderId: null });
}
