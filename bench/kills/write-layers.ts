import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, map } from '@groma/protocol';
import { compare, type Workplace, type Writer } from './writer.ts';

const pauseMs = 20;
const afterFailureMs = 200;

const pointOf = (name: string) => ({
  type: 'Feature' as const,
  properties: { name },
  geometry: { type: 'Point' as const, coordinates: [1, 2] },
});

/**
 * Somebody who adds features to a layer, one after the other; what failed is not done again, for it may have been
 * written.
 */
export async function writeLayers({ services, client, cookie, projectId }: Workplace): Promise<Writer> {
  const {
    data: { id: mapId },
  } = await client.call(map.createMap, { params: { projectId }, body: { name: 'Kills' } });
  const rooms = createClient(services.rooms, () => ({ cookie }));
  const layerId = randomUUID();
  await map.postToMap(rooms, mapId, {
    type: 'Create_Vector_Layer',
    vector_data: { [layerId]: { features: [pointOf('the first, which makes the column')] } },
    new_layers_hierarchy_info: {
      [layerId]: { id: layerId, text: 'Kills', type: 'Layer', parent_id: '0', level: 1, order: 0 },
    },
  });
  const told = new Set<string>();
  const add = (name: string) =>
    map.postToMap(rooms, mapId, {
      type: 'Update_Vector_Layer_Data',
      vector_update: { [layerId]: { type: 'Add', features: [pointOf(name)] } },
    });
  return {
    name: 'layer edits',
    get acknowledged() {
      return told.size;
    },
    async write(round, signal) {
      for (let i = 0; !signal.aborted; i += 1) {
        const name = `${round}-${i}`;
        const isDone = await add(name).then(
          () => true,
          () => false,
        );
        if (isDone) told.add(name);
        await sleep(isDone ? pauseMs : afterFailureMs);
      }
    },
    async check() {
      const text = await (await client.open(map.streamMap, { query: { map_id: mapId, project_id: projectId } })).text();
      const lines = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { vector_features?: { features: { properties: { name: string } }[] } });
      return compare(
        told,
        lines.flatMap(({ vector_features: part }) => part?.features ?? []).map(({ properties }) => properties.name),
      );
    },
  };
}
