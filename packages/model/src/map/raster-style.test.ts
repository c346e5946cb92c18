import { describe, expect, it } from 'vitest';
import { GromaError } from '../error/groma-error.ts';
import { legendLadder, legendStep, legendValues } from './legend-steps.ts';
import { newRasterStyle } from './new-raster-style.ts';
import { stretchRange } from './raster-stretch.ts';
import { completeRasterStyle, rasterReach, rasterTileZoom, type CogProps } from './raster-style.ts';
import { rasterTileSize, rasterTileUrl, readRasterTileUrl } from './raster-tiles.ts';

const stats = { min: 1, max: 9, mean: 5, std: 1, sum: 50, majority: 5, minority: 1, percentile_2: 2, percentile_98: 8 };
const props = (bands: number, more: Partial<CogProps> = {}): CogProps => ({
  width: 100,
  height: 100,
  crs: 'x',
  nodata: null,
  bandNames: Array.from({ length: bands }, (_, band) => `b${band + 1}`),
  colorInterpretation: [],
  minZoom: 3,
  maxZoom: 12,
  overviews: [],
  hasPalette: false,
  ...more,
});
const made = (bands: number, more: Partial<CogProps> = {}) =>
  newRasterStyle({
    props: props(bands, more),
    bounds: [14, 45, 15, 46],
    dType: 'uint16',
    isCOG: true,
    stats: Object.fromEntries(Array.from({ length: bands }, (_, band) => [`b${band + 1}`, stats])),
  });

describe('a new raster', () => {
  it('[RAS-008] of three bands or more shows the first three, each from its least to its greatest value', () => {
    for (const bands of [3, 4])
      expect(made(bands)).toMatchObject({
        displayMode: 'multi-channel',
        bands: [1, 2, 3],
        ranges: [
          [1, 9],
          [1, 9],
          [1, 9],
        ],
        currentStatName: 'min-max',
        allPixelsInt: true,
      });
  });
  it('[RAS-008] shows the bands that are named red, green and blue as such, or that the file says are so', () => {
    const shown = (bandNames: string[], colorInterpretation: string[] = []) =>
      made(bandNames.length, { bandNames, colorInterpretation }).bands;
    expect(shown(['Blue', 'Green', 'Red', 'NIR'], ['red', 'green', 'blue', 'undefined'])).toEqual([3, 2, 1]);
    expect(shown(['B', 'G', 'R'])).toEqual([3, 2, 1]);
    expect(shown(['B02 (blue)', 'B03 (green)', 'B05 (red edge)', 'rededge_2', 'B04_red'])).toEqual([5, 2, 1]);
    expect(shown(['b1', 'b2', 'b3', 'b4'], ['undefined', 'blue', 'green', 'red'])).toEqual([4, 3, 2]);
    for (const names of [
      ['infrared', 'greenness', 'bluish'],
      ['red', 'green', 'other'],
      ['r', 'g', 'a'],
    ])
      expect(shown(names)).toEqual([1, 2, 3]);
  });
  it('[RAS-009] of fewer shows the first alone, one with a colour table in its own colours', () => {
    for (const bands of [1, 2])
      expect(made(bands)).toMatchObject({ displayMode: 'single-channel', bands: [1], ranges: [[1, 9]] });
    expect(made(1, { hasPalette: true })).toMatchObject({ ranges: [], colorMap: null });
  });
  it('[RAS-010] of none is refused', () => {
    expect(() => made(0)).toThrow(new GromaError('RASTER_NO_BANDS'));
    expect(new GromaError('RASTER_NO_BANDS').message).toBe('There is no band in the raster image!');
  });
  it('[RAS-002] knows its extent in metres, the size of its pixels and whether its values are whole', () => {
    const { extent, resolution } = made(1);
    expect(extent!.map(Math.round)).toEqual([1_558_473, 5_621_521, 1_669_792, 5_780_349]);
    expect(resolution).toBeCloseTo(932, -1);
    expect(
      newRasterStyle({
        props: props(1),
        bounds: null,
        dType: 'float32',
        isCOG: false,
        stats: { b1: { ...stats, min: 0.5 } },
      }),
    ).toMatchObject({ allPixelsInt: false, extent: null, resolution: null });
  });
});

