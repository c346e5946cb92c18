import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { access, file, machine, map, notebook, project } from '@groma/protocol';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { tokenIn } from '../../../../test/test-tenant.ts';
import { runPlanCommand } from './plan-command.ts';

let server: TestServer;
let ann: Person;
let ben: Person;
let projectId: string;
let notebookId: string;
let mapId: string;
beforeAll(async () => {
  server = await startTestServer();
  [ann, ben] = [await server.signUp(), await server.signUp()];
  projectId = await ann.makeProject();
  await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
  notebookId = (await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'Notes' } })).data
    .id;
  mapId = (await ann.client.call(map.createMap, { params: { projectId }, body: { name: 'Rivers' } })).data.id;
  await server.platform.files.write(
    projectId as never,
    '/data/a.txt' as never,
    (async function* () {
      yield Buffer.from('a');
    })() as never,
  );
});
afterAll(() => server.close());

const plan = (...words: string[]) => runPlanCommand(words, server.platform.database, server.platform.bus);
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

describe('[ACC-025] [ACC-026] a plan that ends while people work', () => {
  test('stops every way to write, lets everything be read and taken along, and loses nothing', async () => {
    const live = ben.live('main', notebookId);
    await live.whenSynced();
    live.doc.getMap('test').set('before', 1);
    await live.whenSaved();
    const states: { canWrite: boolean; refusal: string | null }[] = [];
    live.subscribe(({ canWrite, refusal }) => {
      states.push({ canWrite, refusal });
    });

    const { link } = await ann.client.call(access.inviteToProject, {
      params: { projectId },
      body: { role: 'PROJECT_VIEWER' },
    });
    const eve = await server.signUp();
    const accept = () => eve.client.call(access.acceptInvitation, { body: { token: tokenIn(link) } });

    const began = performance.now();
    await plan('set', ann.email, '--ends', yesterday());
    await expect.poll(() => states.at(-1)?.canWrite).toBe(false);
    expect(performance.now() - began).toBeLessThan(2_000);

    const params = { projectId };
    const writes = await Promise.all([
      code(ben.client.call(project.updateProject, { params: { id: projectId }, body: { name: 'x' } })),
      code(ben.client.call(notebook.createNotebook, { params, body: { name: 'x' } })),
      code(
        ben.client.call(notebook.postToNotebook, {
          params: { notebookId },
          body: { type: 'Enqueue_Code', blockId: 'b', code: '1' },
        }),
      ),
      code(
        ben.client.call(map.postToMapRoom, {
          params: { mapId },
          body: { type: 'Delete_Layers', layer_ids: ['00000000-0000-4000-8000-000000000000'] },
        }),
      ),
      code(ben.client.call(file.createFolder, { params, body: { path: '/data/new/' } })),
      code(ben.client.call(machine.startMachine, { params })),
      code(ben.client.call(project.shareProject, { params, body: { email: ann.email, role: 'PROJECT_VIEWER' } })),
      code(ann.client.call(access.inviteToProject, { params, body: { role: 'PROJECT_VIEWER' } })),
      code(ann.makeProject()),
      code(accept()),
    ]);
    expect(writes).toEqual(Array<string>(10).fill('PLAN_EXPIRED'));

    const reads = await Promise.all([
      code(ben.client.call(project.readProject, { params: { id: projectId } })),
      code(ben.client.call(notebook.readNotebook, { params: { notebookId, projectId } })),
      code(ben.client.call(map.readMap, { params: { mapId, projectId } })),
      code(ben.client.call(file.listFiles, { params, query: { path: '/data/' } })),
      code(ben.client.call(notebook.postToNotebook, { params: { notebookId }, body: { type: 'Stop_All' } })),
      code(ben.client.call(machine.stopMachine, { params })),
    ]);
    expect(reads).toEqual(Array<string>(6).fill('done'));
    expect((await ben.client.call(project.readProject, { params: { id: projectId } })).data.plan_outcome).toBe(
      'PLAN_EXPIRED',
    );

    // What is typed now stays with the person and is not on the server.
    live.doc.getMap('test').set('after', 2);
    await expect.poll(() => states.at(-1)?.refusal).not.toBeNull();
    const stored = await server.platform.documents.read(notebookId);
    expect(stored.getMap('test').toJSON()).toEqual({ before: 1 });
    expect(live.doc.getMap('test').toJSON()).toEqual({ before: 1, after: 2 });
    live.close();

    await plan('set', ann.email, '--ends', 'never');
    expect(await code(accept())).toBe('done');
    expect(await code(ben.client.call(project.updateProject, { params: { id: projectId }, body: { name: 'y' } }))).toBe(
      'done',
    );
    const again = ben.live('main', notebookId);
    await again.whenSynced();
    expect([again.state.canWrite, again.doc.getMap('test').toJSON()]).toEqual([true, { before: 1 }]);
    again.close();
  });

  test('refuses edits from the moment its last day is over, though nobody was told, and takes them on that day', async () => {
    await plan('set', ann.email, '--ends', new Date().toISOString().slice(0, 10));
    const live = ben.live('main', notebookId);
    await live.whenSynced();
    live.doc.getMap('test').set('on the last day', 3);
    await live.whenSaved();
    const socket = ben.socket(`/parties/map/${mapId}`);
    const heard: string[] = [];
    socket.on('message', (text: Buffer) => {
      heard.push(text.toString());
    });
    await expect.poll(() => heard.length).toBeGreaterThan(0);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    try {
      live.doc.getMap('test').set('too late', 4);
      await expect.poll(() => live.state.refusal).toBe('PLAN_EXPIRED');
      socket.send(JSON.stringify({ type: 'Add_Layer_Editor', layer_id: '00000000-0000-4000-8000-000000000000' }));
      await expect.poll(() => heard.some((text) => text.includes('PLAN_EXPIRED'))).toBe(true);
    } finally {
      vi.useRealTimers();
    }
    expect((await server.platform.documents.read(notebookId)).getMap('test').toJSON()).toEqual({
      before: 1,
      'on the last day': 3,
    });
    socket.close();
    live.close();
    await plan('set', ann.email, '--ends', 'never');
  });

  test('leaves to people what takes away: shares, projects, membership, sessions', async () => {
    const id = await ann.makeProject();
    await server.share(ann, id, ben, 'PROJECT_EDITOR');
    await plan('set', ann.email, '--active', 'no');
    expect(await code(ann.client.call(access.verification))).toBe('PLAN_EXPIRED');
    expect(await code(ann.client.call(project.unshareProject, { params: { projectId: id, userId: ben.id } }))).toBe(
      'done',
    );
    expect(await code(ann.client.call(project.deleteProject, { params: { id } }))).toBe('done');
    expect(await code(ann.client.call(access.readAccount))).toBe('done');
    await plan('set', ann.email, '--active', 'yes');
  });
});

