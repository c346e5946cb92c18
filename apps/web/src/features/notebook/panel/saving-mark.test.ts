import { expect, test } from 'vitest';
import { savingOf } from './saving-mark.tsx';
import { presentPeople } from './use-presence.ts';

const base = {
  connection: 'connected',
  synced: true,
  canWrite: true,
  saved: true,
  isKept: true,
  savedAt: null,
  refusal: null,
} as const;

test('[NBK-003] only what the server has acknowledged is called saved', () => {
  expect(savingOf(base)).toBe('on');
  expect(savingOf({ ...base, saved: false, savedAt: new Date() })).toBe('saving');
  expect(savingOf({ ...base, savedAt: new Date() })).toBe('saved');
  expect(savingOf({ ...base, connection: 'disconnected', saved: false })).toBe('offlineUnsaved');
  expect(savingOf({ ...base, connection: 'disconnected', saved: false, isKept: false })).toBe('notKept');
  expect(savingOf({ ...base, saved: false, refusal: 'FORBIDDEN' })).toBe('refused');
  expect(savingOf({ ...base, connection: 'disconnected', savedAt: new Date() })).toBe('offline');
});

test('[NBK-015] who may only read is told so', () => {
  expect(savingOf({ ...base, canWrite: false })).toBe('readOnly');
});

test('[NBK-041] people are shown once each, without oneself and without states that name nobody', () => {
  const states = new Map<number, unknown>([
    [1, { user: { id: 'ana', name: 'Ana', color: '#000' } }],
    [2, { user: { id: 'ana', name: 'Ana' } }],
    [3, { user: { id: 'zoe', name: 'Zoe' } }],
    [4, { user: { id: 'bo', name: 'Bo' } }],
    [5, { user: { id: 'bo', name: 'Bo' } }],
    [6, {}],
    [7, null],
  ]);
  expect(presentPeople(states, 1)).toEqual([
    { id: 'bo', name: 'Bo' },
    { id: 'zoe', name: 'Zoe' },
  ]);
});
