import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '@groma/model';
import { hub, map, operation, project, template, type TemplatePayload } from '@groma/protocol';
import { eq } from '../../../platform/database/drizzle.ts';
import { operations, projects, templates, templateVersions } from '../../../platform/database/tables/index.ts';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let editor: Person;
let viewer: Person;
let own: TestMap;

const towns = (names: string[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: names.map((name, at) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'Point', coordinates: [at, 2] },
    })),
  });

beforeAll(async () => {
  server = await startTestServer();
  [ann, editor, viewer] = [await server.signUp(), await server.signUp(), await server.signUp()];
  own = await TestMap.make(ann, await ann.makeProject('Low flow'));
  await server.share(ann, own.projectId, editor, 'PROJECT_EDITOR');
  await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
  await own.upload('towns.geojson', towns(['Ávila', 'Soria']));
  await own.upload('other.txt', 'of something else');
  await own.import('/data/towns.geojson');
});
afterAll(() => server.close());

const fields = (more: Partial<TemplatePayload> = {}): TemplatePayload => ({
  title: 'Rivers',
  access: 'public',
  version: '1.0.0',
  categories: ['Marine'],
  ...more,
});
const params = () => ({ baseId: own.mapId, projectId: own.projectId });
const load = async (person = ann) => (await person.client.call(template.mapTemplates.load, { params: params() })).data;
const create = (body: TemplatePayload, person = ann) =>
  person.client.call(template.mapTemplates.create, { params: params(), body });
const update = (templateId: string, body: TemplatePayload, person = ann) =>
  person.client.call(template.mapTemplates.update, { params: { ...params(), templateId }, body });
const remove = (templateId: string, person = ann) =>
  person.client.call(template.mapTemplates.remove, { params: { ...params(), templateId } });
const ended = async (id: string | null, person = ann) => {
  const read = async () => (await person.client.call(operation.readOperation, { params: { operationId: id! } })).data;
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).not.toMatch(/Pending|In Progress/);
  return read();
};
const publish = async (more: Partial<TemplatePayload> = {}, person = ann) => {
  const begun = await create(fields(more), person);
  expect(await ended(begun.operation_id, person)).toMatchObject({ status: 'Completed', failedMessage: null });
  return begun.data.id;
};
const refused = (call: Promise<unknown>, code: string, detail?: string) =>
  expect(call).rejects.toMatchObject({ code, ...(detail !== undefined && { details: { detail } }) });
const versionsOf = (templateId: string) =>
  server.platform.database.query.select().from(templateVersions).where(eq(templateVersions.templateId, templateId));
/** Status of reading a frozen map without a session. */
const readingFrozen = async (templateId: string, at = 0) => {
  const version = (await versionsOf(templateId)).toSorted((a, b) => a.version.localeCompare(b.version))[at]!;
  return fetch(`${server.origin}/api/maps/${version.contentId}/projects/${version.frozenProjectId}`);
};

test('[PUB-039, PUB-031, PUB-045] a map is published by an operation, as it is then, and what comes after is not in it', async () => {
  expect(await load()).toBeNull();
  const begun = await create(fields({ tags: [' rivers ', 'rivers', ''], description: 'Of Castile' }));
  expect(begun.data.version).toBe('1.0.0');
  expect(await ended(begun.operation_id)).toMatchObject({
    status: 'Completed',
    title: 'Publish Rivers',
    subject: 'Rivers',
    subtitle: '1.0.0',
  });
  const there = await load();
  expect(there).toMatchObject({
    id: begun.data.id,
    type: 'MAP',
    title: 'Rivers',
    description: 'Of Castile',
    is_public: true,
    access: 'public',
    has_password: false,
    tags: ['rivers'],
    version: '1.0.0',
    author: { username: ann.username },
    path: `/hub/maps/${begun.data.id}`,
    versions: [{ version: '1.0.0', changelog: '' }],
  });
  const [layer] = (await own.state()).layers;
  const [fid = 0] = (await own.features(layer!.id)).keys();
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layer!.id]: [{ type: 'Edit_Property', edits: [{ fid, column: 'name', value: 'Segovia' }] }] },
  });
  const [version] = await versionsOf(begun.data.id);
  const frozen = new TestMap(viewer, version!.frozenProjectId, version!.contentId!);
  const [frozenLayer] = (await frozen.state()).layers;
  expect([...(await frozen.features(frozenLayer!.id)).values()].map(({ properties }) => properties['name'])).toEqual([
    'Ávila',
    'Soria',
  ]);
  expect((await readingFrozen(begun.data.id)).status).toBe(200);
  await remove(begun.data.id);
});

