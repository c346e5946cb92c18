import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from '../../../platform/database/drizzle.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { file } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { UploadClient } from '../../../../test/upload-client.ts';
import { tenants } from '../../../platform/database/tables/index.ts';
import { readStorageSettings } from '../../../platform/storage/storage-settings.ts';

let server: TestServer;
let ann: Person;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer({ storage: { url: undefined, projectBytes: 100_000, tenantBytes: 150_000 } });
});
beforeEach(async () => {
  ann = await server.signUp();
  projectId = await ann.makeProject();
});
afterAll(() => server.close());

const usage = async (id = projectId) => (await ann.client.call(file.fileUsageOf, { params: { projectId: id } })).data;
const form = async (name: string, bytes: number, id = projectId, query = '') => {
  const made = new FormData();
  made.append('filePaths', `/data/${name}`);
  made.append('files', new Blob([randomBytes(bytes)]), 'x');
  const reply = await ann.fetch(`/api/gcs/projects/${id}/files${query}`, { method: 'POST', body: made });
  return reply.ok ? 'ok' : ((await reply.json()) as { code: string }).code;
};
const open = (name: string, bytes: number, told = true) =>
  UploadClient.open(ann, server.origin, projectId, `/data/${name}`, bytes, told ? { bytes } : {});
const list = async () =>
  (await ann.client.call(file.listFiles, { params: { projectId } })).data.map(({ path }) => path);

test('[FIL-008] a project takes what it may and refuses what is more, before the bytes come, by every way in', async () => {
  expect(await usage()).toEqual({
    project: { bytes: 0, limit: 100_000, files: 0, trashBytes: 0 },
    tenant: { bytes: 0, limit: 150_000 },
  });
  expect(await form('a.bin', 60_000)).toBe('ok');
  expect((await usage()).project).toMatchObject({ bytes: 60_000, files: 1 });
  expect(await form('b.bin', 50_000)).toBe('QUOTA_EXCEEDED');
  await expect(open('c.bin', 50_000)).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
    message:
      'Not enough storage for "/data/c.bin": the files of this workspace use 58.6 KB of 97.7 KB. Empty the trash or delete files.',
  });
  const untold = await open('d.bin', 50_000, false);
  expect(await untold.put(0, Buffer.alloc(10), { total: 50_000 })).toMatchObject({
    status: 507,
    code: 'QUOTA_EXCEEDED',
  });
  const { data } = await ann.client.call(file.copyFiles, {
    params: { projectId },
    body: { paths: ['/data/a.bin'], folder: '/data' },
  });
  expect(data[0]?.error?.code).toBe('QUOTA_EXCEEDED');
  expect(await list()).toEqual(['/data/a.bin']);
  expect((await usage()).project.bytes).toBe(60_000);
});

test('[FIL-008] uploads that are under way have their room, and two together cannot have more', async () => {
  const first = await open('a.bin', 70_000);
  expect((await usage()).project.bytes).toBe(70_000);
  await expect(open('b.bin', 40_000)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect((await first.put(0, randomBytes(70_000))).status).toBe(200);
  expect((await usage()).project.bytes).toBe(70_000);
  const outcomes = await Promise.all([form('c.bin', 20_000), form('d.bin', 20_000), form('e.bin', 20_000)]);
  expect(outcomes.toSorted()).toEqual(['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'ok']);
});

test('[FIL-008] the projects of a tenant share what the tenant may', async () => {
  const second = await ann.makeProject('second');
  expect([await form('a.bin', 90_000), await form('b.bin', 90_000, second)]).toEqual(['ok', 'QUOTA_EXCEEDED']);
  expect((await usage(second)).tenant.bytes).toBe(90_000);
  expect(await form('b.bin', 50_000, second)).toBe('ok');
});

test('[FIL-008] the trash counts until it is emptied, and what is replaced is in it', async () => {
  expect([await form('a.bin', 50_000), await form('a.bin', 45_000, projectId, '?replace=true')]).toEqual(['ok', 'ok']);
  // The trash also keeps a line on each thing in it.
  await expect.poll(async () => (await usage()).project.trashBytes).toBeGreaterThanOrEqual(50_000);
  expect((await usage()).project.bytes).toBeGreaterThanOrEqual(95_000);
  expect((await usage()).project.files).toBe(1);
  await ann.client.call(file.deleteFile, { params: { projectId }, query: { path: '/data/a.bin' } });
  await expect.poll(async () => (await usage()).project.trashBytes).toBeGreaterThanOrEqual(95_000);
  expect(await form('b.bin', 80_000)).toBe('QUOTA_EXCEEDED');
  await ann.client.call(file.emptyTrash, { params: { projectId }, body: {} });
  expect((await usage()).project).toEqual({ bytes: 0, limit: 100_000, files: 0, trashBytes: 0 });
  expect(await form('b.bin', 80_000)).toBe('ok');
});

test('[FIL-008] many who replace one large file at once free nothing but what they free', async () => {
  expect(await form('a.bin', 30_000)).toBe('ok');
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => form('a.bin', 10, projectId, '?replace=true')));
  expect([outcomes.filter((each) => each === 'ok').length > 1, (await usage()).project.bytes > 0]).toEqual([
    true,
    true,
  ]);
  expect((await usage()).project.bytes).toBeGreaterThanOrEqual(10);
});

test('[FIL-008] room that is kept never becomes less by another word of its total', async () => {
  const { allowance } = server.platform;
  await allowance.reserve(projectId as never, 'upload', 60_000, 'x');
  await allowance.reserve(projectId as never, 'upload', 1, 'x');
  expect((await usage()).project.bytes).toBe(60_000);
});

test('[FIL-008] what code writes is counted by the sweep, and then nothing more is taken', async () => {
  await usage();
  writeFileSync(join(await server.platform.files.folderOf(projectId as never), 'by-code.bin'), Buffer.alloc(120_000));
  await server.platform.allowance.recountAll();
  expect((await usage()).project).toMatchObject({ bytes: 120_000, files: 1 });
  expect(await form('b.bin', 1)).toBe('QUOTA_EXCEEDED');
});

test('[FIL-008] a plan says more or less than the settings', async () => {
  const { query } = server.platform.database;
  const setPlan = (features: object) =>
    query
      .update(tenants)
      .set({ plan: { is_active: true, features } })
      .where(eq(tenants.ownerId, ann.id));
  await setPlan({ project_storage_gb: 0.0001, tenant_storage_gb: 2 });
  expect(await usage()).toMatchObject({ project: { limit: 0.0001 * 1024 ** 3 }, tenant: { limit: 2 * 1024 ** 3 } });
  expect(await form('a.bin', 105_000)).toBe('ok');
  expect(await form('b.bin', 10_000)).toBe('QUOTA_EXCEEDED');
});

test('[FIL-008] settings are sizes, or none', () => {
  expect(readStorageSettings({})).toEqual({
    url: undefined,
    projectBytes: 100 * 1024 ** 3,
    tenantBytes: 500 * 1024 ** 3,
  });
  expect(readStorageSettings({ GROMA_PROJECT_STORAGE: '1.5 GB', GROMA_TENANT_STORAGE: 'unlimited' })).toMatchObject({
    projectBytes: 1.5 * 1024 ** 3,
    tenantBytes: null,
  });
  expect(() => readStorageSettings({ GROMA_PROJECT_STORAGE: 'much' })).toThrow(
    'GROMA_PROJECT_STORAGE much: give a size such as "50 GB", or unlimited.',
  );
  expect(() => readStorageSettings({ STORAGE_URL: 'ftp://x' })).toThrow('STORAGE_URL');
});
