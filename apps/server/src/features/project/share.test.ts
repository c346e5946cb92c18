import { eq } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { access, file, map, notebook, operation, project } from '@groma/protocol';
import { endless, scriptedOperations } from '../../../test/scripted-operation.ts';
import { startTestServer, type Person, type TestServer } from '../../../test/test-server.ts';
import { addMember } from '../../../test/test-tenant.ts';
import { operations } from '../../platform/database/tables/index.ts';

let server: TestServer;
const long = scriptedOperations();
let ann: Person;
let ben: Person;
let member: Person;
beforeAll(async () => {
  server = await startTestServer({}, { operations: [long.kind] });
  [ann, ben, member] = [await server.signUp('ann'), await server.signUp('ben'), await server.signUp('mia')];
  await addMember(ann, member);
});
afterAll(() => server.close());

const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const open = (id: string, levels: { general_access?: string; tenant_access?: string }) =>
  ann.client.call(project.updateProject, { params: { id }, body: levels });
const accessOf = async (person: Person, projectId: string) =>
  (await person.client.call(project.listProjectAccess, { params: { projectId } })).data;
const roleOf = (person: Person, id: string) =>
  person.client.call(project.readProject, { params: { id } }).then(
    ({ data }) => data.role,
    (error: { code: string }) => error.code,
  );

describe('[ACC-094] the share dialog', () => {
  test('[ACC-092] [ACC-093] [ACC-098] names for each person the role, what gives it and what limits it', async () => {
    const projectId = await ann.makeProject();
    await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
    const lines = async () =>
      (await accessOf(ann, projectId)).people.map((each) => [
        each.username,
        each.role,
        each.because,
        each.share_role,
        each.limited_by,
      ]);
    expect(await lines()).toEqual([
      ['ann', 'PROJECT_OWNER', 'owns-tenant', null, []],
      ['ben', 'PROJECT_EDITOR', 'share', 'PROJECT_EDITOR', []],
    ]);
    await open(projectId, { general_access: 'PROJECT_COMMENTATOR', tenant_access: 'PROJECT_VIEWER' });
    expect(await lines()).toEqual([
      ['ann', 'PROJECT_OWNER', 'owns-tenant', null, []],
      ['ben', 'PROJECT_COMMENTATOR', 'share', 'PROJECT_EDITOR', ['general-access']],
      ['mia', 'PROJECT_VIEWER', 'tenant-access', null, ['tenant-access']],
    ]);
    expect([await roleOf(ben, projectId), await roleOf(member, projectId)]).toEqual([
      'PROJECT_COMMENTATOR',
      'PROJECT_VIEWER',
    ]);
    expect(await accessOf(ben, projectId)).toMatchObject({
      may_share: false,
      general_access: 'PROJECT_COMMENTATOR',
      tenant: { name: 'ann' },
    });
    expect((await accessOf(ann, projectId)).may_share).toBe(true);
  });

  test('[SHL-005] [MAP-004] whoever general access alone lets in is shown names, and no address but their own', async () => {
    const projectId = await ann.makeProject();
    await open(projectId, { general_access: 'PROJECT_VIEWER', tenant_access: 'PROJECT_VIEWER' });
    const mapId = (await ann.client.call(map.createMap, { params: { projectId }, body: { name: 'm' } })).data.id;
    const mailsOf = async (person: Person) => {
      const known = [
        await accessOf(person, projectId).then(({ people }) => people),
        Object.values(await person.client.call(project.listProjectUsers, { params: { projectId } })),
      ];
      for (const path of [`project/${projectId}`, `map/${mapId}`]) {
        const socket = person.socket(`/parties/${path}`);
        known.push(
          await new Promise((resolve) => {
            socket.on('message', (data: Buffer) => {
              const told = JSON.parse(data.toString()) as { type: string; users: never[] };
              if (told.type === 'Presence' && told.users.length === 2) resolve(told.users);
            });
          }),
        );
        socket.close();
      }
      return known.map((people) => people.map(({ username, email }) => `${username} ${email}`).toSorted());
    };
    const rooms = ['project', 'map'].map((party) =>
      ann.socket(`/parties/${party}/${party === 'map' ? mapId : projectId}`),
    );
    await Promise.all(
      rooms.map(
        (socket) =>
          new Promise((resolve) => {
            socket.once('message', resolve);
          }),
      ),
    );
    const [here, ben2] = [`ann ${ann.email}`, `ben ${ben.email}`];
    const all = [here, `mia ${member.email}`];
    expect(await mailsOf(ben)).toEqual([
      ['ann ', 'mia '],
      ['ann ', 'mia '],
      ['ann ', 'ben '],
      ['ann ', 'ben '],
    ]);
    expect(await mailsOf(member)).toEqual([all, all, all, all]);
    await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
    const shared = [here, ben2, `mia ${member.email}`];
    expect(await mailsOf(ben)).toEqual([shared, shared, [here, ben2], [here, ben2]]);
    for (const socket of rooms) socket.close();
  });

  test('[ACC-012] [ACC-120] people with an account are added, changed and removed, and leave by themselves', async () => {
    const projectId = await ann.makeProject();
    const share = (email: string, role: string) =>
      code(
        ann.client.call(project.shareProject, {
          params: { projectId },
          body: { email, role: role as 'PROJECT_VIEWER' },
        }),
      );
    expect([
      await share('nobody@example.com', 'PROJECT_VIEWER'),
      await share('a b@c.de', 'PROJECT_VIEWER'),
      await share(ben.email, 'PROJECT_OWNER'),
      await share(ben.email, 'NONE'),
      await share(ann.email, 'PROJECT_VIEWER'),
    ]).toEqual(['UNKNOWN_USER', 'BAD_INPUT', 'BAD_INPUT', 'BAD_INPUT', 'ALREADY_OWNER']);
    const change = (userId: string, role: 'PROJECT_EDITOR') =>
      code(ann.client.call(project.updateShare, { params: { projectId, userId }, body: { role } }));
    expect(await change(ben.id, 'PROJECT_EDITOR')).toBe('NOT_FOUND');
    expect([
      await share(ben.email.toUpperCase(), 'PROJECT_VIEWER'),
      await roleOf(ben, projectId),
      await change(ben.id, 'PROJECT_EDITOR'),
      await roleOf(ben, projectId),
    ]).toEqual(['done', 'PROJECT_VIEWER', 'done', 'PROJECT_EDITOR']);
    expect([
      await code(ben.client.call(project.leaveProject, { params: { projectId } })),
      await roleOf(ben, projectId),
      await code(ann.client.call(project.leaveProject, { params: { projectId } })),
    ]).toEqual(['done', 'NOT_FOUND', 'NOT_FOUND']);
  });

  test('[ACC-087] [ACC-089] is read by everybody inside, and used by editors only', async () => {
    const projectId = await ann.makeProject();
    for (const role of ['PROJECT_VIEWER', 'PROJECT_COMMENTATOR'] as const) {
      await server.share(ann, projectId, ben, role);
      expect([
        role,
        await code(
          ben.client.call(project.shareProject, {
            params: { projectId },
            body: { email: member.email, role: 'PROJECT_VIEWER' },
          }),
        ),
      ]).toEqual([role, 'FORBIDDEN']);
      expect([
        role,
        await code(
          ben.client.call(access.inviteToProject, { params: { projectId }, body: { role: 'PROJECT_VIEWER' } }),
        ),
      ]).toEqual([role, 'FORBIDDEN']);
    }
    await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
    expect(
      await code(
        ben.client.call(project.shareProject, {
          params: { projectId },
          body: { email: member.email, role: 'PROJECT_VIEWER' },
        }),
      ),
    ).toBe('done');
  });
});

