import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startChosenMachine } from '../../machine/start-chosen.ts';
import { sessionStore } from '../../../platform/session.ts';
import { registerCommand } from '../../../registry/command.ts';
import { startMachineFor } from './start-machine-for.ts';

const refusal = 'notebook.startMachineFirst';
let mayStart = true;
let started: string[] = [];
let status = 'Terminated';
let refused = false;

beforeEach(() => {
  mayStart = true;
  started = [];
  status = 'Terminated';
  refused = false;
  sessionStore.setState({ project: { id: 'p', tenant: 't' } as never, user: { id: 'ann' } as never });
  registerCommand({
    id: 'machine.start',
    title: 'machine.startIt',
    isEnabled: () => mayStart,
    run: startChosenMachine,
  });
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'POST') {
      if (refused) return Response.json({ code: 'MACHINE_UNAVAILABLE', message: 'No room.' }, { status: 503 });
      started.push(`${url} ${body}`);
      status = 'Accessible';
    }
    return Response.json({ data: { ...report, status } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStore.setState({ project: null, user: null });
});

const report = {
  projectId: 'p',
  profileId: 'CPUx7',
  startedAt: null,
  uptime: null,
  cpuPercent: null,
  memoryGb: null,
  memoryLimitGb: null,
  activeKernels: [],
  problem: null,
  kernels: [],
  profiles: ['CPUx3', 'CPUx7'],
  defaultProfileId: 'CPUx7',
  host: null,
};

test('[SHL-145] a run starts the machine that the drawer would start, and waits for it', async () => {
  expect(await startMachineFor('p', refusal)).toBe(true);
  expect(started).toEqual(['/api/machines/projects/p {"profile":"CPUx7"}']);
});

test('[SHL-145] [KRN-036] it does not run where the person may not start one, or the server cannot', async () => {
  mayStart = false;
  expect(await startMachineFor('p', refusal)).toBe(false);
  mayStart = true;
  refused = true;
  expect(await startMachineFor('p', refusal)).toBe(false);
  expect(started).toEqual([]);
});
