/** A type of machine a person can choose (002 §9). Memory is in GiB, as the spec's "Gi"; GPU memory in GB in all. */
export interface MachineProfile {
  id: string;
  cpu: number;
  memory: number;
  /** Whole words for people: the larger machines only say "more than 2 min" (KRN-027). */
  timeToBeReady: string;
  gpu: { count: number; type: string; memory: number } | null;
}

const soon = 'less than 30 s';
const later = 'more than 2 min';

/** Every machine profile, the default first (KRN-018..026). */
export const machineProfiles: readonly MachineProfile[] = [
  { id: 'CPUx3', cpu: 3, memory: 24, timeToBeReady: soon, gpu: null },
  { id: 'CPUx7', cpu: 7, memory: 53, timeToBeReady: later, gpu: null },
  { id: 'CPUx21', cpu: 20, memory: 156, timeToBeReady: later, gpu: null },
  { id: 'CPUx42', cpu: 42, memory: 326, timeToBeReady: later, gpu: null },
  { id: 'T4x1', cpu: 6, memory: 24, timeToBeReady: later, gpu: { count: 1, type: 'Nvidia T4', memory: 16 } },
  { id: 'T4x2', cpu: 14, memory: 50, timeToBeReady: later, gpu: { count: 2, type: 'Nvidia T4', memory: 32 } },
  { id: 'T4x4', cpu: 30, memory: 100, timeToBeReady: later, gpu: { count: 4, type: 'Nvidia T4', memory: 64 } },
];

/** The profile a machine has when nobody chose one and the plan names none (KRN-020). */
export const defaultMachineProfileId = 'CPUx3';

/** The profile of that id, or undefined. */
export function findMachineProfile(id: string): MachineProfile | undefined {
  return machineProfiles.find((profile) => profile.id === id);
}

/**
 * The profiles a plan allows, in the order of the table: those whose ids its `cpu_machine_types` lists. GPU profiles
 * are enabled the same way, by their id in that list (KRN-028). A plan without a list allows the default profile.
 */
export function selectableMachineProfiles(machineTypes: readonly string[] | undefined): MachineProfile[] {
  const allowed = machineTypes?.length ? machineTypes : [defaultMachineProfileId];
  return machineProfiles.filter((profile) => allowed.includes(profile.id));
}

/** What a computer gives its machines at most; memory in GiB. */
export interface MachineHost {
  cpu: number;
  memory: number;
}

/** A type of machine as it is here: with what it gets, which may be less than it is made for. */
export interface OfferedMachine {
  profile: MachineProfile;
  cpu: number;
  memory: number;
}

/**
 * The types to offer. Where machines run on one computer, `host`, none has more than that gives: types with graphics
 * processors are left out, and of those that come to the same one stands for all, the one in `kept` or else the first
 * that the plan allows. Where machines are made elsewhere (`host` null), all are offered as they are.
 */
export function offeredMachines(
  host: MachineHost | null,
  allowed: readonly string[],
  kept: string,
): readonly OfferedMachine[] {
  if (!host) return machineProfiles.map((profile) => ({ profile, cpu: profile.cpu, memory: profile.memory }));
  const rankOf = ({ profile: { id } }: OfferedMachine): number => (id === kept ? 0 : allowed.includes(id) ? 1 : 2);
  const bySize = new Map<string, OfferedMachine>();
  for (const profile of machineProfiles) {
    if (profile.gpu) continue;
    const here = {
      profile,
      cpu: Math.min(profile.cpu, host.cpu),
      memory: Math.min(profile.memory, host.memory),
    };
    const size = `${here.cpu} ${here.memory}`;
    const same = bySize.get(size);
    if (!same || rankOf(here) < rankOf(same)) bySize.set(size, here);
  }
  return [...bySize.values()];
}

/** The machine type to begin with: the first cpu type in the plan's list (KRN-014), else the default profile. */
export function defaultMachineType(machineTypes: readonly string[] | undefined): string {
  const first = machineTypes?.find((id) => findMachineProfile(id)?.gpu === null);
  return first ?? defaultMachineProfileId;
}