describe('the address of tiles', () => {
  const source = { projectId: 'p', url: '/data/a b.tif' };
  const queryOf = (style: Parameters<typeof completeRasterStyle>[0]) =>
    new URLSearchParams(rasterTileUrl(source, completeRasterStyle(style)).split('?')[1]);
  it('[RAS-018] [RAS-019] is that of the tile service, with bands, ranges of two numbers, colours and algorithm', () => {
    expect(rasterTileUrl(source, completeRasterStyle({})).split('?')[0]).toBe(
      '/tiles/cog/tiles/WebMercatorQuad/{z}/{x}/{y}.png',
    );
    const many = queryOf({
      displayMode: 'multi-channel',
      bands: [4, 2, 1],
      ranges: [
        [0, 1],
        [0, 2],
        [0, 3],
      ],
      resampling: 'cubic',
      nodata: '-1',
    });
    expect([many.getAll('bidx'), many.getAll('rescale'), many.get('resampling'), many.get('nodata')]).toEqual([
      ['4', '2', '1'],
      ['0,1', '0,2', '0,3'],
      'cubic',
      '-1',
    ]);
    expect(queryOf({ colorMap: 'viridis', isReversed: true }).get('colormap_name')).toBe('viridis_r');
    expect(queryOf({ expression: 'b1/b2' }).get('expression')).toBe('b1/b2');
    const shaded = queryOf({ algorithm: 'hillshade', ranges: [[0, 1]] });
    expect([shaded.get('algorithm'), JSON.parse(shaded.get('algorithm_params')!), shaded.get('rescale')]).toEqual([
      'hillshade',
      { azimuth: 315, angle_altitude: 45, z_exaggeration: 1 },
      null,
    ]);
  });
  it('[RAS-038] carries own stops in place of the named map', () => {
    const stops = [
      { value: 10, color: '#000000' },
      { value: 20, color: '#ff0000' },
      { value: 50, color: '#ffffff' },
    ];
    const linear = queryOf({ colorMap: 'viridis', ranges: [[0, 1]], customPalette: { kind: 'linear', stops } });
    expect([linear.getAll('rescale'), JSON.parse(linear.get('colormap')!), linear.get('colormap_name')]).toEqual([
      ['10,50'],
      {
        stops: [
          [0, '#000000'],
          [0.25, '#ff0000'],
          [1, '#ffffff'],
        ],
      },
      null,
    ]);
    expect(JSON.parse(queryOf({ customPalette: { kind: 'steps', stops } }).get('colormap')!)).toEqual([
      [[10, 20], '#000000'],
      [[20, 50], '#ff0000'],
      [[50, 1e300], '#ffffff'],
    ]);
  });
  it('[RAS-001] says where the picture comes from, and nothing for another address', () => {
    expect(readRasterTileUrl(rasterTileUrl(source, completeRasterStyle({})))).toEqual(source);
    for (const other of [
      '',
      'https://x.example/{z}',
      '/tiles/cog/tiles/WebMercatorQuad/{z}/{x}/{y}.png?project_id=p',
      '/tiles/cog/tiles/WebMercatorQuad/{z}/{x}/{y}.png?url=a',
    ])
      expect(readRasterTileUrl(other)).toBeNull();
  });
});

it('[RAS-023] [RAS-024] tiles are 256 pixels wide, and of Earth Engine none is finer than zoom 19', () => {
  expect(rasterTileSize).toBe(256);
  expect([
    rasterTileZoom({ layerType: 'GEE', cogProps: null }),
    rasterTileZoom({ layerType: 'GCS', cogProps: props(1) }),
    rasterTileZoom({ layerType: 'GCS', cogProps: props(1, { maxZoom: 24 }) }),
  ]).toEqual([19, 13, 24]);
});

it('[RAS-027] the ends of the colours are found by least and greatest value, percentiles and standard deviations', () => {
  const how = { percentiles: [2, 98] as const, deviations: 2 };
  expect(stretchRange(stats, 'min-max', how)).toEqual([1, 9]);
  expect(stretchRange(stats, 'percentile', how)).toEqual([2, 8]);
  expect(stretchRange(stats, 'percentile', { ...how, percentiles: [5, 95] })).toBeNull();
  expect(stretchRange(stats, 'standard-deviation', how)).toEqual([3, 7]);
  expect(stretchRange(stats, 'standard-deviation', { ...how, deviations: 10 })).toEqual([1, 9]);
});

describe('a legend', () => {
  it('[RAS-035] [RAS-037] steps by 1, 2 or 5 of a decade from 0.00001 to 100,000', () => {
    expect(legendLadder).toHaveLength(31);
    expect([legendLadder[0], legendLadder[1], legendLadder[2], legendLadder.at(-1)]).toEqual([1e-5, 2e-5, 5e-5, 1e5]);
    expect([legendStep(0, 1), legendStep(0, 1.1), legendStep(0, 255), legendStep(-9000, 9000, 5)]).toEqual([
      0.01, 0.02, 5, 5000,
    ]);
    expect(legendValues(0.3, 2.1, 5)).toEqual([0.5, 1, 1.5, 2]);
    expect(legendValues(10, 0, 5)).toEqual([10, 8, 6, 4, 2, 0]);
  });
  it('[RAS-036] has about a hundred steps at most, whatever its range', () => {
    for (const [from, to] of [
      [0, 1e-9],
      [0, 0.00037],
      [-3, 1e6],
      [0, 1e12],
      [5, 5],
      [NaN, 1],
    ] as const)
      expect(legendValues(from, to).length, `${from} ${to}`).toBeLessThanOrEqual(101);
  });
});

it('[RAS-039] bounds that were kept before PROJ placed rasters cut no edge off', () => {
  expect(rasterReach({ bounds: [14, 45, 15, 46], cogProps: props(1, { accuracy: null }) })).toEqual([14, 45, 15, 46]);
  const [west, south, east, north] = rasterReach({ bounds: [14, 45, 15, 46], cogProps: props(1) })!;
  expect([14 - west, 45 - south, east - 15, north - 46].every((more) => more > 0.008 && more < 0.02)).toBe(true);
  expect(rasterReach({ bounds: null, cogProps: null })).toBe(null);
});

it('[RAS-043] a chosen system is asked for with every tile and value', () => {
  const style = completeRasterStyle({ assumedCrs: 'EPSG:27700' });
  expect(
    new URLSearchParams(rasterTileUrl({ projectId: 'p', url: 'https://example.org/a.tif' }, style).split('?')[1]).get(
      'assumed_crs',
    ),
  ).toBe('EPSG:27700');
});
