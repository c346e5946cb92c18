import type { StoryStep } from '@groma/model';

/** The step so many places on, the first or last where there is none; of an id that is not there, the first. */
export function stepFrom(steps: readonly StoryStep[], id: string, by: number): StoryStep | undefined {
  const at = Math.max(
    0,
    steps.findIndex((step) => step.id === id),
  );
  return steps[Math.min(steps.length - 1, Math.max(0, at + by))];
}

/** Where the line lies that a step has to reach to be the one that is read, as a part of the column's height. */
const readingLine = 0.4;

/**
 * Which of several blocks is read in a column of this height: the last that has reached the line. `tops` are pixels
 * below the top of the column, in order.
 */
export function readBlock(tops: readonly number[], height: number): number {
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= height * readingLine),
  );
}
