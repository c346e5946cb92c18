import { describe, expect, it } from 'vitest';
import {
  canRunCode,
  cpuReadout,
  machineStatuses,
  machineUptime,
  memoryReadout,
  nextMachineState,
  terminatedMachine,
} from './machine-state.ts';
import type { MachineEvent, MachineState } from './machine-state.ts';

const after = (events: MachineEvent[], from: MachineState = terminatedMachine) =>
  events.reduce((machine, event) => nextMachineState(machine, event, 1_000, 'no room'), from);
const busy: MachineState = {
  ...after(['start', 'created', 'ready']),
  cpuPercent: 42.4,
  memoryGb: 1.25,
  activeKernels: ['a'],
};

describe('machine states', () => {
  it('[KRN-003] a machine begins terminated', () => {
    expect(terminatedMachine.status).toBe('Terminated');
  });

  it('[KRN-005] the statuses are the seven of the spec', () => {
    expect([...machineStatuses].toSorted()).toEqual([
      'Accessible',
      'Failed',
      'Pending',
      'Running',
      'Succeeded',
      'Terminated',
      'Unknown',
    ]);
  });

  it('[KRN-006] start, created, ready lead to accessible; a failure keeps its reason and can be started again', () => {
    expect(after(['start']).status).toBe('Pending');
    expect(after(['start', 'created']).status).toBe('Running');
    expect(after(['start', 'created', 'ready']).status).toBe('Accessible');
    expect(after(['start', 'fail'])).toMatchObject({ status: 'Failed', problem: 'no room', startedAt: null });
    expect(after(['start', 'fail', 'start'])).toMatchObject({ status: 'Pending', problem: null, startedAt: 1_000 });
    expect(after(['start', 'created', 'ready', 'lose']).status).toBe('Unknown');
    expect(after(['start', 'created', 'ready', 'lose', 'find']).status).toBe('Running');
  });

  it('[KRN-006] an event that a status does not know changes nothing', () => {
    expect(after(['ready'])).toBe(terminatedMachine);
    expect(nextMachineState(busy, 'start', 9_000)).toBe(busy);
  });

  it('[KRN-004] code runs only when accessible', () => {
    expect(machineStatuses.filter((status) => canRunCode({ status }))).toEqual(['Accessible']);
  });

  it('[KRN-007] [KRN-008] [KRN-009] [KRN-010] [KRN-011] stopping clears status, times, readouts and kernels', () => {
    const stopped = nextMachineState(busy, 'stop', 5_000);
    expect(stopped).toEqual(terminatedMachine);
    expect(machineUptime(stopped, 5_000)).toBeNull();
    expect(cpuReadout(stopped)).toBe('--%');
    expect(memoryReadout(stopped)).toBe('--GB');
  });

  it('[KRN-012] a running machine says how long, how busy and how full it is', () => {
    expect(machineUptime(busy, 63_999)).toBe(62);
    expect(cpuReadout(busy)).toBe('42%');
    expect(memoryReadout(busy)).toBe('1.3GB');
  });
});
