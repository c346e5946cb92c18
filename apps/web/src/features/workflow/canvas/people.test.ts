import { cursorShareMs } from '@groma/model';
import { expect, test, vi } from 'vitest';
import { pacedSharing, presentPeople } from './people.ts';

test('[WFL-009, WFL-136] the others are shown with their pointers; oneself and what is malformed is not', () => {
  const states = new Map<number, unknown>([
    [1, { user: { id: 'ann', name: 'Ann' }, cursor: { x: 1, y: 2 } }],
    [2, { user: { id: 'ben', name: 'Ben' }, cursor: { x: 3, y: 4 } }],
    [3, { user: { id: 'eve', name: 'Eve' }, cursor: { x: 'here' } }],
    [4, { user: { id: 7 } }],
    [5, null],
  ]);
  expect(presentPeople(states, 1)).toEqual([
    { client: 2, id: 'ben', name: 'Ben', cursor: { x: 3, y: 4 } },
    { client: 3, id: 'eve', name: 'Eve', cursor: null },
  ]);
});

test('[WFL-137] a pointer is shared at most every 50 ms, the newest in the end', () => {
  vi.useFakeTimers();
  const set = vi.fn<(field: string, value: unknown) => void>();
  const share = pacedSharing({ setLocalStateField: set });
  for (let x = 0; x < 10; x += 1) share.set('cursor', x);
  expect(set.mock.calls).toEqual([['cursor', 0]]);
  vi.advanceTimersByTime(cursorShareMs);
  expect(set.mock.calls).toEqual([
    ['cursor', 0],
    ['cursor', 9],
  ]);
  share.stop();
  vi.useRealTimers();
});
