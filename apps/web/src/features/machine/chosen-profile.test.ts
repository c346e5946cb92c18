import { machineStatuses } from '@groma/model';
import { expect, test } from 'vitest';
import { ownerOf, profileToShow } from './chosen-profile.ts';
import { formatUptime, toneOf } from './readout.ts';

const machine = { isLive: false, profileId: 'CPUx3', defaultProfileId: 'CPUx3' };

test("[KRN-014] [KRN-015] the chosen type is kept for the session; before a choice it is the plan's first", () => {
  const owner = ownerOf('ana', 'hydrolab');
  expect(profileToShow(null, owner, { ...machine, defaultProfileId: 'CPUx7' })).toBe('CPUx7');
  expect(profileToShow({ owner, profileId: 'CPUx21' }, owner, machine)).toBe('CPUx21');
});

test('[KRN-016] [KRN-017] another user or tenant begins anew', () => {
  const choice = { owner: ownerOf('ana', 'hydrolab'), profileId: 'CPUx21' };
  expect(profileToShow(choice, ownerOf('bo', 'hydrolab'), machine)).toBe('CPUx3');
  expect(profileToShow(choice, ownerOf('ana', 'port'), machine)).toBe('CPUx3');
});

test('[KRN-001] a running machine shows the type it has, whatever was chosen since', () => {
  const owner = ownerOf('ana', 'hydrolab');
  expect(profileToShow({ owner, profileId: 'CPUx21' }, owner, { ...machine, isLive: true, profileId: 'CPUx7' })).toBe(
    'CPUx7',
  );
});

test('[KRN-012] uptime and state are shown as people read them', () => {
  expect([0, 45.9, 60, 8_040, 90_000].map(formatUptime)).toEqual(['0 s', '45 s', '1 min', '2 h 14 min', '25 h 0 min']);
  expect(machineStatuses.filter((status) => toneOf(status) === 'good')).toEqual(['Accessible']);
});
