import { limit } from '@groma/model';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOpenToEdits, useOutage } from './outage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[SHL-120] an outage is short for ten seconds, then long, and over when the connection is back', () => {
  const { result, rerender } = renderHook(({ lostAt }: { lostAt: number | null }) => useOutage(lostAt), {
    initialProps: { lostAt: null as number | null },
  });
  expect(result.current).toBe('none');
  rerender({ lostAt: Date.now() });
  act(() => {
    vi.advanceTimersByTime(9_000);
  });
  expect(result.current).toBe('short');
  act(() => {
    vi.advanceTimersByTime(limit.offlineEditMs - 9_000);
  });
  expect(result.current).toBe('long');
  rerender({ lostAt: null });
  expect(result.current).toBe('none');
  rerender({ lostAt: Date.now() });
  expect(result.current).toBe('short');
});

test('[SHL-120] the time that a laptop slept counts', () => {
  const { result, rerender } = renderHook(({ lostAt }: { lostAt: number | null }) => useOutage(lostAt), {
    initialProps: { lostAt: Date.now() - 600_000 },
  });
  act(() => {
    vi.advanceTimersByTime(0);
  });
  expect(result.current).toBe('long');
  rerender({ lostAt: Date.now() - 600_000 });
});

test('[SHL-120] a document can be edited in a short outage, not in a long one, and not after a refusal', () => {
  const state = { canWrite: true, refusal: null };
  expect(['none', 'short', 'long'].map((outage) => isOpenToEdits(state, outage as 'none'))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isOpenToEdits({ ...state, refusal: 'FORBIDDEN' }, 'none')).toBe(false);
});
