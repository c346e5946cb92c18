import { expect, test } from 'vitest';
import { spreadPalette } from './spread-palette.ts';

const palette = {
  kind: 'steps' as const,
  stops: [
    { value: 200, color: '#000000' },
    { value: 300, color: '#808080' },
    { value: 600, color: '#ffffff' },
  ],
};

test('[RAS-038] own colours go over to other values with the same shares, also where all values are one', () => {
  expect(spreadPalette(palette, [-1, 1])).toEqual({
    kind: 'steps',
    stops: [
      { value: -1, color: '#000000' },
      { value: -0.5, color: '#808080' },
      { value: 1, color: '#ffffff' },
    ],
  });
  expect(spreadPalette(palette, [7, 7]).stops.map(({ value }) => value)).toEqual([7, 7.25, 8]);
});
