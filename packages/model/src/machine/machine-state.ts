/** Status values of machines and kernels (KRN-005), spelt as they are stored and sent. */
export const machineStatuses = [
  'Pending',
  'Running',
  'Succeeded',
  'Failed',
  'Unknown',
  'Terminated',
  'Accessible',
] as const;
export type MachineStatus = (typeof machineStatuses)[number];

/**
 * What happens to a machine. `start` was asked for; `created` means that its provider has made it, and `ready` that
 * code can run; `fail` that it could not be made or broke; `lose` and `find` that its provider cannot, or again can,
 * say how it is; `end` that it came to its own end; `stop` was asked for.
 */
export type MachineEvent = 'start' | 'created' | 'ready' | 'fail' | 'lose' | 'find' | 'end' | 'stop';

/** Everything known of one machine. Times are milliseconds since 1970, or null while it does not run. */
export interface MachineState {
  status: MachineStatus;
  startedAt: number | null;
  cpuPercent: number | null;
  memoryGb: number | null;
  activeKernels: string[];
  /** Why it failed, one sentence for people. */
  problem: string | null;
}

/** A machine nobody has started (KRN-003). */
export const terminatedMachine: Readonly<MachineState> = {
  status: 'Terminated',
  startedAt: null,
  cpuPercent: null,
  memoryGb: null,
  activeKernels: [],
  problem: null,
};

const transitions: Record<MachineStatus, Partial<Record<MachineEvent, MachineStatus>>> = {
  Terminated: { start: 'Pending' },
  Succeeded: { start: 'Pending', stop: 'Terminated' },
  Failed: { start: 'Pending', stop: 'Terminated' },
  Pending: { created: 'Running', ready: 'Accessible', fail: 'Failed', lose: 'Unknown', stop: 'Terminated' },
  Running: { ready: 'Accessible', fail: 'Failed', end: 'Succeeded', lose: 'Unknown', stop: 'Terminated' },
  Accessible: { fail: 'Failed', end: 'Succeeded', lose: 'Unknown', stop: 'Terminated' },
  Unknown: { find: 'Running', ready: 'Accessible', fail: 'Failed', end: 'Succeeded', stop: 'Terminated' },
};

/**
 * The machine after an event (KRN-006). An event that its status does not know changes nothing, so that a late or
 * repeated report is harmless. Leaving a live status clears start time, readouts and kernels (KRN-007..011).
 *
 * @param now milliseconds since 1970, taken as the start time at `start`
 * @param problem the reason, kept for `fail`
 */
export function nextMachineState(
  machine: MachineState,
  event: MachineEvent,
  now: number,
  problem: string | null = null,
): MachineState {
  const status = transitions[machine.status][event];
  if (!status) return machine;
  if (event === 'start') return { ...terminatedMachine, status, startedAt: now };
  if (isLive(status)) return { ...machine, status };
  return { ...terminatedMachine, status, problem: status === 'Failed' ? problem : null };
}

/** Whether a machine of this status holds resources, so that it can be stopped and has a start time. */
export function isLive(status: MachineStatus): boolean {
  return status === 'Pending' || status === 'Running' || status === 'Accessible' || status === 'Unknown';
}

/** Whether code can run (KRN-004). */
export function canRunCode(machine: Pick<MachineState, 'status'>): boolean {
  return machine.status === 'Accessible';
}

/** Seconds since the start, or null while it does not run (KRN-008, KRN-012). */
export function machineUptime(machine: Pick<MachineState, 'startedAt'>, now: number): number | null {
  return machine.startedAt === null ? null : Math.max(0, Math.floor((now - machine.startedAt) / 1000));
}

/** The processor readout: "37%", or "--%" while nothing is known (KRN-009). */
export function cpuReadout(machine: Pick<MachineState, 'cpuPercent'>): string {
  return machine.cpuPercent === null ? '--%' : `${Math.round(machine.cpuPercent)}%`;
}

/** The memory readout: "1.2GB", or "--GB" while nothing is known (KRN-010). */
export function memoryReadout(machine: Pick<MachineState, 'memoryGb'>): string {
  return machine.memoryGb === null ? '--GB' : `${machine.memoryGb.toFixed(1)}GB`;
}