describe('[ACC-003] [ACC-007] the plan command', () => {
  test('shows, sets, keeps what is not named, takes away, and lists', async () => {
    const { email, username } = await server.signUp();
    expect(await plan('set', email, '--projects', '3', '--ends', '2999-12-31', '--machines', 'CPUx3,CPUx7')).toBe(
      `${email}  "${username}"  active  ends 2999-12-31  project_number=3  gaia_pro_queries=20  cpu_machine_types=CPUx3,CPUx7`,
    );
    expect(await plan('set', email, '--queries', '5')).toContain('project_number=3');
    expect(await plan('set', email, '--project-storage', '5', '--tenant-storage', '20')).toMatch(
      /(?=.*project_storage_gb=5)(?=.*tenant_storage_gb=20)/,
    );
    expect(await plan('set', email, '--ends', '2001-01-01')).toContain('expired');
    expect(await plan('set', email, '--ends', 'never', '--active', 'no')).toContain('inactive');
    expect(await plan('remove', email)).toBe(`${email}  "${username}"  no plan`);
    expect(await plan('set', email)).toBe(`${email}  "${username}"  active  ends never`);
    expect((await plan('list')).split('\n')).toContain(`${email}  "${username}"  active  ends never`);
  });

  test('refuses what it cannot read, with a line that says so', async () => {
    for (const [words, line] of [
      [['set', ann.email, '--ends', '2027-02-30'], '--ends'],
      [['set', ann.email, '--ends', 'soon'], '--ends'],
      [['set', ann.email, '--projects', '-1'], '--projects'],
      [['set', ann.email, '--active', 'maybe'], '--active'],
      [['show', 'nobody@example.com'], 'nobody@example.com'],
      [[], 'npm run plan'],
      [['drop', ann.email], 'npm run plan'],
      [['set', ann.email, '--more', '1'], '--more'],
    ] as const)
      await expect(plan(...words), words.join(' ')).rejects.toThrow(line);
  });

  test('reaches a server that runs, from a process of its own', async () => {
    const main = join(import.meta.dirname, '../../../main.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'plan', 'show', ann.email], {
      env: {
        ...process.env,
        DATABASE_URL: server.platform.config.databaseUrl,
        GROMA_DATA: server.platform.config.dataFolder,
        GROMA_SECRET: server.platform.config.secret,
      },
    });
    expect(stdout).toContain(`${ann.email}  "${ann.username}"  active`);
  });
});
