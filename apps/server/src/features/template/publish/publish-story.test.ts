import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToStory, newId, writeStory, type StoryStep } from '@groma/model';
import { hub, map, operation, story, template, type TemplatePayload } from '@groma/protocol';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
let layerId: string;
let step: StoryStep;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  own = await TestMap.make(ann, await ann.makeProject('Low flow'));
  layerId = await own.draw('Wells', [{ depth: 3 }]);
  step = {
    id: newId(),
    title: 'A <script>alert(1)</script> well',
    text: `By ${ann.username}. **Deep** <img src=x onerror=alert(1)> [there](javascript:alert(1))\n\n# Down`,
    view: {
      camera: { longitude: 7, latitude: 45, zoom: 5, pitch: 0, bearing: 0 },
      layers: [layerId],
      time: null,
    },
  };
  await write((doc) => addToStory(doc, [step]));
});
afterAll(() => server.close());

async function write(edit: (doc: Parameters<typeof addToStory>[0]) => void): Promise<void> {
  const room = ann.live('story', own.mapId);
  await room.whenSynced();
  edit(room.doc);
  await room.whenSaved();
  room.close();
}
const fields = (more: Partial<TemplatePayload> = {}): TemplatePayload => ({
  title: 'Low flow',
  access: 'public',
  version: '1.0.0',
  categories: ['Marine'],
  ...more,
});
const ofMap = () => ({ params: { baseId: own.mapId, projectId: own.projectId } });
const publish = async (body: TemplatePayload) => {
  const begun = await ann.client.call(template.mapTemplates.create, { ...ofMap(), body });
  const status = async () =>
    (await ann.client.call(operation.readOperation, { params: { operationId: begun.operation_id! } })).data.status;
  await expect.poll(status, { timeout: 30_000 }).toBe('Completed');
  return begun.data.id;
};
const readAs = async (path: string) => {
  const reply = await fetch(server.origin + path);
  return { status: reply.status, text: await reply.text() };
};

test('[PUB-130, PUB-131] a published story can be read by anyone the version is for, and does not change with the draft', async () => {
  const id = await publish(fields());
  const reply = JSON.parse((await readAs(`/api/hub/templates/${id}`)).text) as {
    data: { content: { project_id: string; content_id: string } };
  };
  const { project_id: projectId, content_id: mapId } = reply.data.content;
  const address = `${story.readStory.path}?map_id=${mapId}&project_id=${projectId}`;
  const steps = async () => {
    const { status, text } = await readAs(address);
    return status === 200 ? (JSON.parse(text) as { data: { steps: StoryStep[] } }).data.steps : status;
  };
  const first = (await steps()) as StoryStep[];
  expect(first).toMatchObject([{ id: step.id, title: step.title, text: step.text }]);
  // The layer of the step is that of the version.
  expect(first[0]!.view.layers).toHaveLength(1);
  expect(first[0]!.view.layers).not.toEqual([layerId]);
  await write((doc) => writeStory(doc, step.id, 'text', step.text, 'Another text'));
  expect(await steps()).toEqual(first);
  // Nobody follows or writes a version's story live, its author neither.
  const room = ann.live('story', mapId);
  await expect.poll(() => room.state.connection).toBe('refused');
  room.close();
  await write((doc) => writeStory(doc, step.id, 'text', 'Another text', step.text));
  await ann.client.call(template.mapTemplates.remove, {
    params: { baseId: own.mapId, projectId: own.projectId, templateId: id },
  });
  expect(await steps()).toBe(401);
});

test('[PUB-132] the page of the hub has titles and text of a story as HTML, in which nothing of it runs', async () => {
  const id = await publish(fields({ title: 'Read without scripts' }));
  const { text } = await readAs(`/en/hub/maps/${id}`);
  for (const part of [
    '<h2>Story</h2>',
    '<h3 dir="auto">A &lt;script&gt;alert(1)&lt;/script&gt; well</h3>',
    '<b>Deep</b>',
    'Down</h4>',
  ])
    expect(text).toContain(part);
  for (const part of ['<script>alert', '<img src=x', 'href="javascript:']) expect(text).not.toContain(part);
  expect((await readAs(`/he/hub/maps/${id}`)).text).toContain('<h2>סיפור</h2>');
});

test('[MAP-148] a workspace that is made of a publication has its story', async () => {
  const templateId = (await ann.client.call(template.mapTemplates.load, ofMap())).data!.id;
  const { data } = await ann.client.call(hub.useTemplate, { params: { templateId }, body: { name: 'Of it' } });
  const status = async () =>
    (await ann.client.call(hub.readUse, { params: { operationId: data.operation_id } })).data.status;
  await expect.poll(status, { timeout: 30_000 }).toBe('completed');
  const [made] = (await ann.client.call(map.listMaps, { params: { projectId: data.project_id } })).data;
  const copy = new TestMap(ann, data.project_id, made!.id);
  const [copied] = (await ann.client.call(story.readStory, { query: copy.query })).data.steps;
  const [layer] = (await copy.state()).layers;
  expect([copied?.title, copied?.view.layers]).toEqual([step.title, [layer!.id]]);
});

test('[PUB-133] what would be published names the text of a story and the people in it, and a secret there is refused', async () => {
  const expose = async () => (await ann.client.call(template.mapTemplates.expose, ofMap())).data;
  expect(await expose()).toMatchObject({ stories: [{ name: 'A map' }], refused: [] });
  const secret = 'AKIAIOSFODNN7EXAMPLE';
  await write((doc) => writeStory(doc, step.id, 'title', step.title, secret));
  expect((await expose()).refused).toEqual([{ name: 'A map', reason: 'cloud-key' }]);
  await write((doc) => writeStory(doc, step.id, 'title', secret, step.title));
});
