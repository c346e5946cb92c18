import { expect, test } from 'vitest';
import { readScene } from './read-scene.ts';

const reading = { base: 'https://a.example/catalog/item.json', collection: 'c', mark: (each: string) => each };
const item = (changes: object) => ({ type: 'Feature', id: 'one', properties: {}, assets: {}, ...changes });

test('[SAT-051] bands are read as STAC 1.0 and 1.1 have them, with what values mean', () => {
  const old = {
    href: './B04.tif',
    type: 'image/tiff; application=geotiff; profile=cloud-optimized',
    'eo:bands': [{ name: 'B04', common_name: 'red', center_wavelength: 0.665 }],
    'raster:bands': [{ nodata: 0, scale: 0.0001, offset: -0.1, spatial_resolution: 10 }],
    'proj:epsg': 32633,
  };
  const young = {
    href: './B04.tif',
    type: 'image/tiff; application=geotiff',
    bands: [{ name: 'B04', 'eo:common_name': 'red', 'eo:center_wavelength': 0.665 }],
    nodata: 0,
    'raster:scale': 0.0001,
    'raster:offset': -0.1,
    gsd: 10,
    'proj:code': 'EPSG:32633',
  };
  for (const asset of [old, young])
    expect(readScene(item({ assets: { red: asset } }), reading)!.assets).toEqual([
      {
        key: 'red',
        title: 'red',
        address: 'https://a.example/catalog/B04.tif',
        media_type: asset.type,
        roles: [],
        bands: [{ name: 'B04', common_name: 'red', role: 'red', wavelength: 665 }],
        epsg: 32633,
        gsd: 10,
        factor: 0.0001,
        offset: -0.1,
        nodata: 0,
        is_drawn: true,
      },
    ]);
});

test('[SAT-051] files that nobody can read from here have no address, and are not drawn', () => {
  const { assets } = readScene(
    item({
      assets: {
        a: { href: 's3://bucket/a.tif', type: 'image/tiff' },
        b: { href: 'b.nc' },
        c: { title: 'no file' },
        d: 5,
      },
    }),
    reading,
  )!;
  expect(assets.map(({ key, address, is_drawn }) => [key, address, is_drawn])).toEqual([
    ['a', null, false],
    ['b', 'https://a.example/catalog/b.nc', false],
    ['c', null, false],
  ]);
});

test('[SAT-063] an offset that has been taken off already is none', () => {
  const assets = { red: { href: 'r.tif', 'raster:bands': [{ scale: 0.0001, offset: -0.1 }] } };
  const offsetWith = (properties: object) => readScene(item({ properties, assets }), reading)!.assets[0]!.offset;
  expect([offsetWith({}), offsetWith({ 'earthsearch:boa_offset_applied': true })]).toEqual([-0.1, 0]);
});

test('[SAT-051] files of buckets that anyone may read have an address', () => {
  const { assets } = readScene(
    item({
      assets: { data: { href: 's3://copernicus-dem-30m/N46/dem.tif', type: 'image/tiff; application=geotiff' } },
    }),
    reading,
  )!;
  expect(assets[0]).toMatchObject({
    address: 'https://copernicus-dem-30m.s3.eu-central-1.amazonaws.com/N46/dem.tif',
    is_drawn: true,
  });
});

test('[SAT-052] fields of the wrong kind are as if they were not there', () => {
  const odd = item({
    geometry: 'x',
    bbox: [1, 2],
    collection: 5,
    properties: { datetime: 7, 'eo:cloud_cover': 'much' },
  });
  expect(readScene(odd, reading)).toEqual({
    id: 'one',
    collection: 'c',
    time: null,
    ends: null,
    footprint: null,
    box: null,
    cloud_cover: null,
    platform: null,
    thumbnail: null,
    assets: [],
  });
  for (const none of [null, [], { type: 'Feature' }, item({ id: 5 }), item({ assets: null })])
    expect(readScene(none, reading)).toBeNull();
});

test('[SAT-052] a scene without a time of its own has that of its beginning, one without a geometry its box', () => {
  const scene = readScene(
    item({
      geometry: null,
      bbox: [170, 0, -170, 10],
      properties: { datetime: null, start_datetime: '2025-06-01T00:00:00Z', end_datetime: '2025-06-16T00:00:00Z' },
    }),
    reading,
  )!;
  expect([scene.time, scene.ends]).toEqual(['2025-06-01T00:00:00.000Z', '2025-06-16T00:00:00.000Z']);
  expect(scene.footprint!.coordinates[0]!.map((position) => (position as number[])[0])).toEqual([
    170, 190, 190, 170, 170,
  ]);
});

test('[SAT-051] the thumbnail is a picture that says it is one', () => {
  const scene = readScene(
    item({
      assets: {
        overview: { href: 'o.png', type: 'image/png', roles: ['overview'] },
        small: { href: 't.jpg', type: 'image/jpeg', roles: ['thumbnail'] },
        thumbnail: { href: 't.tif', type: 'image/tiff' },
      },
    }),
    reading,
  )!;
  expect(scene.thumbnail).toBe('https://a.example/catalog/t.jpg');
});
