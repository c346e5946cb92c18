import { truncateSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access, database, file, fillPath, project } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from './test-server.ts';

let server: TestServer;
let owner: Person;
let projectId: string;
let databaseId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  projectId = await owner.makeProject();
  databaseId = (
    await owner.client.call(database.createDatabase, {
      params: { projectId },
      body: { name: 'd', dbType: 'managed-duckdb' },
    })
  ).data.id;
  await owner.upload(projectId, '/data/large.bin', 'x');
  // More than what connections hold on their way, and nothing on the disk.
  truncateSync(join(await server.platform.files.folderOf(projectId as never), 'large.bin'), 2 ** 31);
});
afterAll(() => server.close());

/** A call that has begun: `rest` tells whether it comes to its own end or is cut. */
interface Begun {
  rest(): Promise<string>;
}

/** Reads the first piece of an answer and stops there, as a slow reader does. */
async function reading(reply: Response): Promise<Begun> {
  expect(reply.status).toBe(200);
  const reader = reply.body!.getReader();
  await reader.read();
  const toEnd = async (): Promise<'whole'> => {
    while (!(await reader.read()).done);
    return 'whole';
  };
  return { rest: () => toEnd().catch(() => 'cut') };
}

/** Sends headers and the first bytes of a body that never comes whole. */
async function sending(
  person: Person,
  path: string,
  method: 'PUT' | 'POST' | 'PATCH',
  headers: Record<string, string>,
  start: string,
): Promise<Begun> {
  const sent = request(server.origin + path, {
    method,
    headers: { cookie: person.cookie, 'content-length': '60000', ...headers },
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  sent
    .on('response', ({ statusCode }) => {
      resolve(`answered ${statusCode}`);
    })
    .on('error', () => {
      resolve('cut');
    })
    .on('close', () => {
      resolve('cut');
    });
  await new Promise((done) => {
    sent.write(start, done);
  });
  // By the time that calls which came later are answered it has been let in.
  for (let i = 0; i < 3; i += 1) await person.fetch(fillPath(project.readProject.path, { id: projectId }));
  return { rest: () => promise };
}

const beginOfForm = [
  '--b',
  'content-disposition: form-data; name="filePaths"',
  '',
  '/data/form.bin',
  '--b',
  'content-disposition: form-data; name="files"; filename="a"',
  '',
  'x',
].join('\r\n');

const kinds: [string, (person: Person) => Promise<Begun>][] = [
  [
    'a download by a signed link',
    async (person) => {
      const { signedUrl } = await person.client.call(file.signedUrl, {
        params: { bucket: 'groma', projectId, path: 'data/large.bin' },
      });
      return reading(await person.fetch(signedUrl));
    },
  ],
  [
    'a zip',
    async (person) => {
      const { zipUrl } = await person.client.call(file.selectForZip, {
        params: { projectId },
        body: { paths: ['/data/large.bin'] },
      });
      return reading(await person.fetch(zipUrl));
    },
  ],
  [
    'the rows of a query',
    async (person) =>
      reading(
        await person.fetch(fillPath(database.runQuery.path, { databaseId }), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: "SELECT repeat('x', 1000) || range FROM range(50000000)" }),
        }),
      ),
  ],
  [
    'an upload in parts',
    async (person) => {
      const { uploadSessionUri } = await person.client.call(file.openUpload, {
        params: { projectId },
        body: { filePath: `/data/${person.username}.bin` },
      });
      return sending(person, uploadSessionUri, 'PUT', { 'content-range': 'bytes 0-59999/60000' }, 'x');
    },
  ],
  [
    'an upload by a form',
    (person) =>
      sending(
        person,
        fillPath(file.uploadFiles.path, { projectId }),
        'POST',
        { 'content-type': 'multipart/form-data; boundary=b' },
        beginOfForm,
      ),
  ],
  [
    'a body of JSON that comes slowly',
    (person) =>
      sending(
        person,
        fillPath(project.updateProject.path, { id: projectId }),
        'PATCH',
        { 'content-type': 'application/json' },
        '{"name":"',
      ),
  ],
];

const roleEnds = async (person: Person) => {
  await owner.client.call(project.unshareProject, { params: { projectId, userId: person.id } });
};
const sessionEnds = async (person: Person) => {
  await person.client.call(access.signOut);
};

describe('[ACC-132] what takes long ends with the right to it', () => {
  test.each(kinds)('%s is cut off when the role is taken away, and when the session ends', async (kind, begin) => {
    for (const [what, ends] of [
      ['role', roleEnds],
      ['session', sessionEnds],
    ] as const) {
      const person = await server.signUp();
      await server.share(owner, projectId, person, 'PROJECT_EDITOR');
      const begun = await begin(person);
      await ends(person);
      // A signed link opens what it opens without a session; it dies with the role of its maker.
      if (what === 'session' && kind.includes('signed link')) await roleEnds(person);
      expect([what, await begun.rest()]).toEqual([what, 'cut']);
    }
  });

  test('it goes on when the role changes to another that has the right, and when somebody else loses theirs', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    for (const each of [person, other]) await server.share(owner, projectId, each, 'PROJECT_EDITOR');
    const { uploadSessionUri } = await person.client.call(file.openUpload, {
      params: { projectId },
      body: { filePath: '/data/goes-on.bin' },
    });
    const sent = request(server.origin + uploadSessionUri, {
      method: 'PUT',
      headers: { cookie: person.cookie, 'content-length': '10', 'content-range': 'bytes 0-9/10' },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sent
        .on('response', ({ statusCode }) => {
          resolve(statusCode);
        })
        .on('error', reject);
    });
    await new Promise((done) => {
      sent.write('01234', done);
    });
    await person.fetch(fillPath(project.readProject.path, { id: projectId }));
    await roleEnds(other);
    await sessionEnds(other);
    sent.end('56789');
    expect(await answered).toBe(200);
  });

  test('a call that ends its own right is answered', async () => {
    const person = await server.signUp();
    await server.share(owner, projectId, person, 'PROJECT_EDITOR');
    expect((await person.fetch(fillPath(project.leaveProject.path, { projectId }), { method: 'POST' })).status).toBe(
      200,
    );
    expect((await person.fetch(access.signOut.path, { method: access.signOut.method })).status).toBe(200);
  });
});
