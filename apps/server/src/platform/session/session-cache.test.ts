import { expect, test } from 'vitest';
import type { UserId } from '@groma/model';
import { SessionCache } from './session-cache.ts';

const user = { id: 'u' as UserId, username: 'u', email: 'u@example.com' };

test('what was read while a session ended is not kept after its end', () => {
  const cache = new SessionCache();
  const [early, late] = [cache.prepare('a'), cache.prepare('b')];
  early(user);
  cache.drop('a');
  late(user);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined]);
  cache.prepare('b')(user);
  expect(cache.get('b')).toBe(user);
});

test('the oldest goes when there are too many', () => {
  const cache = new SessionCache(2);
  for (const key of ['a', 'b', 'a', 'c']) cache.prepare(key)(user);
  expect(['a', 'b', 'c'].map((key) => cache.get(key) === user)).toEqual([true, false, true]);
});
