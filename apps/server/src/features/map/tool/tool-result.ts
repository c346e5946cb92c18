import { and, eq } from '../../../platform/database/drizzle.ts';
import { GromaError, type ProjectId, type UserId } from '@groma/model';
import type { ToolOutcome, VectorLayerEntry } from '@groma/protocol';
import { layers, operations } from '../../../platform/database/tables/index.ts';
import type { Origin } from '../../../platform/origin/origin.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { presentMade, type Query } from '../record/layer-records.ts';
import { requireMapOf } from '../record/require-map.ts';
import { addResultLayer } from './run-tool.ts';
import type { ToolResult } from './wanted-tool.ts';

interface Preview {
  operationId: string;
  projectId: ProjectId;
  layerId: string;
  name: string;
  snapshotKey: string;
  /** Null for a picture of an image. */
  manifest: NonNullable<ToolOutcome['preview']>['manifest'] | null;
  origin: Origin | undefined;
}

/** What is looked at of an image. */
export const pictureFile = 'picture.png';

/** The preview that an operation of a person has made. @throws GromaError NOT_FOUND */
export async function readPreview(
  { database: { query } }: Platform,
  operationId: string,
  userId: string,
): Promise<Preview> {
  const [row] = await query
    .select({ projectId: operations.projectId, result: operations.result })
    .from(operations)
    .where(and(eq(operations.id, operationId), eq(operations.userId, userId), eq(operations.kind, 'tool')));
  const outcome = row?.result as ToolResult | null | undefined;
  const key = outcome?.preview?.snapshot_key ?? outcome?.pictureKey;
  if (!outcome || !key) throw new GromaError('NOT_FOUND', { noun: 'preview' });
  return {
    operationId,
    projectId: row!.projectId as ProjectId,
    layerId: key.split('/')[1]!,
    name: outcome.name,
    snapshotKey: key,
    manifest: outcome.preview?.manifest ?? null,
    origin: outcome.origin,
  };
}

/**
 * Makes a layer of a preview. Asked again, the answer is the layer that is there.
 * @throws GromaError NOT_FOUND, FORBIDDEN
 */
export async function keepPreview(
  parts: MapParts,
  preview: Preview,
  user: { id: UserId; username: string },
  wanted: { mapId: string; name: string | undefined },
): Promise<VectorLayerEntry> {
  const { query } = parts.platform.database;
  const [known] = await presentMade(query, wanted.mapId, preview.layerId);
  if (known) return known as VectorLayerEntry;
  await requireMapOf(parts.platform, { projectId: preview.projectId, mapId: wanted.mapId }, user.id);
  const { manifest } = preview;
  if (!manifest) throw new GromaError('BAD_INPUT', { detail: 'an image that is looked at is no layer yet.' });
  const [part] = manifest.parts;
  if (part && (await parts.platform.blobs.size(`${preview.snapshotKey}/${part.file}`)) === undefined)
    throw new GromaError('NOT_FOUND', { noun: 'preview' });
  return addResultLayer(
    parts,
    user,
    {
      ...preview,
      manifest: manifest as never,
      mapId: wanted.mapId,
      name: wanted.name?.trim() || preview.name,
    },
    (transaction) => holdPreview(transaction, preview),
  );
}

/** Removes a preview, unless it has become a layer. */
export async function discardPreview({ platform }: MapParts, preview: Preview): Promise<void> {
  await platform.database.query.transaction(async (query) => {
    await holdPreview(query, preview);
    const [kept] = await query.select({ id: layers.id }).from(layers).where(eq(layers.id, preview.layerId));
    await query.update(operations).set({ result: null }).where(eq(operations.id, preview.operationId));
    if (!kept) await platform.blobs.removeAll(`${preview.snapshotKey}/`);
  });
}

/**
 * Of somebody who keeps a preview and somebody who discards it, the later sees what the earlier did.
 * @throws GromaError NOT_FOUND where it is gone
 */
async function holdPreview(query: Query, { operationId }: Preview): Promise<void> {
  const [row] = await query
    .select({ result: operations.result })
    .from(operations)
    .where(eq(operations.id, operationId))
    .for('update');
  if (!row?.result) throw new GromaError('NOT_FOUND', { noun: 'preview' });
}
