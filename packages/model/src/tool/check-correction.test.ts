import { expect, it } from 'vitest';
import { errorCatalogue } from '../error/catalogue.ts';
import { checkCorrection } from './check-correction.ts';
import { checkInputs } from './check-inputs.ts';
import { parameterSchema, type ToolParameters } from './parameter-schema.ts';
import { toolTexts } from './tool-texts.ts';
import { findTool, TOOLS } from './tools.ts';

const noon = Date.UTC(2026, 5, 15, 12);
const defaults = (id: string): ToolParameters => parameterSchema(findTool(id)!).parse({});
const saidOf = (id: string, more: ToolParameters): string | null => {
  const code = checkCorrection(id, { ...defaults(id), ...more }, noon);
  return code && errorCatalogue[code].message;
};

it('[GEO-013] custom processing holds the six tools of the specification', () => {
  expect(TOOLS.filter(({ category }) => category === 'custom').map(({ id }) => id)).toEqual([
    'acolite-sentinel2',
    'acolite-jilin',
    '6s-sentinel2',
    '6s-jilin',
    'vm0047_eligibility',
    'pansharpening',
  ]);
  expect(toolTexts().get('category.custom')).toBe('Custom Processing');
});

it('[PRC-025, PRC-026, PRC-027] they have the defaults of the specification', () => {
  for (const id of ['acolite-sentinel2', '6s-sentinel2'])
    expect(defaults(id)).toMatchObject({ start_date: '04-01-2021', end_date: '03-02-2021' });
  expect(defaults('vm0047_eligibility')).toMatchObject({ project_start_year: 2019 });
  expect(defaults('pansharpening')).toMatchObject({
    band_order: 'BGRN',
    window_size: 32,
    smooth_sigma: 1,
    r_weight: 0.3,
    g_weight: 0.35,
    b_weight: 0.35,
  });
});

it('[PRC-014, PRC-015] an end is a day after the start, and in no future anywhere on Earth', () => {
  const of = (start: string, end: string) => saidOf('6s-sentinel2', { start_date: start, end_date: end });
  const early = 'End date must be at least 1 day after start date';
  expect([of('04-01-2021', '05-01-2021'), of('04-01-2021', '04-01-2021'), of('05-01-2021', '04-01-2021')]).toEqual([
    null,
    early,
    early,
  ]);
  expect(of('04-01-2021', '')).toBe(early);
  // It is the 16th in Kiribati.
  expect([of('04-01-2021', '16-06-2026'), of('04-01-2021', '17-06-2026')]).toEqual([
    null,
    "End date cannot be after today's date",
  ]);
});

it('[PRC-016] a source folder begins with /data/ and ends with /', () => {
  const of = (folder: string) => saidOf('acolite-jilin', { source_folder_path: folder });
  expect([of('/data/a/'), of('/data/')]).toEqual([null, null]);
  for (const wrong of ['', '/data/a', 'data/a/', '/other/a/'])
    expect(of(wrong)).toBe('Source folder path is required and must start with /data/ and end with /');
});

it('[PRC-021, PRC-023, PRC-024] weights make up 1 together, and one of them may be 0', () => {
  const images = { multiband_source_path: '/data/a.TIFF', pan_source_path: 'image:map/layer' };
  const of = (r: number, g: number, b: number) =>
    saidOf('pansharpening', { ...images, r_weight: r, g_weight: g, b_weight: b });
  expect([of(0.3, 0.35, 0.35), of(0, 0.5, 0.5), of(0.1 + 0.2, 0.7, 0)]).toEqual([null, null, null]);
  const wrong = 'R, G, and B weights must be positive numbers and sum to 1';
  expect([of(0, 0, 0), of(-0.5, 1, 0.5), of(0.3, 0.3, 0.3), of(NaN, 0.5, 0.5)]).toEqual(Array(4).fill(wrong));
  expect(saidOf('pansharpening', { ...images, window_size: 64 })).toBeNull();
  expect(saidOf('pansharpening', { ...images, window_size: 48 })).toBe('Window size must be a multiple of 32');
});

it('[PRC-037] forms say it as any input that is missing', () => {
  const sharpen = findTool('pansharpening')!;
  expect(checkInputs(sharpen, {}, defaults('pansharpening'))).toEqual({ code: 'PANSHARPEN_NEEDS_PATHS', details: {} });
  const images = { multiband_source_path: 'image:/data/a.tif', pan_source_path: 'image:/data/b.tif' };
  expect(checkInputs(sharpen, {}, { ...defaults('pansharpening'), ...images })).toBeNull();
  const polygons = { features: { point: 0, line: 0, polygon: 2, none: 0 } };
  const days = { ...defaults('6s-sentinel2'), end_date: '01-01-2021' };
  expect(checkInputs(findTool('6s-sentinel2')!, polygons, days)).toMatchObject({ code: 'TOOL_END_TOO_EARLY' });
  expect(checkInputs(findTool('6s-sentinel2')!, {}, days)).toMatchObject({ code: 'TOOL_NEEDS_FEATURES' });
});