test('[PUB-031] an editor publishes too; who only reads is refused every call, and strangers find nothing', async () => {
  const id = await publish({}, editor);
  expect((await load(editor))!.author!.username).toBe(editor.username);
  await refused(load(viewer), 'FORBIDDEN');
  await refused(create(fields(), viewer), 'FORBIDDEN');
  await refused(update(id, fields(), viewer), 'FORBIDDEN');
  await refused(remove(id, viewer), 'FORBIDDEN');
  await refused(viewer.client.call(template.mapTemplates.expose, { params: params() }), 'FORBIDDEN');
  const stranger = await server.signUp();
  await refused(load(stranger), 'NOT_FOUND');
  await refused(remove(id, stranger), 'NOT_FOUND');
  await remove(id);
});

test('[PUB-111] one person looks sixty times at what would be published, and others still may', async () => {
  const curious = await server.signUp();
  await server.share(ann, own.projectId, curious, 'PROJECT_EDITOR');
  const expose = (person: Person) => person.client.call(template.mapTemplates.expose, { params: params() });
  // oxlint-disable-next-line no-await-in-loop -- one after the other: none is refused for another reason
  for (let time = 0; time < 60; time += 1) await expose(curious);
  await refused(expose(curious), 'TOO_MANY_ATTEMPTS');
  expect((await expose(ann)).data).toBeDefined();
});

