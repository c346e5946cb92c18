import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotebookDocument, newId, readBlocks, type TemplateAccess } from '@groma/model';
import { eq } from '../../../platform/database/drizzle.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { insertPublication } from '../../../../test/test-publication.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { addMember } from '../../../../test/test-tenant.ts';
import { unlockCookie, unlockProof } from '../../../platform/access/visitor.ts';
import { templates, templateVersions, thumbnails } from '../../../platform/database/tables/index.ts';
import { hashPassword } from '../../../platform/session/auth.ts';
import { writeReproduction } from '../reproduce/reproduction-records.ts';

/** Everything that is read of a publication, by everybody who might ask, in each state that it can be in. */
let server: TestServer;
let made: Awaited<ReturnType<typeof insertPublication>>;
let hash: string;
let cookies: Record<string, string>;
let paths: string[];

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

beforeAll(async () => {
  server = await startTestServer();
  const [author, member, stranger] = [await server.signUp(), await server.signUp(), await server.signUp()];
  await addMember(author, member);
  hash = await hashPassword('open sesame');
  const thumbnailId = newId();
  made = await insertPublication(
    server,
    author,
    {
      type: 'NOTEBOOK',
      thumbnailUrl: `/api/hub/thumbnails/${thumbnailId}`,
      versions: [{ version: '1.0.0' }, { version: '2.0.0' }],
    },
    (id) =>
      server.realtime.documents.create(id, (doc) => {
        createNotebookDocument(doc, [{ type: 'codeCell', cell: { outputs: [{ kind: 'image/png', data: png }] } }]);
      }),
  );
  await keepThumbnail(thumbnailId, made.projectId);
  cookies = {
    nobody: '',
    'wrong unlocking': unlocking(made.id, 'another hash'),
    "another one's unlocking": unlocking(newId(), hash),
    stranger: stranger.cookie,
    member: member.cookie,
    author: author.cookie,
    unlocked: unlocking(made.id, hash),
  };
  paths = await pathsOf(thumbnailId);
});
afterAll(() => server.close());

const unlocking = (id: string, password: string) =>
  `${unlockCookie(id)}=${unlockProof(server.platform.config.secret, id, password)}`;

async function keepThumbnail(id: string, projectId: string): Promise<void> {
  const { blobs, database } = server.platform;
  const file = join(await blobs.workFolder(), 'picture');
  await writeFile(file, await sharp(Buffer.from(png, 'base64')).toBuffer());
  const blobKey = `thumbnails/${id}/picture`;
  await blobs.adopt(blobKey, file);
  await database.query.insert(thumbnails).values({ id, projectId, blobKey, type: 'image/png' });
}

async function pathsOf(thumbnailId: string): Promise<string[]> {
  const { id, notebookId, frozenId } = made;
  const { query } = server.platform.database;
  const versions = await query.select().from(templateVersions).where(eq(templateVersions.templateId, id));
  const newest = versions.find(({ version }) => version === '2.0.0')!;
  await query.transaction((transaction) =>
    writeReproduction(transaction, newest.id, {
      cells: [{ codeId: 'code', number: 1, label: 'Draw', state: 'different', differences: [] }],
      pictures: [{ codeId: 'code', index: 0, content: Buffer.from(png, 'base64') }],
    }),
  );
  const [block] = readBlocks(await server.realtime.documents.read(notebookId));
  return [
    `/api/hub/templates/${id}`,
    `/api/hub/templates/${id}?version=1.0.0`,
    `/api/hub/templates/${id}/picture`,
    `/api/hub/templates/${id}/versions/2.0.0/notebooks/${notebookId}/outputs/${block!.codeId}/0`,
    `/api/hub/templates/${id}/versions/2.0.0/reproduced/code/0`,
    `/api/hub/thumbnails/${thumbnailId}`,
    `/en/hub/notebooks/${id}`,
    `/de/hub/notebooks/${id}?version=1.0.0`,
    `/embed/notebooks/${id}`,
    `/api/notebooks/${notebookId}/projects/${frozenId}`,
    `/api/notebooks/${notebookId}/projects/${frozenId}/ipynb`,
  ];
}

/** Who of them reads which paths; each asks twice, for what was kept of the first time. */
async function readers(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, cookie] of [...Object.entries(cookies), ...Object.entries(cookies)]) {
    const open: string[] = [];
    for (const path of paths) {
      const { status } = await fetch(server.origin + path, { headers: cookie === '' ? {} : { cookie } });
      if (status === 200) open.push(path);
      else if (![401, 403, 404].includes(status)) open.push(`${status} ${path}`);
    }
    found[name] = open;
  }
  return found;
}

async function become(access: TemplateAccess): Promise<void> {
  const password = access === 'password' ? hash : null;
  await server.platform.database.query.update(templates).set({ access, password }).where(eq(templates.id, made.id));
  await server.platform.bus.publish('project-access-changed', { projectId: made.frozenId });
}

const expected = (names: readonly string[]) =>
  Object.fromEntries(Object.keys(cookies).map((name) => [name, names.includes(name) ? paths : []]));

test('[PUB-001, PUB-032, PUB-033, PUB-034] pages, parts, files and calls are read by the same people, in each access', async () => {
  expect(await readers()).toEqual(expected(Object.keys(cookies)));
  await become('restricted');
  expect(await readers()).toEqual(expected(['member', 'author']));
  await become('password');
  expect(await readers()).toEqual(expected(['author', 'unlocked']));
  await become('public');
  expect(await readers()).toEqual(expected(Object.keys(cookies)));
});

test('[PUB-065] once it is unpublished nobody reads anything of it, but its author the picture that is still theirs', async () => {
  expect(await readers()).toEqual(expected(Object.keys(cookies)));
  await server.platform.database.query.delete(templates).where(eq(templates.id, made.id));
  await server.platform.bus.publish('project-access-changed', { projectId: made.frozenId });
  expect(await readers()).toEqual({
    ...expected([]),
    author: paths.filter((path) => path.startsWith('/api/hub/thumbnails/')),
  });
});
