import { expect, test } from 'vitest';
import { featureDifferences } from './feature-differences.ts';

const point = (x: number, properties: Record<string, string | number | null>) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [x, 0] },
  properties,
});

test('[AIA-103] of features the values that change are told, and whether the shape does', () => {
  expect(
    featureDifferences(
      [point(1, { groma_fid: 1, name: 'Aar', length: 2 }), point(2, { groma_fid: 2, name: 'Inn', length: null })],
      [point(9, { groma_fid: 1, name: 'Aare', length: 2 }), point(3, { name: 'Reuss' })],
    ),
  ).toEqual([
    { what: 'changed', fid: 1, values: [{ column: 'name', before: 'Aar', after: 'Aare' }], isShapeChanged: true },
    { what: 'deleted', fid: 2, values: [{ column: 'name', before: 'Inn', after: undefined }], isShapeChanged: false },
    {
      what: 'added',
      fid: null,
      values: [{ column: 'name', before: undefined, after: 'Reuss' }],
      isShapeChanged: false,
    },
  ]);
});
