import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstMapState, type MapState } from '../session/map-state.ts';
import { watchEdits } from './project-picture.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[SHL-137] a picture is taken once, when changes are saved and the person rests; not of what others change', () => {
  let tell: (state: MapState) => void = () => undefined;
  let taken = 0;
  const stop = watchEdits({ subscribe: (listen) => ((tell = listen), () => undefined) }, () => {
    taken += 1;
  });
  const say = (change: Partial<MapState>) => tell({ ...firstMapState, isConnected: true, ...change });
  say({});
  vi.advanceTimersByTime(60_000);
  expect(taken).toBe(0);
  say({ isStyleWaiting: true });
  say({ unsaved: 1 });
  say({ unsaved: 0, isConnected: false });
  vi.advanceTimersByTime(60_000);
  expect(taken).toBe(0);
  say({ unsaved: 0 });
  vi.advanceTimersByTime(5_000);
  // The next change begins the wait anew.
  say({ unsaved: 1 });
  vi.advanceTimersByTime(5_000);
  say({ unsaved: 0 });
  vi.advanceTimersByTime(5_000);
  expect(taken).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(taken).toBe(1);
  say({ unsaved: 1 });
  stop();
  vi.advanceTimersByTime(60_000);
  expect(taken).toBe(1);
});
