import { expect, test } from 'vitest';
import { completeRasterStyle, type BandRole } from '@groma/model';
import type { SceneAsset } from '@groma/protocol';
import { sceneStyle } from './add-scene.ts';
import { scenePictures } from './scene-pictures.ts';

function asset(key: string, role: BandRole | null, more: Partial<SceneAsset> = {}): SceneAsset {
  return {
    key,
    title: key,
    address: `https://a.example/${key}.tif`,
    media_type: 'image/tiff; application=geotiff',
    roles: ['data'],
    bands: [{ name: key, common_name: role, role, wavelength: null }],
    epsg: null,
    gsd: null,
    factor: null,
    offset: null,
    nodata: null,
    is_drawn: true,
    ...more,
  };
}
const of = (...assets: SceneAsset[]) =>
  scenePictures({
    id: 's',
    collection: null,
    time: null,
    ends: null,
    footprint: null,
    box: null,
    cloud_cover: null,
    platform: null,
    thumbnail: null,
    assets,
  });

test('[SAT-059] bands in files of their own are shown in natural colours, in infrared, all together, or alone', () => {
  const pictures = of(asset('B08', 'nir'), asset('B04', 'red'), asset('B03', 'green'), asset('B02', 'blue'));
  expect(pictures.map(({ id }) => id).filter((id) => !id.startsWith('index'))).toEqual([
    'colour',
    'infrared',
    'bands',
    'file B08',
    'file B04',
    'file B03',
    'file B02',
  ]);
  expect(pictures[0]).toMatchObject({
    url: 'https://a.example/B04.tif\nhttps://a.example/B03.tif\nhttps://a.example/B02.tif',
    roles: { red: 1, green: 2, blue: 3 },
  });
  expect(pictures[1]!.roles).toEqual({ nir: 1, red: 2, green: 3 });
  expect(pictures[2]!.roles).toEqual({ nir: 1, red: 2, green: 3, blue: 4 });
});

test('[SAT-059] a picture of the provider comes first, and what cannot be drawn is not offered', () => {
  const pictures = of(
    asset('B04', 'red'),
    asset('gone', 'green', { address: null, is_drawn: false }),
    asset('visual', null, { roles: ['visual'], title: 'True colour' }),
  );
  expect(pictures.map(({ id, kind }) => [id, kind])).toEqual([
    ['colour', 'colour'],
    ['file B04', 'file'],
    ['file visual', 'file'],
  ]);
  expect(of(asset('gone', 'red', { is_drawn: false }))).toEqual([]);
});

test('[SAT-059] the layer knows its day and roles, and leaves the brightest and darkest out', () => {
  const [picture] = of(asset('B04', 'red'), asset('B03', 'green'), asset('B02', 'blue'));
  const band = {
    min: 0,
    max: 60_000,
    mean: 0,
    std: 0,
    sum: 0,
    majority: 0,
    minority: 0,
    percentile_2: 200,
    percentile_98: 3_000,
  };
  const read = completeRasterStyle({
    bands: [1, 2, 3],
    dType: 'uint16',
    stats: { b1: band, b2: band, b3: band },
    ranges: [[0, 60_000]],
  });
  expect(sceneStyle(read, { time: '2025-06-01T10:00:00.000Z' }, picture!)).toMatchObject({
    bandRoles: { red: 1, green: 2, blue: 3 },
    displayMode: 'multi-channel',
    startDate: '2025-06-01',
    endDate: '2025-06-01',
    currentStatName: 'percentile',
    ranges: [
      [200, 3_000],
      [200, 3_000],
      [200, 3_000],
    ],
  });
  const bytes = completeRasterStyle({ ...read, dType: 'uint8' });
  expect(sceneStyle(bytes, { time: null }, picture!)).toMatchObject({ ranges: [[0, 60_000]], startDate: null });
});

test('[SAT-063] indices are worked out over reflectance, with the factor and offset that the files say', () => {
  const of12 = (more: Partial<SceneAsset>) =>
    of(asset('B04', 'red', more), asset('B08', 'nir', more)).filter(({ kind }) => kind === 'index');
  const ndvi = (more: Partial<SceneAsset>) => of12(more).find(({ title }) => title === 'NDVI')!;
  expect(of12({}).map(({ title }) => title)).toEqual(['NDVI', 'SAVI', 'MSAVI', 'BAI']);
  expect(ndvi({}).index).toEqual({ name: 'NDVI', expression: '(b2 - b1) / (b2 + b1)' });
  expect(ndvi({ factor: 0.0001, offset: 0 }).index!.expression).toBe(
    '((b2/10000) - (b1/10000)) / ((b2/10000) + (b1/10000))',
  );
  const landsat = ndvi({ factor: 0.0000275, offset: -0.2 });
  expect(landsat.index).toEqual({
    name: null,
    expression: '((b2*0.0000275-0.2) - (b1*0.0000275-0.2)) / ((b2*0.0000275-0.2) + (b1*0.0000275-0.2))',
  });
  expect(sceneStyle(completeRasterStyle({ dType: 'uint16' }), { time: null }, landsat, [0.1, 0.8])).toMatchObject({
    displayMode: 'single-channel',
    currentAlgebra: 'expression',
    bandsInExpression: [1, 2],
    bandRoles: { red: 1, nir: 2 },
    reflectanceScale: 36_364,
    ranges: [[0.1, 0.8]],
  });
});
