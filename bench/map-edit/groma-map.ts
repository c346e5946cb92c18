import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { createClient, map } from '@groma/protocol';
import { startGroma } from '../large-file/groma-server.ts';
import { featureCount, firstText, placeOf, type MapSide } from './map-side.ts';

interface Line {
  vector_features?: { features: { properties: { groma_fid: number; name: string } }[] };
}

/** A map of the product's server, with its database: an edit is told when it is on disk. */
export async function startGromaMap(): Promise<MapSide> {
  const folder = await mkdtemp(join(tmpdir(), 'groma-bench-'));
  const { origin, cookie, projectId, process: child } = await startGroma(folder, false);
  const client = createClient(origin, () => ({ cookie }));
  const {
    data: { id: mapId },
  } = await client.call(map.createMap, { params: { projectId }, body: { name: 'Bench' } });
  const layerId = randomUUID();
  const features = Array.from({ length: featureCount }, (_, index) => ({
    type: 'Feature' as const,
    properties: { name: firstText(index + 1) },
    geometry: { type: 'Point' as const, coordinates: placeOf(index + 1) },
  }));
  await map.postToMap(client, mapId, {
    type: 'Create_Vector_Layer',
    vector_data: { [layerId]: { features } },
    new_layers_hierarchy_info: {
      [layerId]: { id: layerId, text: 'Bench', type: 'Layer', parent_id: '0', level: 1, order: 0 },
    },
  });
  const enter = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/parties/map/${mapId}`, { headers: { cookie } });
    const greeted = once(socket, 'message');
    await once(socket, 'open');
    await greeted;
    return socket;
  };
  // As a page does: over the connection that it has open.
  const author = await enter();
  const taken = new Map<number, PromiseWithResolvers<void>>();
  const refuse = (why: string) => {
    for (const { reject } of taken.values()) reject(new Error(why));
    taken.clear();
  };
  author.on('message', (message: Buffer) => {
    const { n, type } = JSON.parse(message.toString()) as { n?: number; type: string };
    if (type === 'Refused') return refuse('An edit was refused.');
    if (n === undefined) return;
    taken.get(n)?.resolve();
    taken.delete(n);
  });
  author.on('close', () => refuse('The connection of the edits was lost.'));
  let posts = 0;
  return {
    async look(onMessage) {
      const socket = await enter();
      socket.on('message', onMessage);
      return { leave: () => socket.terminate() };
    },
    async edit(fid, text) {
      const n = ++posts;
      const post = {
        type: 'Update_Vector_Layer_Data',
        vector_update: { [layerId]: { type: 'Edit_Property', edits: [{ fid, column: 'name', value: text }] } },
      };
      const answered = Promise.withResolvers<void>();
      taken.set(n, answered);
      author.send(JSON.stringify({ type: 'Post', n, post }));
      await answered.promise;
    },
    async read() {
      const reply = await fetch(`${origin}/maps/read-map?map_id=${mapId}&project_id=${projectId}`, {
        headers: { cookie },
      });
      const lines = (await reply.text())
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line);
      const found = lines.flatMap(({ vector_features: part }) => part?.features ?? []);
      return found
        .toSorted((one, other) => one.properties.groma_fid - other.properties.groma_fid)
        .map(({ properties }) => properties.name);
    },
    async stop() {
      author.terminate();
      child.kill('SIGINT');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
