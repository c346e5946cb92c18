import { beforeAll, describe, expect, test } from 'vitest';
import { cellOf, readBlocks, setCell } from '@groma/model';
import { machine, notebook, project } from '@groma/protocol';
import { kernelGroup, skipReason } from '../../../../test/test-kernel.ts';
import { processesNaming } from '../../../../test/processes.ts';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

let notebooks: TestNotebooks;
let server: TestServer;
let owner: Person;
let projectId: string;

TestNotebooks.ofFile((started) => {
  ({ server, owner, projectId } = notebooks = started);
});

describe('without a machine', () => {
  test('[KRN-004] [KRN-035] [KRN-036] [KRN-043] code does not run, and the reply says what to do', async () => {
    const { runAll, cell, blockIds, post } = await notebooks.open('print(1)');
    await expect(runAll()).rejects.toMatchObject({
      code: 'MACHINE_NOT_ACCESSIBLE',
      message: 'Start the machine first at bottom left.',
    });
    await expect(post({ type: 'Enqueue_Code', blockId: blockIds[0]!, code: 'print(1)' })).rejects.toMatchObject({
      code: 'MACHINE_NOT_ACCESSIBLE',
    });
    expect(cell(0)).toMatchObject({ status: 'idle', outputs: [] });
  });

  test('[KRN-028] a machine type outside the plan is refused', async () => {
    await expect(
      owner.client.call(machine.startMachine, { params: { projectId }, body: { profile: 'T4x4' } }),
    ).rejects.toMatchObject({ code: 'MACHINE_PROFILE_REFUSED' });
  });
});

test('[KRN-049] Stop_All also frees blocks that are called running though nothing runs them', async () => {
  const { id, post, until } = await notebooks.open('a');
  const { document, release } = await server.platform.documents.open(id);
  document.transact((doc) => {
    setCell(cellOf(doc, readBlocks(doc)[0]!.codeId!)!, { status: 'running' });
  });
  release();
  await until(0, { status: 'running' });
  await post({ type: 'Stop_All' });
  expect(await until(0, { status: 'idle' })).toMatchObject({ outputs: [], outcome: null });
});

describe.skipIf(skipReason)(kernelGroup('runs and their machine'), { timeout: 60_000 }, () => {
  beforeAll(() => notebooks.startMachine());

  test('[KRN-013] [KRN-012] [KRN-003] it tells its state, and its profiles', async () => {
    const read = async () => (await owner.client.call(machine.readMachine, { params: { projectId } })).data;
    expect(await read()).toMatchObject({
      status: 'Accessible',
      profileId: 'CPUx3',
      startedAt: expect.any(String) as string,
      profiles: expect.arrayContaining(['CPUx3']) as string[],
    });
    const other = await owner.makeProject('no machine');
    expect((await owner.client.call(machine.readMachine, { params: { projectId: other } })).data).toMatchObject({
      status: 'Terminated',
      startedAt: null,
      cpuPercent: null,
      activeKernels: [],
    });
  });

  test('[KRN-030] [KRN-031] [KRN-032] [KRN-034] Create_Kernel answers with a text', async () => {
    const { id } = await notebooks.open('1');
    const create = async (body: Record<string, string>) =>
      (
        await owner.client.open(notebook.postToProject, {
          params: { projectId },
          body: { type: 'Create_Kernel', notebookId: id, ...body },
        })
      ).text();
    expect([await create({}), await create({ envId: 'python' }), await create({ envId: 'python3' })]).toEqual([
      'Kernel created',
      'Kernel already exists',
      'Kernel already exists',
    ]);
    expect(await create({ envId: 'fortran' })).toContain('fail');
    const foreign = await owner.makeProject('foreign');
    const other = (
      await owner.client.call(notebook.createNotebook, { params: { projectId: foreign }, body: { name: 'n' } })
    ).data.id;
    await expect(create({ notebookId: other })).rejects.toMatchObject({ status: 404 });
  });

  test('a notebook that is deleted while it runs takes its kernel with it', async () => {
    const { id, runAll, text } = await notebooks.open('print("begun")\nwhile True: pass');
    await runAll();
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('begun\n');
    await owner.client.call(notebook.deleteNotebook, { params: { notebookId: id, projectId } });
    await expect
      .poll(async () => (await owner.client.call(machine.readMachine, { params: { projectId } })).data.activeKernels)
      .not.toContain(id);
  });

  test('[KRN-065] its kernels are listed with their memory, and each can be ended by itself', async () => {
    const { id, runAll, text, until } = await notebooks.open('print("begun")\nwhile True: pass');
    const read = async () => (await owner.client.call(machine.readMachine, { params: { projectId } })).data;
    const kernel = async () => (await read()).kernels.find(({ notebookId }) => notebookId === id);
    await runAll();
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('begun\n');
    await expect
      .poll(kernel, { timeout: 10_000 })
      .toEqual({ notebookId: id, language: 'python', isBusy: true, memoryGb: expect.any(Number) as number });
    const elsewhere = await owner.makeProject('elsewhere');
    await owner.client.call(machine.stopKernel, {
      params: { projectId: elsewhere, notebookId: id, language: 'python' },
    });
    expect(await kernel()).toBeDefined();
    await owner.client.call(machine.stopKernel, { params: { projectId, notebookId: id, language: 'python' } });
    expect([await kernel(), (await read()).status]).toEqual([undefined, 'Accessible']);
    await until(0, { status: 'idle', outcome: 'error' });
  });

  test('[KRN-007] [KRN-008] [KRN-009] [KRN-010] [KRN-011] a stop of the machine ends runs and is told in the room of the project', async () => {
    const { runAll, until, text } = await notebooks.open('print("begun")\nwhile True: pass');
    const told: { type: string; status?: string }[] = [];
    const socket = owner.socket(`/parties/project/${projectId}`);
    socket.on('message', (data: Buffer) => told.push(JSON.parse(data.toString()) as { type: string }));
    await new Promise((resolve) => {
      socket.once('message', resolve);
    });
    await runAll();
    await expect.poll(() => text(0), { timeout: 15_000 }).toBe('begun\n');
    const { data } = await owner.client.call(machine.stopMachine, { params: { projectId } });
    expect(data).toMatchObject({
      status: 'Terminated',
      startedAt: null,
      uptime: null,
      cpuPercent: null,
      memoryGb: null,
      activeKernels: [],
    });
    await until(0, { status: 'idle', outcome: 'error' });
    expect(text(0)).toContain('The kernel was shut down');
    await expect.poll(() => told.at(-1)).toMatchObject({ type: 'Machine_Changed', status: 'Terminated' });
    socket.close();
  });

  test('a project that is deleted while a block runs leaves no machine behind', async () => {
    const doomed = await owner.makeProject('doomed');
    await owner.client.call(machine.startMachine, { params: { projectId: doomed }, body: {} });
    const { id } = (
      await owner.client.call(notebook.createNotebook, {
        params: { projectId: doomed },
        body: { name: 'n', initialTemplate: [{ id: 'b', type: 'code' }] },
      })
    ).data;
    await owner.client.call(notebook.postToNotebook, {
      params: { notebookId: id },
      body: { type: 'Enqueue_Code', blockId: 'b', code: 'while True: pass' },
    });
    await expect.poll(() => processesNaming(doomed), { timeout: 15_000 }).not.toEqual([]);
    await owner.client.call(project.deleteProject, { params: { id: doomed } });
    await expect(server.platform.documents.read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect.poll(() => processesNaming(doomed)).toEqual([]);
  });
});
