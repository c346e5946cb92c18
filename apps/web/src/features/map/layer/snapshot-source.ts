import type { SnapshotManifest } from '@groma/geo';
import type { VectorLayerData } from '@groma/protocol';
import type { SnapshotSource } from './layer-messages.ts';

export interface LayerPlace {
  mapId: string;
  projectId: string;
  layerId: string;
}

/** The address of a part of a layer's snapshot; `readSnapshotPart` is the call. */
function partAddress({ mapId, projectId, layerId }: LayerPlace, query: Readonly<Record<string, string>>): string {
  const all = new URLSearchParams({ map_id: mapId, project_id: projectId, ...query });
  return `/maps/layers/${encodeURIComponent(layerId)}/snapshot?${all}`;
}

/** Where the worker finds the snapshot of a layer. */
export function snapshotSource(
  place: LayerPlace,
  { manifest, snapshot_key: key }: Pick<VectorLayerData, 'manifest' | 'snapshot_key'>,
): SnapshotSource {
  // The wire does not spell out the names of geometry types, which the snapshot's reader knows.
  return {
    manifest: manifest as SnapshotManifest,
    partUrls: manifest.parts.map(({ file }) =>
      partAddress(place, { ...(key !== null && { snapshot_key: key }), part: file }),
    ),
  };
}
