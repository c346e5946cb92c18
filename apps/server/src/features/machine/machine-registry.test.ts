import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMachineProfile, GromaError, newId, type ProjectId } from '@groma/model';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { kernelGroup, run, skipReason, testPythonEnvironment } from '../../../test/test-kernel.ts';
import { availableBytes } from '../../platform/kernel/available-memory.ts';
import { SupervisedKernels } from '../../platform/kernel/supervisor/supervised-kernels.ts';
import { createKernel } from './create-kernel.ts';
import { LocalMachineProvider, readLocalMachineSettings } from './local-machine-provider.ts';
import { MachineRegistry, type MachineReport } from './machine-registry.ts';

const root = await mkdtemp(join(tmpdir(), 'groma-test-machines-'));
const registries: MachineRegistry[] = [];

function openRegistry(
  { pythonEnvironment = testPythonEnvironment, idleMs = 0, roomBytes = Infinity } = {},
  serverFolder = mkdtempSync(join(root, 'server-')),
) {
  const dataFolderOf = (projectId: ProjectId) => mkdtemp(join(root, `${projectId}-`));
  const kernels = new SupervisedKernels(serverFolder, 30);
  const provider = new LocalMachineProvider({
    pythonEnvironment,
    dataFolderOf,
    packageFolderOf: dataFolderOf,
    roomFor: async () => ({ left: roomBytes, most: roomBytes }),
    ...readLocalMachineSettings({}, []),
    kernels,
  });
  const registry = new MachineRegistry(provider, idleMs);
  const reports: MachineReport[] = [];
  registry.onChange((report) => reports.push(report));
  registries.push(registry);
  return { registry, reports, provider, kernels };
}

const codeOf = (error: unknown) => (error instanceof GromaError ? error.code : error);

afterAll(() => rm(root, { recursive: true }));
afterEach(() => Promise.all(registries.splice(0).map((registry) => registry.close(false))));

