import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, type ProjectId } from '@groma/model';
import { project } from '@groma/protocol';
import { projects } from '../../platform/database/tables/index.ts';
import { createProjectFeature } from './index.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('[ACC-010] [ACC-119] a project is made, read, renamed, opened to others and deleted', async () => {
  const ann = await server.signUp();
  const { data: made } = await ann.client.call(project.createProject, { body: { name: '  Danube ' } });
  expect(made).toMatchObject({
    name: 'Danube',
    creator: ann.id,
    general_access: 'RESTRICTED',
    tenant_access: 'RESTRICTED',
    role: 'PROJECT_OWNER',
    can_delete: true,
  });
  const params = { id: made.id };
  const { data: changed } = await ann.client.call(project.updateProject, {
    params,
    body: { name: 'Sava', general_access: 'viewer' },
  });
  expect(changed).toMatchObject({ name: 'Sava', general_access: 'PROJECT_VIEWER' });
  await ann.client.call(project.deleteProject, { params });
  await expect(ann.client.call(project.readProject, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await ann.client.call(project.listProjects)).data.map(({ id }) => id)).not.toContain(made.id);
});

test('[ACC-015] [ACC-016] every spelling of the least access level is stored as RESTRICTED', async () => {
  const ann = await server.signUp();
  const id = await ann.makeProject();
  for (const level of ['RESTRICTED', 'restricted', 'PRIVATE', 'private']) {
    await ann.client.call(project.updateProject, {
      params: { id },
      body: { general_access: 'editor', tenant_access: 'editor' },
    });
    const { data } = await ann.client.call(project.updateProject, {
      params: { id },
      body: { general_access: level, tenant_access: level },
    });
    expect([data.general_access, data.tenant_access]).toEqual(['RESTRICTED', 'RESTRICTED']);
  }
});

test('[ACC-116] [ACC-117] the eleventh project is refused, also when many are made at once', async () => {
  const ann = await server.signUp();
  const before = (await ann.client.call(project.listProjects)).data.length;
  const results = await Promise.allSettled(Array.from({ length: 14 }, (_, i) => ann.makeProject(`P${i}`)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10 - before);
  await expect(ann.makeProject('one more')).rejects.toMatchObject({
    code: 'PROJECT_LIMIT',
    details: { limit: 10, count: 10 },
  });
});

test('[ACC-092] [ACC-094] an explicit share gives an outsider of a closed project the share role, and taking it back closes it', async () => {
  const [ann, ben] = [await server.signUp(), await server.signUp()];
  const id = await ann.makeProject();
  const read = () => ben.client.call(project.readProject, { params: { id } });
  await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await server.share(ann, id, ben, 'PROJECT_VIEWER');
  expect((await read()).data.role).toBe('PROJECT_VIEWER');
  await expect(
    ben.client.call(project.updateProject, { params: { id }, body: { name: 'Mine' } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await ann.client.call(project.unshareProject, { params: { projectId: id, userId: ben.id } });
  await expect(read()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('[ACC-107] an editor may not delete the whole project', async () => {
  const [ann, ben] = [await server.signUp(), await server.signUp()];
  const id = await ann.makeProject();
  await server.share(ann, id, ben, 'PROJECT_EDITOR');
  expect((await ben.client.call(project.readProject, { params: { id } })).data.can_delete).toBe(false);
  await expect(ben.client.call(project.deleteProject, { params: { id } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('[NBK-031] the people of a project are listed by user id', async () => {
  const [ann, ben] = [await server.signUp(), await server.signUp()];
  const projectId = await ann.makeProject();
  await server.share(ann, projectId, ben, 'PROJECT_COMMENTATOR');
  const people = await ann.client.call(project.listProjectUsers, { params: { projectId } });
  expect(people[ann.id]).toMatchObject({ username: ann.username, role: 'PROJECT_OWNER', shared: false });
  expect(people[ben.id]).toMatchObject({ username: ben.username, role: 'PROJECT_COMMENTATOR', shared: true });
});

/** What a test of deletions never asks for. */
const notAsked = () => {
  throw new Error('not asked');
};
const needs = {
  operations: { start: notAsked },
  copyMap: notAsked,
  fillNotebookCopy: notAsked,
  copyDatabases: notAsked,
  databaseBytes: notAsked,
  copyPackages: notAsked,
  packageBytes: notAsked,
  copyNotebookOutputs: notAsked,
};

describe('[ACC-010] a deletion', () => {
  const folderOf = (id: string) => join(server.platform.config.dataFolder, 'files', id);
  const notes = () => join(server.platform.config.dataFolder, 'deleting');
  const isThere = async (id: string) =>
    (await server.platform.database.query.select().from(projects).where(eq(projects.id, id))).length === 1;
  const restart = (platform = server.platform) =>
    createProjectFeature(platform, { ...needs, beforeDelete: () => Promise.resolve() }).start!();

  async function makeWithFile() {
    const ann = await server.signUp();
    const id = await ann.makeProject();
    await server.platform.files.folderOf(id as ProjectId);
    writeFileSync(join(folderOf(id), 'data/a.txt'), 'a');
    return { ann, id };
  }

  test('takes record and files, and leaves no note behind', async () => {
    const { ann, id } = await makeWithFile();
    await ann.client.call(project.deleteProject, { params: { id } });
    expect([await isThere(id), existsSync(folderOf(id)), readdirSync(notes())]).toEqual([false, false, []]);
  });

  test('that a kill cut off after the record was gone is ended at the next start', async () => {
    const { ann, id } = await makeWithFile();
    // The files cannot be taken away, as if the server were killed before it did.
    const { files } = server.platform;
    const cut = {
      ...server.platform,
      log: { info: () => undefined, error: () => undefined },
      files: Object.assign(Object.create(files) as typeof files, {
        removeProject: () => Promise.reject(new Error('cut')),
      }),
    };
    const route = createProjectFeature(cut, { ...needs, beforeDelete: () => Promise.resolve() }).routes!.find(
      ({ endpoint }) => endpoint.id === 'deleteProject',
    )!;
    await route.handle({ projectId: id, user: ann } as never);
    expect([await isThere(id), existsSync(folderOf(id)), readdirSync(notes())]).toEqual([false, true, [id]]);
    await restart();
    expect([existsSync(folderOf(id)), readdirSync(notes())]).toEqual([false, []]);
  });

  test('that a kill cut off before can be asked for again, and its note costs nothing', async () => {
    const { ann, id } = await makeWithFile();
    writeFileSync(join(notes(), id), '');
    await restart();
    expect([await isThere(id), existsSync(folderOf(id)), readdirSync(notes())]).toEqual([true, true, []]);
    await ann.client.call(project.deleteProject, { params: { id } });
    expect(await isThere(id)).toBe(false);
  });

  test('of nothing but what was asked for: folders without a record and without a note stay', async () => {
    const id = newId();
    mkdirSync(folderOf(id), { recursive: true });
    await restart();
    expect(existsSync(folderOf(id))).toBe(true);
  });

  test('is ended by the service that answers calls, and by no other', async () => {
    const { id } = await makeWithFile();
    await server.platform.database.query.delete(projects).where(eq(projects.id, id));
    writeFileSync(join(notes(), id), '');
    await restart({
      ...server.platform,
      config: { ...server.platform.config, services: new Set(['realtime', 'jobs']) },
    });
    expect(existsSync(folderOf(id))).toBe(true);
  });
});
