import { completeVectorStyle } from '@groma/model';
import { expect, test } from 'vitest';
import { pastedStyle } from './pasted-style.ts';

test('[VEC-078] a pasted style brings no filter of the layer that it was copied from', () => {
  const style = completeVectorStyle({ lineWidth: 7, filter: [{ column: 'n', operator: 'isNull' }] });
  const pasted = pastedStyle(style, ['n']);
  expect([pasted.lineWidth, 'filter' in pasted]).toEqual([7, false]);
});

test('[VEC-090] a pasted style sizes points by a column only where the layer has it', () => {
  const pointSize = { column: 'people', mostValue: 9, leastRadius: 2, mostRadius: 20 };
  const style = completeVectorStyle({ pointSize });
  expect(pastedStyle(style, ['people']).pointSize).toEqual(pointSize);
  expect(pastedStyle(style, ['n']).pointSize).toBeNull();
});