describe.skipIf(skipReason)(kernelGroup('the machines of projects'), () => {
  it('[KRN-003] [KRN-006] [KRN-007] [KRN-008] [KRN-011] [KRN-067] [KRN-096] start, run and stop as the rules say, and tell each change', async () => {
    const { registry, reports } = openRegistry();
    const projectId = newId<'project'>();
    expect(registry.report(projectId)).toMatchObject({
      status: 'Terminated',
      startedAt: null,
      uptime: null,
      activeKernels: [],
    });
    const started = await registry.start(projectId, 'CPUx7');
    expect(started).toMatchObject({
      status: 'Accessible',
      profileId: 'CPUx7',
      uptime: expect.any(Number) as number,
      activeKernels: [],
    });
    expect(started.memoryLimitGb).toBe(
      Math.min(findMachineProfile('CPUx7')!.memory, Math.floor(availableBytes() * 0.75) / 1024 ** 3),
    );
    expect(registry.host).toEqual({
      cpu: availableParallelism(),
      memory: Math.floor(availableBytes() * 0.75) / 1024 ** 3,
    });
    expect(Date.now() - Date.parse(started.startedAt ?? '')).toBeLessThan(5_000);
    await registry.kernelFor(projectId, 'notebook');
    const stopped = await registry.stop(projectId);
    expect(stopped).toMatchObject({
      status: 'Terminated',
      startedAt: null,
      uptime: null,
      cpuPercent: null,
      memoryGb: null,
      memoryLimitGb: null,
      activeKernels: [],
    });
    // Readouts of processors and memory are told in between.
    expect(
      reports
        .map((report) => `${report.status} ${report.activeKernels.length}`)
        .filter((state, i, all) => state !== all[i - 1]),
    ).toEqual(['Pending 0', 'Running 0', 'Accessible 0', 'Accessible 1', 'Terminated 0']);
  });

  it('[KRN-004] [KRN-035] code runs only on a machine that is accessible', async () => {
    const { registry } = openRegistry();
    const projectId = newId<'project'>();
    expect(await registry.kernelFor(projectId, 'notebook').catch(codeOf)).toBe('MACHINE_NOT_ACCESSIBLE');
    await registry.start(projectId);
    const kernel = await registry.kernelFor(projectId, 'notebook');
    expect((await run(kernel, '6 * 7')).text).toBe('42');
    await registry.stop(projectId);
    expect(kernel.status).toBe('dead');
    expect(await registry.kernelFor(projectId, 'notebook').catch(codeOf)).toBe('MACHINE_NOT_ACCESSIBLE');
  });

  it('[KRN-029] makes one kernel for each notebook, however many ask at once', async () => {
    const { registry } = openRegistry();
    const projectId = newId<'project'>();
    await registry.start(projectId);
    const [one, same, other] = await Promise.all(
      ['a', 'a', 'b'].map((notebookId) => registry.kernelFor(projectId, notebookId)),
    );
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    expect(registry.report(projectId).activeKernels.toSorted()).toEqual(['a', 'b']);
    await registry.stopKernel(projectId, 'a');
    expect(registry.report(projectId).activeKernels).toEqual(['b']);
  });

  it('[KRN-029] a kernel that died is inactive, and is revived for the next run as a new epoch', async () => {
    const { registry } = openRegistry();
    const projectId = newId<'project'>();
    await registry.start(projectId);
    const kernel = await registry.kernelFor(projectId, 'notebook');
    await run(kernel, 'import os; os._exit(1)');
    expect(registry.hasKernel(projectId, 'notebook')).toBe(false);
    const revived = await Promise.all([
      registry.kernelFor(projectId, 'notebook'),
      registry.kernelFor(projectId, 'notebook'),
    ]);
    expect(revived[0]).toBe(revived[1]);
    expect(revived[0].epoch).toBe(2);
    expect(registry.hasKernel(projectId, 'notebook')).toBe(true);
  });

  it('[KRN-002] projects see their own files only', async () => {
    const { registry } = openRegistry();
    const [one, two] = [newId<'project'>(), newId<'project'>()];
    await Promise.all([registry.start(one), registry.start(two)]);
    const [first, second] = await Promise.all([registry.kernelFor(one, 'n'), registry.kernelFor(two, 'n')]);
    await run(first, 'open("/data/mine.txt", "w").write("x")');
    expect((await run(second, 'import os; os.listdir("/data")')).text).toBe('[]');
  });

  it('[KRN-030] [KRN-031] [KRN-032] [KRN-034] Create_Kernel answers in words', async () => {
    const { registry } = openRegistry();
    const request = { projectId: newId<'project'>(), notebookId: 'notebook' };
    expect(await createKernel(registry, request)).toBe(
      'Kernel creation failed: Start the machine first at bottom left.',
    );
    await registry.start(request.projectId);
    expect(await createKernel(registry, { ...request, envId: 'fortran' })).toContain(
      'Kernel creation failed: there is no environment "fortran"',
    );
    expect(await createKernel(registry, { ...request, envId: 'python' })).toBe('Kernel created');
    expect(await createKernel(registry, request)).toBe('Kernel already exists');
  });

  it('[KRN-007] a machine on which nothing runs is stopped after a while, and never one whose kernel is busy', async () => {
    const { registry } = openRegistry({ idleMs: 3_000 });
    const projectId = newId<'project'>();
    await registry.start(projectId);
    const kernel = await registry.kernelFor(projectId, 'notebook');
    const ran = await run(kernel, 'import time; time.sleep(7); print("slept")');
    expect([ran.text, registry.report(projectId).status]).toEqual(['slept\n', 'Accessible']);
    await expect.poll(() => registry.report(projectId).status, { timeout: 20_000 }).toBe('Terminated');
  });

  it('[KRN-002] code writes no file larger than the project has room for, and goes on', async () => {
    const { registry } = openRegistry({ roomBytes: 80 * 1024 ** 2 });
    const projectId = newId<'project'>();
    await registry.start(projectId);
    const kernel = await registry.kernelFor(projectId, 'notebook');
    const full = await run(
      kernel,
      'with open("/data/large.bin", "wb") as file:\n    for _ in range(200): file.write(b"x" * 1024 ** 2)',
    );
    expect(full).toMatchObject({
      status: 'error',
      outputs: [{ kind: 'traceback', name: 'OSError', message: expect.stringContaining('File too large') as string }],
    });
    expect((await run(kernel, 'import os; print(os.path.getsize("/data/large.bin") <= 80 * 1024 ** 2)')).text).toBe(
      'True\n',
    );
  });

  it('[KRN-091] what readers ran ends when the server comes again, and no machine with it', async () => {
    const folder = mkdtempSync(join(root, 'server-'));
    const before = openRegistry({}, folder);
    const projectId = newId<'project'>();
    await before.registry.start(projectId);
    const own = await before.registry.kernelFor(projectId, 'notebook');
    const kernel = await before.provider.startReaderKernel({
      owner: 'reader',
      projectId: newId<'project'>(),
      language: 'python',
      memoryBytes: 512 * 1024 ** 2,
    });
    expect((await run(kernel, '6 * 7')).text).toBe('42');
    await before.registry.close(true);
    const after = openRegistry({}, folder);
    await after.registry.restore();
    const state = async () => (await after.kernels.find()).kernels.map(({ kernel: { id } }) => id);
    await expect.poll(state, { timeout: 20_000 }).toEqual([own.id]);
  });

  it('[KRN-012] reads processors and memory while it runs', async () => {
    const { registry, reports } = openRegistry();
    const projectId = newId<'project'>();
    await registry.start(projectId);
    const kernel = await registry.kernelFor(projectId, 'notebook');
    const stop = new AbortController();
    const busy = run(kernel, 'while True: pass', stop.signal);
    for (let turn = 0; turn < 60 && !reports.at(-1)?.cpuPercent; turn += 1) await sleep(100);
    stop.abort();
    await busy;
    expect(reports.at(-1)?.cpuPercent).toBeGreaterThan(5);
    expect(reports.at(-1)?.memoryGb).toBeGreaterThan(0.02);
  });
});

describe('machines that cannot start', () => {
  it('[KRN-006] say why, stay failed, and refuse unknown profiles', async () => {
    const { registry } = openRegistry({ pythonEnvironment: '/nowhere' });
    const projectId = newId<'project'>();
    expect(await registry.start(projectId, 'CPUx99').catch(codeOf)).toBe('MACHINE_PROFILE_REFUSED');
    expect(await registry.start(projectId).catch(codeOf)).toBe('MACHINE_UNAVAILABLE');
    expect(registry.report(projectId)).toMatchObject({
      status: 'Failed',
      problem: expect.stringContaining('Python environment'),
      startedAt: null,
    });
    expect(await registry.start(projectId, 'T4x1').catch((error: GromaError) => error.message)).toContain(
      'no Nvidia T4',
    );
    expect((await registry.stop(projectId)).status).toBe('Terminated');
  });
});
