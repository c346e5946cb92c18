import type { Dataset } from '@groma/model';
import { expect, test } from 'vitest';
import { firstBands, indicesOf, orderFaults, orderOf, pictureOf, type OrderFields } from './order-wish.ts';

const entry = {
  id: 'optical',
  name: 'Optical',
  scale: 10,
  bands: [
    { name: 'B02', role: 'blue' },
    { name: 'B03', role: 'green' },
    { name: 'B04', role: 'red' },
    { name: 'B08', role: 'nir' },
    { name: 'QA', scale: 60 },
  ],
} as unknown as Dataset;
const fields: OrderFields = {
  from: '2025-06-01',
  to: '2025-06-30',
  kind: 'processed',
  prefix: 'june',
  description: '',
  scale: 10,
  mostImages: '10',
  mostCloud: '30',
  bands: ['B04', 'QA'],
  method: 'median',
  maths: 'none',
  formula: '',
  mask: 'none',
  qaBand: 'QA',
  bit: 10,
  bitValue: 0,
};
const area = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 50],
    ],
  ],
};
const place = { sourceId: 'own', collection: null, area, areaId: 'visible' };

test('[SAT-015, SAT-019, SAT-023] an order has what the form says, with the pixel sizes of its bands', () => {
  expect(orderOf(entry, fields, place)).toEqual({
    startDate: '2025-06-01',
    endDate: '2025-06-30',
    downloadType: 'processed',
    datasetId: 'optical',
    fileNamePrefix: 'june',
    scale: 10,
    maxImages: '10',
    maxCloudCover: '30',
    bands: ['B04', 'QA'],
    bandScales: [10, 60],
    compositeMethod: 'median',
    clipGeometry: { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: area }] },
    clipGeometryId: 'visible',
    source_id: 'own',
  });
  expect(orderOf(entry, { ...fields, kind: 'raw', description: ' For June ' }, place)).not.toHaveProperty(
    'compositeMethod',
  );
  expect(orderFaults(orderOf(entry, fields, place))).toEqual({});
});

test('[SAT-020, SAT-021] maths and masks are sent where they are chosen', () => {
  const asked = orderOf(entry, { ...fields, maths: 'NDVI', mask: 'bit' }, place);
  expect(asked).toMatchObject({ mathematicalOperation: 'NDVI', useQAMask: true, QA_band: 'QA', bit: 10, bitValue: 0 });
  const own = orderOf(entry, { ...fields, maths: 'formula', formula: ' B04 * 2 ', mask: 'own' }, place);
  expect([own.mathematicalOperation, own.useQAMask, own.QA_band]).toEqual(['B04 * 2', true, undefined]);
  expect(pictureOf({ ...fields, maths: 'NDVI' }, place)).toMatchObject({ compositeBand: 'NDVI', maxCloudCover: 30 });
});

test('[SAT-024, SAT-025, SAT-029, SAT-031, SAT-036, SAT-038] each field says what is wrong with it', () => {
  const wrong = { ...fields, from: '', bands: [], mostImages: '', mostCloud: '101' };
  expect(orderFaults(orderOf(entry, wrong, { ...place, area: null }))).toEqual({
    startDate: 'Use format yyyy-mm-dd',
    bands: 'Please select at least one band',
    maxImages: 'Maximum images is required',
    maxCloudCover: 'Must be between 0 and 100',
    clipGeometryId: 'select an AOI from map',
  });
  expect(orderFaults(orderOf(entry, { ...fields, mostImages: '51' }, place))).toEqual({
    maxImages: 'Must be between 0 and 50',
  });
});

test('[SAT-006] natural colours and the indices that the bands allow are offered', () => {
  expect(firstBands(entry)).toEqual(['B04', 'B03', 'B02']);
  expect(indicesOf(entry)).toEqual(expect.arrayContaining(['NDVI', 'EVI', 'NDWI']));
  expect(indicesOf(entry)).not.toContain('NBR');
});
