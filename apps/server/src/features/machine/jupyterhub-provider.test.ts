import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMachineProfile, GromaError, newId } from '@groma/model';
import { SupervisedKernels } from '../../platform/kernel/supervisor/supervised-kernels.ts';
import { readHubSettings } from '../../platform/kernel/hub-settings.ts';
import { prepareJupyterHub, startJupyterHub, type TestHub } from '../../../test/test-jupyterhub.ts';
import { run } from '../../../test/test-kernel.ts';
import { JupyterHubProvider } from './jupyterhub-provider.ts';
import { MachineRegistry } from './machine-registry.ts';

const reason = await prepareJupyterHub();

describe.skipIf(reason)(
  `machines of a JupyterHub${reason ? ` (skipped: ${reason})` : ''}`,
  { timeout: 120_000 },
  () => {
    let hub: TestHub;
    let folder: string;
    let registry: MachineRegistry;
    const open = (): MachineRegistry =>
      new MachineRegistry(
        new JupyterHubProvider({ url: hub.url, token: hub.token, user: 'groma' }, new SupervisedKernels(folder, 60)),
      );

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'groma-hub-server-'));
      hub = await startJupyterHub();
      registry = open();
    }, 120_000);
    afterAll(async () => {
      await registry?.close(false);
      await hub?.close();
      if (folder) await rm(folder, { recursive: true });
    });

    const projectId = newId<'project'>();

    it('[KRN-002] [KRN-006] start by the hub, which is told the profile; code runs, prints, fails and is interrupted there', async () => {
      expect(await registry.start(projectId, 'CPUx7')).toMatchObject({ status: 'Accessible', profileId: 'CPUx7' });
      const kernel = await registry.kernelFor(projectId, 'notebook');
      const told = await run(kernel, 'import os, json\nprint(os.environ["GROMA_OPTIONS"])\n1 + 1');
      const { cpu, memory } = findMachineProfile('CPUx7')!;
      expect(JSON.parse(told.outputs[0]!.kind === 'text' ? told.outputs[0]!.text : '')).toEqual({
        profile: 'CPUx7',
        cpu,
        memory: `${memory}G`,
        gpu: 0,
        project_id: projectId,
      });
      expect([told.status, told.executionCount, told.outputs[1]]).toEqual(['ok', 1, { kind: 'text/plain', text: '2' }]);
      expect(await run(kernel, '1/0')).toMatchObject({
        status: 'error',
        outputs: [{ kind: 'traceback', name: 'ZeroDivisionError' }],
      });
      const stop = new AbortController();
      const running = run(kernel, 'import time\nprint("on", flush=True)\ntime.sleep(100)', stop.signal);
      await expect.poll(() => kernel.status).toBe('busy');
      setTimeout(() => {
        stop.abort();
      }, 500);
      expect((await running).status).toBe('aborted');
      const long = await run(kernel, 'x = 41; print("y" * 3_000_000)');
      expect([long.text.length, long.text.slice(0, 200), new Set(long.text).size]).toEqual([
        3_000_001,
        'y'.repeat(200),
        2,
      ]);
      const answer = await kernel.ask({ kind: 'complete', code: 'os.path.exi', cursor: 11, seconds: 10 });
      expect(answer?.['matches']).toContain('exists');
    });

    it('[KRN-050] a server that is restarted finds machine, kernel and variables again', async () => {
      await registry.close(true);
      registry = open();
      await registry.restore();
      expect(registry.report(projectId)).toMatchObject({
        status: 'Accessible',
        profileId: 'CPUx7',
        activeKernels: ['notebook'],
      });
      const kernel = await registry.kernelFor(projectId, 'notebook');
      expect((await run(kernel, 'print(x + 1)')).text).toBe('42\n');
    });

    it('[KRN-029] a kernel that dies there is noticed within 2 s, and revived for the next run', async () => {
      const kernel = await registry.kernelFor(projectId, 'notebook');
      const died = new Promise<number>((resolve) => {
        kernel.onDeath(() => {
          resolve(Date.now());
        });
      });
      const result = await run(
        kernel,
        'import os, signal, time; print("last", flush=True); time.sleep(0.5); print(time.time() + 0.5, flush=True); time.sleep(0.5); os.kill(os.getpid(), signal.SIGKILL)',
      );
      expect(result.status).toBe('dead');
      expect((await died) - Number(/last\n([\d.]+)/.exec(result.text)![1]) * 1000).toBeLessThan(2_000);
      const revived = await registry.kernelFor(projectId, 'notebook');
      expect((await run(revived, 'print("x" in dir())')).text).toBe('False\n');
    });

    it('[KRN-007] a stop ends the server of the hub', async () => {
      const list = async () => {
        const response = await fetch(`${hub.url}/hub/api/users/groma?include_stopped_servers`, {
          headers: { authorization: `token ${hub.token}` },
        });
        return ((await response.json()) as { servers: Record<string, unknown> }).servers;
      };
      expect(await list()).toHaveProperty(`g${projectId.replaceAll('-', '').slice(0, 29)}`);
      await registry.stop(projectId);
      await expect.poll(list, { timeout: 20_000 }).not.toHaveProperty(`g${projectId.replaceAll('-', '').slice(0, 29)}`);
    });

    it('what the hub refuses, and a hub that is not there, are said', async () => {
      const wrong = new MachineRegistry(
        new JupyterHubProvider({ url: hub.url, token: 'wrong', user: 'groma' }, new SupervisedKernels(folder, 1)),
      );
      await expect(wrong.start(newId<'project'>())).rejects.toMatchObject({
        code: 'MACHINE_UNAVAILABLE',
        message: expect.stringContaining('JupyterHub refused it') as string,
      });
      const nowhere = new MachineRegistry(
        new JupyterHubProvider(
          { url: 'http://127.0.0.1:9', token: 'x', user: 'groma' },
          new SupervisedKernels(folder, 1),
        ),
      );
      await expect(nowhere.start(newId<'project'>())).rejects.toThrow(GromaError);
    });
  },
);

it('half of the settings of a hub is refused in one line', () => {
  expect(readHubSettings({})).toBeUndefined();
  expect(() => readHubSettings({ JUPYTERHUB_URL: 'http://hub' })).toThrow('JUPYTERHUB_TOKEN');
  expect(() => readHubSettings({ JUPYTERHUB_URL: 'hub', JUPYTERHUB_TOKEN: 't' })).toThrow('JUPYTERHUB_URL');
  expect(readHubSettings({ JUPYTERHUB_URL: 'http://hub', JUPYTERHUB_TOKEN: 't' })).toEqual({
    url: 'http://hub',
    token: 't',
    user: 'groma',
  });
});
