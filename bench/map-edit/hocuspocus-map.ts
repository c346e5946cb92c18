import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { startHocuspocusSide } from '../collaboration/hocuspocus-side.ts';
import { featureCount, firstText, placeOf, type MapSide } from './map-side.ts';

/**
 * The same features as a shared document of plain Hocuspocus, which keeps it in memory only: a map of maps, as such
 * maps are made.
 */
export async function startHocuspocusMap(): Promise<MapSide> {
  const side = await startHocuspocusSide();
  const name = await side.makeDocument();
  const doc = new Y.Doc();
  const features = doc.getMap<Y.Map<unknown>>('features');
  const socket = await enter();
  let taken: (() => void)[] = [];
  socket.on('message', (message: Buffer) => {
    if (side.acknowledges(message, name) !== -1) taken.shift()?.();
  });
  let n = 0;
  doc.on('update', (update: Uint8Array) => {
    n += 1;
    socket.send(side.edit(name, n, update));
  });
  const change = (work: () => void) =>
    new Promise<void>((resolve) => {
      taken = [...taken, resolve];
      doc.transact(work);
    });
  await change(() => {
    for (let fid = 1; fid <= featureCount; fid++) {
      const feature = new Y.Map<unknown>([['name', firstText(fid)]]);
      feature.set('geometry', { type: 'Point', coordinates: placeOf(fid) });
      features.set(String(fid), feature);
    }
  });
  return {
    async look(onMessage) {
      const other = await enter();
      other.on('message', onMessage);
      return { leave: () => other.terminate() };
    },
    edit: (fid, text) =>
      change(() => {
        features.get(String(fid))!.set('name', text);
      }),
    read: () =>
      Promise.resolve(
        Array.from({ length: featureCount }, (_, index) => features.get(String(index + 1))!.get('name') as string),
      ),
    async stop() {
      socket.terminate();
      await side.stop();
    },
  };

  async function enter(): Promise<WebSocket> {
    const { url, headers } = side.connect(name);
    const entered = new WebSocket(url, { headers });
    await once(entered, 'open');
    const greeted = once(entered, 'message');
    for (const each of side.greetings(name)) entered.send(each);
    await greeted;
    return entered;
  }
}
