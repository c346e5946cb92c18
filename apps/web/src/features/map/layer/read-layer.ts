import { readBatches, type SnapshotBatch, type SnapshotManifest, type VectorUpdate } from '@groma/geo';
import { GromaError } from '@groma/model';
import { createClient, map, type VectorLayerData } from '@groma/protocol';
import type { LayerPlace } from './layer-messages.ts';

const client = createClient();

/** The manifest as the snapshot's reader knows it: the wire does not spell out the names of geometry types. */
export function manifestOf({ manifest }: VectorLayerData): SnapshotManifest {
  return manifest as SnapshotManifest;
}

/** The batches of a layer's snapshot as their bytes arrive; `onBytes` is told how many came. @throws GromaError, CallError. */
export async function* readSnapshot({ mapId, projectId, layerId, data }: LayerPlace, signal: AbortSignal, onBytes: (bytes: number) => void): AsyncGenerator<SnapshotBatch> {
  for (const part of manifestOf(data).parts) {
    const query = { map_id: mapId, project_id: projectId, part: part.file, ...(data.snapshot_key !== null && { snapshot_key: data.snapshot_key }) };
    const { body } = await client.open(map.readSnapshotPart, { params: { layerId }, query, signal });
    if (body) yield* readBatches(part, counted(body, onBytes));
  }
}

async function* counted(body: ReadableStream<Uint8Array>, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      onBytes(next.value.byteLength);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Edits of a layer after one, all pages together, and the number of the last (`after` where there is none). */
export async function readEdits({ mapId, projectId, layerId }: Omit<LayerPlace, 'data'>, after: number, signal?: AbortSignal): Promise<{ updates: VectorUpdate[]; seq: number }> {
  const updates: VectorUpdate[] = [];
  let seq = after;
  for (let hasMore = true; hasMore;) {
    const { data } = await client.call(map.readLayerEdits, { params: { layerId }, query: { map_id: mapId, project_id: projectId, after: seq }, signal });
    for (const edit of data.edits) updates.push(edit.operation as VectorUpdate);
    seq = data.edits.at(-1)?.seq ?? seq;
    hasMore = data.has_more;
  }
  return { updates, seq };
}

/** Whether the snapshot was replaced by a folded one while it was read. */
export function isReplaced(error: unknown): boolean {
  return error instanceof GromaError && error.code === 'SNAPSHOT_REPLACED';
}

/** What the layer is now. */
export async function readPlace(place: LayerPlace, signal: AbortSignal): Promise<LayerPlace> {
  const { data: entry } = await client.call(map.readLayer, { params: { layerId: place.layerId }, query: { map_id: place.mapId, project_id: place.projectId }, signal });
  return entry.data ? { ...place, data: entry.data } : place;
}
