import type { LiveState } from '@groma/protocol';
import { expect, test } from 'vitest';
import { isSameSaving, nothingOpen, savingOf } from './saving-state.ts';

const live = (change: Partial<LiveState> = {}): LiveState => ({
  connection: 'connected',
  synced: true,
  canWrite: true,
  lostAt: null,
  saved: true,
  isKept: true,
  savedAt: null,
  refusal: null,
  ...change,
});

test('[SHL-121] what was refused is not said to be on its way, unless something else is', () => {
  const refused = live({ saved: false, refusal: 'FORBIDDEN' });
  expect(savingOf([refused, live()], null)).toMatchObject({ isSaved: false, isRefused: true });
  expect(savingOf([refused, live({ saved: false })], null)).toMatchObject({ isSaved: false, isRefused: false });
  expect(savingOf([live({ refusal: 'FORBIDDEN' })], null)).toMatchObject({ isSaved: true, isRefused: false });
});

test('[SHL-120] work is kept only where all that is not saved is, and the time is that of the last edit', () => {
  const away = live({ connection: 'disconnected', saved: false });
  expect(savingOf([away, live({ isKept: false })], null)).toMatchObject({
    isKept: true,
    isDisconnected: true,
    documents: 2,
  });
  expect(savingOf([away, live({ saved: false, isKept: false })], null)).toMatchObject({ isKept: false });
  expect(savingOf([live({ savedAt: new Date(5) }), live({ savedAt: new Date(9) })], new Date(2)).savedAt).toEqual(
    new Date(9),
  );
  expect(savingOf([], new Date(2)).savedAt).toEqual(new Date(2));
});

test('[SHL-120] it is said anew only when something changes', () => {
  expect([isSameSaving(nothingOpen, savingOf([], null)), isSameSaving(nothingOpen, savingOf([live()], null))]).toEqual([
    true,
    false,
  ]);
});