test('[PUB-034] its author and the owner of the organisation read what has a password, whoever froze the version', async () => {
  const id = await publish({}, editor);
  await ended((await update(id, fields({ version: '1.1.0', access: 'password', password: 'right one' }))).operation_id);
  for (const { contentId, frozenProjectId } of await versionsOf(id)) {
    const path = `/api/maps/${contentId}/projects/${frozenProjectId}`;
    const statuses = [editor, ann, viewer].map(async (person) => (await person.fetch(path)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
  }
  // Whoever has left reads it no longer, though they have published it.
  const projectId = own.projectId;
  await ann.client.call(project.unshareProject, { params: { projectId, userId: editor.id } });
  const [version] = await versionsOf(id);
  const path = `/api/maps/${version!.contentId}/projects/${version!.frozenProjectId}`;
  expect((await editor.fetch(path)).status).toBe(404);
  await expect(editor.client.call(hub.readTemplate, { params: { templateId: id }, query: {} })).rejects.toMatchObject({
    code: 'PASSWORD_REQUIRED',
  });
  await server.share(ann, projectId, editor, 'PROJECT_EDITOR');
  await remove(id);
});

test('[PUB-008, PUB-023, PUB-024, PUB-025, PUB-026, PUB-027] what is filled in is checked before anything is begun', async () => {
  const wrong: [Partial<TemplatePayload>, string][] = [
    [{ title: '  ' }, 'Enter a title.'],
    [{ version: '1.0' }, 'A version is three numbers separated by dots, such as 1.0.0.'],
    [{ version: '' }, 'A version is three numbers separated by dots, such as 1.0.0.'],
    [{ categories: [] }, 'Choose at least one category.'],
    [{ categories: ['Marine', 'Marine'] }, 'Choose each category once.'],
    [{ access: 'password' }, 'Password is required for password protected access'],
  ];
  for (const [more, detail] of wrong) await refused(create(fields(more)), 'BAD_INPUT', detail);
  await refused(create(fields({ categories: ['Poetry' as 'Marine'] })), 'BAD_INPUT');
  for (const address of ['javascript:alert(1)', 'data:image/png;base64,AA', 'https://ann:hunter22@example.org/a.png'])
    await refused(create(fields({ thumbnail_url: address })), 'BAD_INPUT');
  await refused(create(fields({ thumbnail_url: `/api/hub/thumbnails/${newId()}` })), 'BAD_INPUT');
  const rows = await server.platform.database.query.select().from(operations).where(eq(operations.status, 'Pending'));
  expect(rows).toEqual([]);
  expect(await load()).toBeNull();
});

test('[PUB-018, PUB-019, PUB-020, PUB-034, PUB-049] access is what is said, a password is kept as a hash and told to nobody', async () => {
  const id = await publish({ access: undefined, is_public: false, password: 'correct horse' });
  const { query } = server.platform.database;
  const rowOf = async () => (await query.select().from(templates).where(eq(templates.id, id)))[0]!;
  expect(await rowOf()).toMatchObject({
    access: 'password',
    password: expect.stringMatching(/^\$argon2id\$/) as string,
  });
  const { password } = await rowOf();
  const reply = JSON.stringify(await load());
  expect(reply).toContain('"has_password":true');
  expect(reply).not.toMatch(/correct horse|argon2/);
  const kept = await query.select().from(operations);
  expect(JSON.stringify(kept)).not.toMatch(/correct horse|argon2/);
  expect((await readingFrozen(id)).status).toBe(401);
  // Without another one it stays.
  await update(id, fields({ access: 'password', title: 'Protected' }));
  expect(await rowOf()).toMatchObject({ title: 'Protected', password });
  await update(id, fields({ access: 'password', password: 'another' }));
  expect((await rowOf()).password).not.toBe(password);
  await update(id, fields({ access: undefined, is_public: false }));
  expect(await rowOf()).toMatchObject({ access: 'restricted', password: null });
  await update(id, fields({ access: undefined, is_public: true, password: 'for nothing' }));
  expect(await rowOf()).toMatchObject({ access: 'public', password: null });
  expect((await readingFrozen(id)).status).toBe(200);
  await remove(id);
});

test('[PUB-040, PUB-050] the newest version changes details at once, a later one freezes again, an earlier one is refused', async () => {
  const id = await publish();
  await refused(create(fields()), 'TEMPLATE_EXISTS');
  await refused(update(newId(), fields()), 'NOT_FOUND');
  expect(await update(id, fields({ title: 'Streams', changelog: 'First' }))).toEqual({
    data: { id, version: '1.0.0' },
    operation_id: null,
  });
  expect(await load()).toMatchObject({ title: 'Streams', versions: [{ version: '1.0.0', changelog: 'First' }] });
  await update(id, fields({ title: 'Streams' }));
  expect(await load()).toMatchObject({ versions: [{ changelog: 'First' }] });
  await update(id, fields({ title: 'Streams', changelog: '' }));
  expect(await load()).toMatchObject({ versions: [{ changelog: '' }] });
  await refused(update(id, fields({ version: '0.9.9' })), 'TEMPLATE_VERSION_TAKEN');
  await own.draw('Wells', [{ depth: 3 }]);
  const second = await update(id, fields({ title: 'Wells too', version: '1.1.0', changelog: 'Wells' }));
  // Until it is there, nothing has changed.
  expect(second.operation_id).not.toBeNull();
  await ended(second.operation_id);
  expect(await load()).toMatchObject({
    title: 'Wells too',
    version: '1.1.0',
    versions: [
      { version: '1.1.0', changelog: 'Wells', published_by: ann.username },
      { version: '1.0.0', changelog: '' },
    ],
  });
  await refused(update(id, fields({ version: '1.0.0' })), 'TEMPLATE_VERSION_TAKEN');
  const layersOf = async (at: number) => {
    const { data } = (await (await readingFrozen(id, at)).json()) as { data: { id: string; project_id: string } };
    return (await new TestMap(viewer, data.project_id, data.id).state()).layers.map(({ text }) => text);
  };
  expect(await layersOf(0)).toEqual(['towns']);
  expect((await layersOf(1)).toSorted()).toEqual(['Wells', 'towns']);
  await remove(id);
});

test('[PUB-050] what is changed while a version is frozen stays changed', async () => {
  const id = await publish();
  const holding = await server.platform.database.pool.connect();
  await holding.query('BEGIN');
  // The version waits at its last step; details can be changed.
  await holding.query('LOCK TABLE layers IN EXCLUSIVE MODE');
  const begun = await update(id, fields({ version: '1.1.0', title: 'Newer' }));
  await update(id, fields({ access: 'restricted', title: 'Closed' }));
  await holding.query('ROLLBACK');
  holding.release();
  expect(await ended(begun.operation_id)).toMatchObject({ status: 'Completed' });
  expect(await load()).toMatchObject({ access: 'restricted', title: 'Closed', version: '1.1.0' });
  expect((await readingFrozen(id, 1)).status).toBe(401);
  await remove(id);
});

test('[PUB-050] a version that a later one has overtaken is not published', async () => {
  const id = await publish();
  const { pool } = server.platform.database;
  const holding = await pool.connect();
  await holding.query('BEGIN');
  await holding.query('LOCK TABLE layers IN EXCLUSIVE MODE');
  const begun = await update(id, fields({ version: '1.1.0' }));
  await pool.query(`UPDATE templates SET version = '2.0.0' WHERE id = $1`, [id]);
  await holding.query('ROLLBACK');
  holding.release();
  expect(await ended(begun.operation_id)).toMatchObject({ status: 'Failed' });
  expect(await load()).toMatchObject({ version: '2.0.0', versions: [{ version: '1.0.0' }] });
  await remove(id);
});

test('[PUB-050] details that are changed while another change is made set neither version nor password back', async () => {
  const id = await publish({ access: 'password', password: 'first one' });
  const holding = await server.platform.database.pool.connect();
  await holding.query('BEGIN');
  await holding.query(`UPDATE templates SET version = '1.1.0', password = 'of the other' WHERE id = $1`, [id]);
  const changing = update(id, fields({ access: 'password', title: 'Streams' }));
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await holding.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
  await holding.query('COMMIT');
  holding.release();
  expect(await changing).toMatchObject({ data: { version: '1.1.0' } });
  const { query } = server.platform.database;
  const [row] = await query.select().from(templates).where(eq(templates.id, id));
  expect(row).toMatchObject({ title: 'Streams', version: '1.1.0', password: 'of the other' });
  await remove(id);
});

test('[PUB-051] unpublishing ends all versions at once, and what they held is deleted', async () => {
  const id = await publish();
  await ended((await update(id, fields({ version: '2.0.0' }))).operation_id);
  const versions = await versionsOf(id);
  expect(versions).toHaveLength(2);
  const readings = () =>
    Promise.all(
      versions.flatMap(({ contentId, frozenProjectId }) =>
        [ann, viewer].map(
          async (person) => (await person.fetch(`/api/maps/${contentId}/projects/${frozenProjectId}`)).status,
        ),
      ),
    );
  expect(await readings()).toEqual([200, 200, 200, 200]);
  await remove(id);
  expect(await readings()).toEqual([404, 404, 404, 404]);
  await refused(remove(id), 'NOT_FOUND');
  await noFrozenLeft();
});

test('[PUB-052] deleting what is published ends its publication', async () => {
  const other = await TestMap.make(ann, own.projectId);
  const at = { baseId: other.mapId, projectId: own.projectId };
  const begun = await ann.client.call(template.mapTemplates.create, { params: at, body: fields() });
  await ended(begun.operation_id);
  expect((await readingFrozen(begun.data.id)).status).toBe(200);
  const [version] = await versionsOf(begun.data.id);
  await ann.client.call(map.deleteMap, { params: { mapId: other.mapId, projectId: own.projectId } });
  const status = async () =>
    (await fetch(`${server.origin}/api/maps/${version!.contentId}/projects/${version!.frozenProjectId}`)).status;
  expect(await status()).toBe(401);
  await noFrozenLeft();
});

test('[PUB-053] a publishing that is canceled, even at its last step, leaves nothing', async () => {
  const before = (await server.platform.blobs.list('layers/')).length;
  const holding = await server.platform.database.pool.connect();
  await holding.query('BEGIN');
  // What is read goes on, what is written waits.
  await holding.query('LOCK TABLE templates IN EXCLUSIVE MODE');
  const begun = await create(fields());
  await expect(create(fields())).rejects.toMatchObject({ code: 'TEMPLATE_EXISTS' });
  await ann.client.call(operation.cancelOperation, { params: { operationId: begun.operation_id! } });
  await holding.query('ROLLBACK');
  holding.release();
  expect(await ended(begun.operation_id)).toMatchObject({ status: 'Canceled' });
  expect(await load()).toBeNull();
  await noFrozenLeft();
  expect((await server.platform.blobs.list('layers/')).length).toBe(before);
});

test('[PUB-054] nothing in a version says who has made or changed what', async () => {
  const layerId = await own.draw('By Ann', [{ depth: 1 }]);
  await own.post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [layerId]: [{ type: 'Edit_Property', edits: [{ fid: 1, column: 'depth', value: 9 }] }] },
  });
  const id = await publish();
  const [version] = await versionsOf(id);
  const frozen = new TestMap(viewer, version!.frozenProjectId, version!.contentId!);
  const { layers } = await frozen.state();
  const byAnn = layers.find(({ text }) => text === 'By Ann')!;
  // Written into the snapshot: what was there before is not to be found.
  expect(await frozen.edits(byAnn.id)).toEqual([]);
  expect([...(await frozen.features(byAnn.id)).values()].map(({ properties }) => properties)).toEqual([{ depth: 9 }]);
  expect(layers.find(({ text }) => text === 'towns')!.data).toMatchObject({ kind: 'vector' });
  expect(JSON.stringify(layers)).not.toMatch(/towns\.geojson/);
  expect(await server.platform.files.list(version!.frozenProjectId as never, '/data' as never)).toEqual([]);
  await remove(id);
});

