import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addToStory,
  newId,
  readStory,
  removeStoryStep,
  storyDocumentId,
  writeStory,
  type StoryStep,
  type StoryView,
} from '@groma/model';
import { map, story } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let viewer: Person;
let own: TestMap;
beforeAll(async () => {
  server = await startTestServer();
  [ann, ben, viewer] = [await server.signUp(), await server.signUp(), await server.signUp()];
  own = await TestMap.make(ann);
  await server.share(ann, own.projectId, ben, 'PROJECT_EDITOR');
  await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
});
afterAll(() => server.close());

const camera = { longitude: 7, latitude: 45, zoom: 5, pitch: 30, bearing: -10 };
const stepOf = (title: string, view: Partial<StoryView> = {}): StoryStep => ({
  id: newId(),
  title,
  text: '',
  view: { camera, layers: [], time: null, ...view },
});
const read = async (at: TestMap, person = at.person) =>
  (await person.client.call(story.readStory, { query: at.query })).data.steps;

test('[MAP-145, MAP-147] editors write a story together, who may read the map follows it and writes nothing', async () => {
  expect(await read(own)).toEqual([]);
  const rooms = [ann, ben, viewer].map((person) => person.live('story', own.mapId));
  const [first, second, reader] = rooms as [(typeof rooms)[0], (typeof rooms)[0], (typeof rooms)[0]];
  await Promise.all(rooms.map((room) => room.whenSynced()));
  expect(rooms.map(({ state }) => state.canWrite)).toEqual([true, true, false]);
  const step = stepOf('Where it rises');
  addToStory(first.doc, [step]);
  await expect.poll(() => readStory(second.doc)).toEqual([step]);
  writeStory(second.doc, step.id, 'title', step.title, 'Where the river rises');
  writeStory(first.doc, step.id, 'text', '', 'High *up*.');
  await Promise.all([first.whenSaved(), second.whenSaved()]);
  const written = [{ ...step, title: 'Where the river rises', text: 'High *up*.' }];
  await expect.poll(() => readStory(reader.doc)).toEqual(written);
  expect(await read(own, viewer)).toEqual(written);
  removeStoryStep(reader.doc, step.id);
  await expect.poll(() => reader.state.refusal).toBe('FORBIDDEN');
  expect(await read(own)).toEqual(written);
  for (const room of rooms) room.close();
});

test('[MAP-148] a copy of a map has its story, of the copied layers, and nothing that was deleted of it', async () => {
  const original = await TestMap.make(ann, own.projectId);
  const layerId = await original.draw('Rivers', [{ name: 'Drau' }]);
  const room = ann.live('story', original.mapId);
  await room.whenSynced();
  const gone = stepOf('Deleted later');
  addToStory(room.doc, [stepOf('Rivers', { layers: [layerId, newId()] }), gone]);
  removeStoryStep(room.doc, gone.id);
  await room.whenSaved();
  room.close();
  const { data } = await ann.client.call(map.duplicateMap, {
    params: { projectId: own.projectId, mapId: original.mapId },
    body: {},
  });
  const copy = new TestMap(ann, own.projectId, data.id);
  const [layer] = (await copy.state()).layers;
  const [copied, ...more] = await read(copy);
  expect([copied?.title, copied?.view.layers, more]).toEqual(['Rivers', [layer!.id], []]);
  const { rows } = await server.platform.database.pool.query<{ snapshot: Buffer }>(
    'SELECT snapshot FROM documents WHERE id = $1',
    [storyDocumentId(data.id)],
  );
  expect(rows[0]!.snapshot.includes('Deleted later')).toBe(false);
});

test('[MAP-147] the story of a map ends with it, and sends its people out', async () => {
  const doomed = await TestMap.make(ann, own.projectId);
  const room = ann.live('story', doomed.mapId);
  await room.whenSynced();
  addToStory(room.doc, [stepOf('Gone soon')]);
  await room.whenSaved();
  await ann.client.call(map.deleteMap, { params: { projectId: own.projectId, mapId: doomed.mapId } });
  await expect.poll(() => room.state.connection).toBe('refused');
  await expect(server.platform.documents.read(storyDocumentId(doomed.mapId))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  room.close();
});
