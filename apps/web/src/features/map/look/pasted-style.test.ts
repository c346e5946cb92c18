import { completeVectorStyle } from '@groma/model';
import { expect, test } from 'vitest';
import { pastedStyle } from './pasted-style.ts';

test('[VEC-078] a pasted style brings no filter of the layer that it was copied from', () => {
  const style = completeVectorStyle({ lineWidth: 7, filter: [{ column: 'n', operator: 'isNull' }] });
  const pasted = pastedStyle(style, ['n']);
  expect([pasted.lineWidth, 'filter' in pasted]).toEqual([7, false]);
});
