import type { Symbology } from '@groma/model';
import { expect, it } from 'vitest';
import { otherClass } from '../layer/classing.ts';
import { presentClasses } from './present-classes.ts';

function graduated(breaks: number[]): Symbology {
  const colors = breaks.slice(1).map((_, index) => [index, 0, 0] as const);
  const look = { method: 'quantile', colorMap: 'ylgnbu', isReversed: false, other: null } as const;
  return { kind: 'graduated', column: 'depth', breaks, colors, ...look };
}

it('[MAP-155] which classes features have is known once all of them are classed by what is shown', () => {
  const symbology = graduated([0, 1, 2]);
  const loaded = {
    load: { status: 'ready' },
    count: 4,
    classes: {
      a: { classes: Uint8Array.from([0, 0]), signs: null },
      b: { classes: Uint8Array.from([0, otherClass]), signs: null },
    },
    classedBy: { column: 'depth', breaks: [0, 1, 2] },
  } as const;
  expect(presentClasses(loaded, symbology)).toEqual(new Set([0, otherClass]));
  expect(presentClasses({ ...loaded, count: 5 }, symbology)).toBeNull();
  expect(presentClasses(loaded, graduated([0, 1, 3]))).toBeNull();
  expect(presentClasses({ ...loaded, load: { status: 'loading', percent: 5 } }, symbology)).toBeNull();
  expect(presentClasses(undefined, symbology)).toBeNull();
});
