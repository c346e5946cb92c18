import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RestingLoop } from './resting-loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Stands for deck.gl, which needs a screen: whether its loop runs, and what it would have to draw. */
function deck() {
  const state = {
    isRunning: true,
    isInitialized: true,
    redraw: false as string | false,
    update: false as string | false,
  };
  return {
    state,
    get isInitialized() {
      return state.isInitialized;
    },
    needsRedraw: () => state.redraw,
    layerManager: { needsUpdate: () => state.update },
    animationLoop: {
      start: async () => void (state.isRunning = true),
      stop: () => void (state.isRunning = false),
    },
  };
}

test('the loop rests once nothing has changed for a while, and goes on with the next change', () => {
  const still = deck();
  const { state } = still;
  const loop = new RestingLoop(still);
  vi.advanceTimersByTime(400);
  expect(state.isRunning).toBe(true);
  vi.advanceTimersByTime(300);
  expect(state.isRunning).toBe(false);
  loop.wake();
  expect(state.isRunning).toBe(true);
  loop.close();
});

test.each(['redraw', 'update'] as const)('a layer that asks for an %s by itself wakes it', (kind) => {
  const still = deck();
  const loop = new RestingLoop(still);
  vi.advanceTimersByTime(1_000);
  expect(still.state.isRunning).toBe(false);
  still.state[kind] = 'an image came';
  vi.advanceTimersByTime(100);
  expect(still.state.isRunning).toBe(true);
  loop.close();
});

test('it is not stopped before it has begun', () => {
  const still = deck();
  still.state.isInitialized = false;
  const loop = new RestingLoop(still);
  vi.advanceTimersByTime(2_000);
  expect(still.state.isRunning).toBe(true);
  loop.close();
});
