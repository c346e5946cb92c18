import { expect, test } from 'vitest';
import { downloadRequestSchema, visualizationRequestSchema } from './download-request.ts';

const asked = {
  startDate: '2025-06-01',
  endDate: '2025-06-30',
  downloadType: 'processed',
  datasetId: 'sentinel-2-l2a',
  fileNamePrefix: 'june',
  scale: 10,
  maxImages: 20,
  maxCloudCover: 30,
  bands: ['B04', 'B08'],
  bandScales: [10, 10],
  clipGeometryId: 'area',
};

/** Messages by field of what is refused. */
function faults(changes: Record<string, unknown>): Record<string, string> {
  const { error } = downloadRequestSchema.safeParse({ ...asked, ...changes });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

test('[SAT-015, SAT-016, SAT-017, SAT-018, SAT-019, SAT-020, SAT-021, SAT-022, SAT-023] a request has these fields, of which some may be left out', () => {
  expect(downloadRequestSchema.parse(asked)).toEqual({ ...asked, useQAMask: false });
  const whole = {
    ...asked,
    downloadType: 'raw',
    description: 'Fields in June',
    mathematicalOperation: '(B08 - B04) / (B08 + B04)',
    bit: 10,
    QA_band: 'QA60',
    bitValue: 1,
    useQAMask: true,
    clipGeometry: { type: 'FeatureCollection', features: [] },
  };
  for (const compositeMethod of ['median', 'mean', 'mode', 'min', 'max', 'mosaic'])
    expect(downloadRequestSchema.parse({ ...whole, compositeMethod })).toEqual({ ...whole, compositeMethod });
  expect(faults({ compositeMethod: 'sum', downloadType: 'both' })).toMatchObject({
    compositeMethod: expect.any(String),
    downloadType: expect.any(String),
  });
});

test('[SAT-024] a date is a day that there is, as yyyy-mm-dd', () => {
  for (const wrong of ['', '1.6.2025', '2025-6-1', '2025-13-01', '2025-02-30', undefined])
    expect(faults({ startDate: wrong, endDate: wrong })).toEqual({
      startDate: 'Use format yyyy-mm-dd',
      endDate: 'Use format yyyy-mm-dd',
    });
  expect(faults({ startDate: '2024-02-29' })).toEqual({});
});

test('[SAT-025, SAT-026, SAT-038] bands, a data set and an area are needed', () => {
  for (const bands of [[], undefined]) expect(faults({ bands })).toEqual({ bands: 'Please select at least one band' });
  for (const datasetId of ['', undefined])
    expect(faults({ datasetId })).toEqual({ datasetId: 'Dataset ID is required' });
  for (const clipGeometryId of ['', undefined])
    expect(faults({ clipGeometryId })).toEqual({ clipGeometryId: 'select an AOI from map' });
});

test('[SAT-027, SAT-028, SAT-029, SAT-030, SAT-031, SAT-032] 1 to 50 images, as a number or a text', () => {
  const said: readonly [unknown, string | undefined][] = [
    [1, undefined],
    [50, undefined],
    ['1', undefined],
    ['50', undefined],
    [0, 'Must be 1 or greater'],
    [51, 'Must be 50 or less'],
    ['', 'Maximum images is required'],
    [' ', 'Maximum images is required'],
    ['many', 'Must be a valid number'],
    ['2.5', 'Must be a valid number'],
    ['0', 'Must be between 0 and 50'],
    ['51', 'Must be between 0 and 50'],
  ];
  for (const [maxImages, message] of said)
    expect([maxImages, faults({ maxImages }).maxImages]).toEqual([maxImages, message]);
  expect(downloadRequestSchema.parse({ ...asked, maxImages: '7' }).maxImages).toBe(7);
});

test('[SAT-033, SAT-034, SAT-035, SAT-036, SAT-037] a cloud cover of 0 to 100, as a number or a text', () => {
  const said: readonly [unknown, string | undefined][] = [
    [0, undefined],
    [100, undefined],
    ['0', undefined],
    ['100', undefined],
    ['12.5', undefined],
    [-1, 'Must be 0 or greater'],
    [101, 'Must be 100 or less'],
    ['', 'Maximum cloud coverage is required'],
    ['-1', 'Must be between 0 and 100'],
    ['101', 'Must be between 0 and 100'],
    ['x', 'Must be a valid number'],
  ];
  for (const [maxCloudCover, message] of said)
    expect([maxCloudCover, faults({ maxCloudCover }).maxCloudCover]).toEqual([maxCloudCover, message]);
});

test('[SAT-039] what is to be seen has dates and bands, and may have an area, a band and statistics', () => {
  const { startDate, endDate, bands } = asked;
  expect(visualizationRequestSchema.parse({ startDate, endDate, bands })).toEqual({ startDate, endDate, bands });
  const more = { clipGeometryId: 'area', compositeBand: 'NDVI', currentStats: 'percentile' };
  expect(visualizationRequestSchema.parse({ startDate, endDate, bands, ...more })).toMatchObject(more);
  expect(visualizationRequestSchema.safeParse({ startDate, endDate, bands: [] }).error?.issues[0]?.message).toBe(
    'Please select at least one band',
  );
});