test('[PUB-054] what is changed away while a version is frozen is not in it; edits without end fail it', async () => {
  const layerId = await own.draw('Edited', [{ depth: 1 }, { depth: 2 }]);
  const write = (depth: number) =>
    own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [layerId]: [{ type: 'Edit_Property', edits: [{ fid: 1, column: 'depth', value: depth }] }] },
    });
  await write(3);
  const { bus } = server.platform;
  const tell = bus.publish.bind(bus);
  let left = 1;
  // Edits come at the moment at which the layer has just been folded.
  const telling = vi.spyOn(bus, 'publish').mockImplementation(async (topic, told) => {
    const { kind, layerId: folded } = told as { kind?: string; layerId?: string };
    if (topic === 'map-changed' && kind === 'folded' && folded === layerId && left-- > 0) await write(100 + left);
    await tell(topic, told);
  });
  const id = await publish();
  const [version] = await versionsOf(id);
  const frozen = new TestMap(viewer, version!.frozenProjectId, version!.contentId!);
  const { layers } = await frozen.state();
  const edited = layers.find(({ text }) => text === 'Edited')!;
  expect(await frozen.edits(edited.id)).toEqual([]);
  expect([...(await frozen.features(edited.id)).values()].map(({ properties }) => properties['depth'])).toEqual([
    100, 2,
  ]);
  await write(4);
  left = 100;
  const begun = await update(id, fields({ version: '2.0.0' }));
  const { status, failedMessage } = await ended(begun.operation_id);
  telling.mockRestore();
  expect([status, failedMessage]).toEqual(['Failed', expect.stringContaining('Edited')]);
  expect(await versionsOf(id)).toHaveLength(1);
  await remove(id);
});

/** Every frozen project goes once its publication is gone. */
async function noFrozenLeft(): Promise<void> {
  const { query } = server.platform.database;
  await expect
    .poll(
      async () => {
        const rows = await query
          .select({ publishedAs: projects.publishedAs, id: templates.id })
          .from(projects)
          .leftJoin(templates, eq(templates.id, projects.publishedAs));
        return rows.filter(({ publishedAs, id }) => publishedAs !== null && id === null);
      },
      { timeout: 20_000 },
    )
    .toEqual([]);
}