test('[ACC-097] general access is the public link: whoever is signed in and has it gets the role, nobody without a session does', async () => {
  const projectId = await ann.makeProject();
  const stranger = await server.signUp();
  expect(await roleOf(stranger, projectId)).toBe('NOT_FOUND');
  await open(projectId, { general_access: 'PROJECT_VIEWER' });
  expect(await roleOf(stranger, projectId)).toBe('PROJECT_VIEWER');
  expect((await fetch(`${server.origin}/api/projects/${projectId}`)).status).toBe(401);
  // It is not in their list: they have no part in it but the link.
  expect((await stranger.client.call(project.listProjects)).data.map(({ id }) => id)).not.toContain(projectId);
});

test('[ACC-095] [ACC-096] [ACC-101] [ACC-106] tenant access opens a project to members, and a closed one is missing to them', async () => {
  const projectId = await ann.makeProject();
  expect(await roleOf(member, projectId)).toBe('NOT_FOUND');
  await open(projectId, { tenant_access: 'PROJECT_EDITOR' });
  expect([await roleOf(member, projectId), await roleOf(ben, projectId)]).toEqual(['PROJECT_EDITOR', 'NOT_FOUND']);
  await open(projectId, { tenant_access: 'RESTRICTED' });
  expect([await roleOf(member, projectId), await roleOf(ann, projectId)]).toEqual(['NOT_FOUND', 'PROJECT_OWNER']);
});

