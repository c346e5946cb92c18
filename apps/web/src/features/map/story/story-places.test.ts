import type { StoryStep } from '@groma/model';
import { expect, test } from 'vitest';
import { readBlock, stepFrom } from './story-places.ts';

const steps = ['a', 'b', 'c'].map((id) => ({ id })) as unknown as StoryStep[];

test('[PUB-134] keys go on by steps and end at the first and the last', () => {
  const to = (id: string, by: number) => stepFrom(steps, id, by)?.id;
  expect([to('a', 1), to('c', 1), to('a', -1), to('c', -Infinity), to('a', Infinity)]).toEqual([
    'b',
    'c',
    'a',
    'a',
    'c',
  ]);
  expect([to('gone', 0), stepFrom([], 'a', 1)]).toEqual(['a', undefined]);
});

test('[PUB-134] the step that is read is the last that has come up to the line, the first before any has', () => {
  expect(readBlock([0, 650, 1300], 1000)).toBe(0);
  expect(readBlock([-251, 399, 1049], 1000)).toBe(1);
  expect(readBlock([-251, 401, 1051], 1000)).toBe(0);
  // A column at its end: the last step is as high as its least height.
  expect(readBlock([-950, -300, 350], 1000)).toBe(2);
  expect(readBlock([600], 1000)).toBe(0);
});
