import { expect, test } from 'vitest';
import { alphaOf, parseHex, withAlpha } from './color-value.ts';

test('[VEC-003] a colour is taken by its letters, short or long, with or without opacity', () => {
  expect(['#34489D', '34489d80', 'abc', '#abcd', '#12345', 'red', ''].map(parseHex)).toEqual([
    '#34489d',
    '#34489d80',
    '#aabbcc',
    '#aabbccdd',
    null,
    null,
    null,
  ]);
});

test('[RAS-034] an opacity of 0 to 100 percent is one of 0 to 255', () => {
  expect([0, 0.5, 1].map((alpha) => withAlpha('#34489d', alpha))).toEqual(['#34489d00', '#34489d80', '#34489d']);
  expect([alphaOf('#34489d'), alphaOf('#34489dff'), alphaOf('#34489d00')]).toEqual([1, 1, 0]);
});
