import { describe, expect, it } from 'vitest';
import {
  defaultMachineProfileId,
  defaultMachineType,
  findMachineProfile,
  machineProfiles,
  offeredMachines,
  selectableMachineProfiles,
} from './profile.ts';

describe('machine profiles', () => {
  it('[KRN-018] are the seven of the spec, in its order', () => {
    expect(machineProfiles.map((profile) => profile.id)).toEqual([
      'CPUx3',
      'CPUx7',
      'CPUx21',
      'CPUx42',
      'T4x1',
      'T4x2',
      'T4x4',
    ]);
  });

  it.each([
    ['CPUx3', 3, 24, null],
    ['CPUx7', 7, 53, null],
    ['CPUx21', 20, 156, null],
    ['CPUx42', 42, 326, null],
    ['T4x1', 6, 24, { count: 1, type: 'Nvidia T4', memory: 16 }],
    ['T4x2', 14, 50, { count: 2, type: 'Nvidia T4', memory: 32 }],
    ['T4x4', 30, 100, { count: 4, type: 'Nvidia T4', memory: 64 }],
  ])(
    '[KRN-019] [KRN-020] [KRN-021] [KRN-022] [KRN-023] [KRN-024] [KRN-025] [KRN-026] %s has its processors, memory and GPUs',
    (id, cpu, memory, gpu) => {
      expect(findMachineProfile(id)).toMatchObject({ cpu, memory, gpu });
    },
  );

  it('[KRN-027] only the default is ready soon; the others say "more than 2 min"', () => {
    expect(findMachineProfile('CPUx3')?.timeToBeReady).toBe('less than 30 s');
    const others = machineProfiles.filter((profile) => profile.id !== 'CPUx3');
    expect(new Set(others.map((profile) => profile.timeToBeReady))).toEqual(new Set(['more than 2 min']));
  });

  it('[KRN-014] [KRN-020] the default type is the first cpu type of the plan, else CPUx3', () => {
    expect(defaultMachineType(['T4x1', 'CPUx7', 'CPUx3'])).toBe('CPUx7');
    expect(defaultMachineType(['T4x1'])).toBe('CPUx3');
    expect(defaultMachineType(['nonsense'])).toBe('CPUx3');
    expect(defaultMachineType(undefined)).toBe(defaultMachineProfileId);
  });

  it('[KRN-028] a plan selects by id, GPU profiles too; without a list only the default', () => {
    expect(selectableMachineProfiles(['T4x1', 'CPUx3', 'unheard']).map((profile) => profile.id)).toEqual([
      'CPUx3',
      'T4x1',
    ]);
    expect(selectableMachineProfiles([]).map((profile) => profile.id)).toEqual(['CPUx3']);
  });
});

describe('[KRN-096] what is offered', () => {
  const names = (...asked: Parameters<typeof offeredMachines>) =>
    offeredMachines(...asked).map(({ profile, cpu, memory }) => `${profile.id} ${cpu} ${memory}`);
  const all = machineProfiles.map(({ id }) => id);

  it('is no larger than the computer, has nothing twice and no graphics processors', () => {
    expect(names({ cpu: 2, memory: 17 }, all, 'CPUx3')).toEqual(['CPUx3 2 17']);
    expect(names({ cpu: 16, memory: 96 }, all, 'CPUx3')).toEqual(['CPUx3 3 24', 'CPUx7 7 53', 'CPUx21 16 96']);
  });

  it('keeps the type that is chosen, or else one that the plan allows', () => {
    expect(names({ cpu: 2, memory: 17 }, all, 'CPUx42')).toEqual(['CPUx42 2 17']);
    expect(names({ cpu: 2, memory: 17 }, ['CPUx21'], 'T4x1')).toEqual(['CPUx21 2 17']);
  });

  it('is all there is where machines are made elsewhere', () => {
    expect(names(null, [], 'CPUx3')).toHaveLength(machineProfiles.length);
  });
});
