import { describe, expect, it } from 'vitest';
import { indexAt, offsetOf } from './row-window.ts';

const tall = [
  { index: 2, extra: 12 },
  { index: 5, extra: 30 },
];

describe('places of rows', () => {
  it('stand at 28 px each, lower below rows that are higher', () => {
    expect([0, 2, 3, 5, 6].map((index) => offsetOf(index, tall))).toEqual([0, 56, 96, 152, 210]);
  });

  it('are found again from every pixel of them', () => {
    for (let index = 0; index < 10; index += 1) {
      const top = offsetOf(index, tall);
      const bottom = offsetOf(index + 1, tall) - 1;
      expect([indexAt(top, 10, tall), indexAt(bottom, 10, tall)]).toEqual([index, index]);
    }
  });

  it('end at the first and the last row', () => {
    expect([indexAt(-40, 10, tall), indexAt(1_000_000, 10, tall), indexAt(5, 0, [])]).toEqual([0, 9, 0]);
  });
});
