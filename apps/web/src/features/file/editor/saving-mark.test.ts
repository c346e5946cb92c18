import { expect, test } from 'vitest';
import { savingOf } from './saving-mark.tsx';
import { othersOf } from './use-people.ts';

const base = {
  connection: 'connected',
  synced: true,
  canWrite: true,
  saved: true,
  isKept: true,
  savedAt: null,
  refusal: null,
} as const;

test('[SHL-019] only what the server has acknowledged is called saved, and not while the file does not take it', () => {
  expect(savingOf(base, 'in-step')).toBe('on');
  expect(savingOf({ ...base, saved: false, savedAt: new Date() }, 'in-step')).toBe('saving');
  expect(savingOf({ ...base, savedAt: new Date() }, 'in-step')).toBe('saved');
  expect(savingOf({ ...base, savedAt: new Date() }, 'conflict')).toBe('kept');
  expect(savingOf({ ...base, connection: 'disconnected', saved: false }, 'in-step')).toBe('offlineUnsaved');
  expect(savingOf({ ...base, connection: 'disconnected', saved: false, isKept: false }, 'in-step')).toBe('notKept');
  expect(savingOf({ ...base, canWrite: false }, 'in-step')).toBe('readOnly');
  expect(savingOf({ ...base, saved: false, refusal: 'FORBIDDEN' }, 'in-step')).toBe('refused');
});

test('[FIL-083] the others are shown once each, without oneself and without states that name nobody', () => {
  const states = new Map<number, unknown>([
    [1, { user: { id: 'ann', name: 'Ann' } }],
    [2, { user: { id: 'zoe', name: 'Zoe' } }],
    [3, { user: { id: 'bo', name: 'Bo' } }],
    [4, { user: { id: 'bo', name: 'Bo' } }],
    [5, {}],
    [6, null],
  ]);
  expect(othersOf(states, 'ann')).toEqual([
    { id: 'bo', name: 'Bo' },
    { id: 'zoe', name: 'Zoe' },
  ]);
});
