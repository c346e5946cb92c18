import { GromaError } from '@groma/model';
import { expect, test } from 'vitest';
import { madeOnce } from './made-once.ts';

const lost = () => Promise.reject(Object.assign(new Error('No answer'), { status: 0 }));

test('[MAP-135] what got no answer is asked for again with the same key, and what was answered with another', async () => {
  const keys: string[] = [];
  const make = (then: () => Promise<string>) => (key: string) => {
    keys.push(key);
    return then();
  };
  const refused = () => Promise.reject(new GromaError('NOT_FOUND', { noun: 'map' }));
  const made = () => Promise.resolve('made');
  await expect(madeOnce('a map', make(lost))).rejects.toThrow('No answer');
  await expect(madeOnce('a map', make(lost))).rejects.toThrow('No answer');
  expect(await madeOnce('another map', make(made))).toBe('made');
  expect(await madeOnce('a map', make(made))).toBe('made');
  await expect(madeOnce('a map', make(refused))).rejects.toThrow(GromaError);
  expect(await Promise.all([madeOnce('a map', make(made)), madeOnce('a map', make(made))])).toEqual(['made', 'made']);
  const [first, again, other, once, ...others] = keys;
  expect([again, once]).toEqual([first, first]);
  expect(new Set([first, other, ...others]).size).toBe(5);
});
