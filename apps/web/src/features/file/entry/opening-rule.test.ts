import { expect, test } from 'vitest';
import { t } from '../../../platform/text.ts';
import { openingOf, previewOf } from './opening-rule.ts';
import { fileViewers } from '../viewer/viewer-table.ts';

const megabyte = 1024 * 1024;

test('[FIL-032] a file of unknown size does not open', () => {
  expect(openingOf({ path: '/data/a.txt', bytes: null })).toMatchObject({ refusal: 'file.sizeUnknown' });
});

test('[FIL-033] [FIL-034] a file over 100 MB that is needed whole does not open; one of 100 MB does, and so does what comes by windows', () => {
  expect(openingOf({ path: '/data/a.png', bytes: 100 * megabyte + 1 })).toMatchObject({
    refusal: 'file.tooLargeToOpen',
  });
  expect(openingOf({ path: '/data/a.pdf', bytes: 100 * megabyte + 1 })).toMatchObject({
    refusal: 'file.tooLargeToOpen',
  });
  expect(openingOf({ path: '/data/a.exe', bytes: 100 * megabyte + 1 })).toMatchObject({
    refusal: 'file.tooLargeToOpen',
  });
  expect(openingOf({ path: '/data/a.png', bytes: 100 * megabyte })).toEqual({ opens: 'file-image' });
  expect(openingOf({ path: '/data/a.log', bytes: 1024 * megabyte })).toEqual({ opens: 'file-large' });
  expect(openingOf({ path: '/data/a.csv', bytes: 1024 * megabyte })).toEqual({ opens: 'file-csv' });
  expect(openingOf({ path: '/data/a.tif', bytes: 1024 * megabyte })).toEqual({ opens: 'file-geodata' });
  expect(t('file.tooLargeToOpen')).toBe('File size > 100 MB is not supported for viewing');
});

test('[FIL-035] text over 20 MB opens view-only, smaller in the editor', () => {
  expect(openingOf({ path: '/data/a.py', bytes: 20 * megabyte })).toEqual({ opens: 'file-text' });
  expect(openingOf({ path: '/data/a.py', bytes: 20 * megabyte + 1 })).toEqual({ opens: 'file-large' });
  expect(openingOf({ path: '/data/a.json', bytes: 20 * megabyte + 1 })).toEqual({ opens: 'file-large' });
  expect(openingOf({ path: '/data/empty.TXT', bytes: 0 })).toEqual({ opens: 'file-text' });
});

test('[FIL-036] [FIL-037] [FIL-039] an unsupported type says so, and geodata adds the hint about maps', () => {
  expect(openingOf({ path: '/data/a.exe', bytes: 1 })).toEqual({
    refusal: 'file.unsupported',
    values: { name: '.exe' },
  });
  expect(openingOf({ path: '/data/LICENSE', bytes: 1 })).toEqual({
    refusal: 'file.unsupported',
    values: { name: 'LICENSE' },
  });
  expect(openingOf({ path: '/data/a.SHX', bytes: 1 })).toEqual({
    refusal: 'file.unsupportedGeodata',
    values: { name: '.shx' },
  });
  expect(t('file.unsupported', { name: '.exe' })).toBe('File type .exe is not supported for viewing/editing');
  expect(t('file.unsupportedGeodata', { name: '.shx' })).toBe(
    'File type .shx is not supported for viewing/editing. Drag it into a map to see it there.',
  );
});

test('[FIL-038] csv, image, pdf, notebooks and geodata have viewers of their own', () => {
  const opens = (name: string) => openingOf({ path: `/data/${name}`, bytes: 1 });
  expect(
    ['t.csv', 't.jpeg', 't.pdf', 't.ipynb', 't.GPKG', 't.tiff', 't.zip', 't.xlsx', 't.osm.pbf'].map(opens),
  ).toEqual(
    [
      'file-csv',
      'file-image',
      'file-pdf',
      'file-notebook',
      'file-geodata',
      'file-geodata',
      'file-geodata',
      'file-geodata',
      'file-geodata',
    ].map((kind) => ({ opens: kind })),
  );
});

test('[FIL-038] text that means something else can be shown as that, by a viewer that is there', () => {
  expect(['a.md', 'a.geojson', 'a.svg', 'a.kml', 'a.py'].map(previewOf)).toEqual([
    'file-markdown',
    'file-json',
    'file-image',
    'file-geodata',
    undefined,
  ]);
  expect(['a.md', 'a.json', 'a.svg', 'a.ipynb', 'a.kml'].every((path) => (previewOf(path) ?? '') in fileViewers)).toBe(
    true,
  );
});

test('[FIL-095] clouds, models and tilesets open as scenes, also where they are text', () => {
  const opens = (name: string, bytes = 1) => openingOf({ path: `/data/${name}`, bytes });
  for (const name of [
    'a.las',
    'a.LAZ',
    'a.xyz',
    'a.ply',
    'a.pnts',
    'a.glb',
    'a.gltf',
    'a.b3dm',
    'a.obj',
    'town/tileset.json',
  ])
    expect(opens(name), name).toEqual({ opens: 'file-scene' });
  expect(opens('a.glb', 101 * megabyte)).toMatchObject({ refusal: 'file.tooLargeToOpen' });
  expect(opens('a.laz', 1024 * megabyte)).toEqual({ opens: 'file-scene' });
  expect(opens('other-tileset.json')).toEqual({ opens: 'file-text' });
  expect(['a.gltf', 'town/tileset.json'].map(previewOf)).toEqual(['file-scene', 'file-scene']);
});