describe('[ACC-118] a role that is taken back ends within a second', () => {
  const closing = (socket: ReturnType<Person['socket']>) =>
    new Promise<string>((resolve) => {
      socket.once('close', (status: number, reason: Buffer) => {
        resolve(`${status} ${reason}`);
      });
    });

  test('on every open socket and live document of the person, and on nobody else’s', async () => {
    const projectId = await ann.makeProject();
    await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
    const {
      data: { id: notebookId },
    } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
    const {
      data: { id: mapId },
    } = await ann.client.call(map.createMap, { params: { projectId }, body: { name: 'm' } });
    const paths = [`/parties/project/${projectId}`, `/parties/map/${mapId}`, `/parties/main/${notebookId}`];
    const enter = async (person: Person) =>
      Promise.all(
        paths.map(async (path) => {
          const socket = person.socket(path);
          await new Promise((resolve) => {
            socket.once('message', resolve);
          });
          return socket;
        }),
      );
    const [his, hers] = [await enter(ben), await enter(ann)];
    const closed = Promise.all(his.map(closing));
    const began = performance.now();
    await ann.client.call(project.unshareProject, { params: { projectId, userId: ben.id } });
    expect(await closed).toEqual(Array<string>(3).fill('4403 NOT_FOUND'));
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(hers.map((socket) => socket.readyState)).toEqual([1, 1, 1]);
    for (const socket of hers) socket.close();
  });

  test('a lesser role keeps the person in, and takes no more edits', async () => {
    const projectId = await ann.makeProject();
    await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
    const {
      data: { id },
    } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'n' } });
    const live = ben.live('main', id);
    await live.whenSynced();
    expect(live.state.canWrite).toBe(true);
    await ann.client.call(project.updateShare, {
      params: { projectId, userId: ben.id },
      body: { role: 'PROJECT_VIEWER' },
    });
    await expect
      .poll(() => live.state.canWrite && live.state.connection === 'connected', { timeout: 3_000 })
      .toBe(false);
    await expect.poll(() => live.state.connection).toBe('connected');
    live.doc.getMap('m').set('late', 1);
    await expect.poll(() => live.state.refusal).toBe('FORBIDDEN');
    expect((await server.platform.documents.read(id)).getMap('m').size).toBe(0);
    live.close();
  });

  test('on signed links, which are of no more worth than the role of the person they were made for', async () => {
    const projectId = await ann.makeProject();
    await server.share(ann, projectId, ben, 'PROJECT_VIEWER');
    const form = new FormData();
    form.append('filePaths', '/data/a.txt');
    form.append('files', new Blob(['secret']), 'a.txt');
    await ann.fetch(`/api/gcs/projects/${projectId}/files`, { method: 'POST', body: form });
    const { signedUrl } = await ben.client.call(file.signedUrl, {
      params: { bucket: 'groma', projectId, path: 'data/a.txt' },
    });
    // A link is opened by frames and images too: it is no matter who carries it.
    const get = (url = signedUrl) =>
      fetch(server.origin + url).then(async (reply) => [reply.status, reply.ok ? await reply.text() : ''] as const);
    expect(await get()).toEqual([200, 'secret']);
    expect((await get(signedUrl.replace(ben.id, ann.id)))[0]).toBe(403);
    const began = performance.now();
    await ann.client.call(project.unshareProject, { params: { projectId, userId: ben.id } });
    expect((await get())[0]).toBe(404);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test('on work that runs: it is cancelled, and that of others goes on', async () => {
    const projectId = (await ann.makeProject()) as never;
    await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
    let begun = 0;
    const work = (userId: string) =>
      server.platform.operations.run(
        long.kind,
        { projectId, userId: userId as never, title: 'Long work' },
        long.script('long', (context) => {
          begun += 1;
          return endless(context);
        }),
        new AbortController().signal,
      );
    const his = code(work(ben.id));
    const hers = code(work(ann.id));
    // Not only taken up: whose right is looked at before work begins would be told that it is forbidden.
    await expect.poll(() => begun).toBe(2);
    const began = performance.now();
    await ann.client.call(project.updateShare, {
      params: { projectId, userId: ben.id },
      body: { role: 'PROJECT_VIEWER' },
    });
    expect(await his).toBe('CANCELED');
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(
      (await ann.client.call(operation.listOperations, { params: { projectId } })).data.map(({ status }) => status),
    ).toEqual(['In Progress']);
    await server.platform.operations.cancel(
      (await server.platform.database.query.select().from(operations).where(eq(operations.userId, ann.id)))[0]!.id,
    );
    expect(await hers).toBe('CANCELED');
  });
});
