import { GromaError } from '@groma/model';
import { expect, test } from 'vitest';
import { withRetries } from './load-retry.ts';

/** A load that fails so many times before it succeeds, and how often it was asked. */
function failing(times: number, error: Error) {
  let asked = 0;
  return {
    load: async () => {
      asked += 1;
      if (asked <= times) throw error;
      return 'rows';
    },
    asked: () => asked,
  };
}

test('[DBS-076] a load is tried up to two times more when the connection was lost', async () => {
  for (const error of [
    new GromaError('DATABASE_CONNECTION_LOST'),
    new Error('Connection terminated unexpectedly'),
    new Error('connection closed'),
  ]) {
    const twice = failing(2, error);
    expect(await withRetries(twice.load, undefined, 0)).toBe('rows');
    expect(twice.asked()).toBe(3);
    const thrice = failing(3, error);
    await expect(withRetries(thrice.load, undefined, 0)).rejects.toBe(error);
    expect(thrice.asked()).toBe(3);
  }
});

test('[DBS-076] other failures are told at once', async () => {
  const missing = failing(1, new GromaError('TABLE_NOT_FOUND', { name: 'a' }));
  await expect(withRetries(missing.load, undefined, 0)).rejects.toThrow('There is no table');
  expect(missing.asked()).toBe(1);
});

test('[DBS-076] the wait before another attempt is a second', async () => {
  const once = failing(1, new Error('connection error'));
  const started = performance.now();
  await withRetries(once.load);
  expect(performance.now() - started).toBeGreaterThan(950);
});
