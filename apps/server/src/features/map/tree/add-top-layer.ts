import { rootParent } from '@groma/model';
import type { LayerEntry } from '@groma/protocol';
import { findAnswer, noteMade } from '../edit/edit-keys.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { noteEvents } from '../record/layer-events.ts';
import { presentMade, topOrder } from '../record/layer-records.ts';
import type { Sender } from '../record/map-change.ts';
import { lockMap } from '../record/map-records.ts';
import { publishHierarchy } from './change-tree.ts';
import { writeHierarchy, type LayerContent } from './write-hierarchy.ts';

interface NewLayer {
  id: string;
  text: string;
  content: LayerContent;
  /** What it was made of, for its history. */
  file: string;
}

/** Adds a layer on top of the tree, once for one post, and tells everybody. */
export async function addTopLayer(
  parts: MapParts,
  mapId: string,
  sender: Sender,
  { id, text, content, file }: NewLayer,
): Promise<LayerEntry[]> {
  const { query: records } = parts.platform.database;
  await parts.queue.run(mapId, () =>
    records.transaction(async (query) => {
      await lockMap(query, mapId);
      if (await findAnswer(query, mapId, [id], sender)) return;
      const entry = {
        id,
        text,
        type: 'Layer' as const,
        parent_id: rootParent,
        level: 1,
        order: await topOrder(query, mapId),
        visible: true,
      };
      await writeHierarchy(query, mapId, { [id]: entry }, new Map([[id, content]]));
      await noteEvents(query, sender.userId, [{ layerId: id, kind: 'imported', detail: { file_path: file } }]);
      await noteMade(query, id, sender);
    }),
  );
  await publishHierarchy(parts, mapId, sender);
  return presentMade(records, mapId, id);
}
