import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.mjs';

test('works on so many at a time, and answers in the order of the list', async () => {
  const ends = [];
  const running = sideBySide(['a', 'b', 'c'], 2, (item) => {
    const { promise, resolve } = Promise.withResolvers();
    ends.push([item, () => resolve(item.toUpperCase())]);
    return promise;
  });
  const begun = () => ends.map(([item]) => item).join('');
  expect(begun()).toBe('ab');
  ends[1][1]();
  await expect.poll(begun).toBe('abc');
  ends[2][1]();
  ends[0][1]();
  expect(await running).toEqual(['A', 'B', 'C']);
});
