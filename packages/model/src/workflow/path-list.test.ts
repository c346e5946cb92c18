import { expect, test } from 'vitest';
import { pathProblems, splitExcludedPaths, splitIncludedPaths, withPaths } from './path-list.ts';
import { englishText } from './workflow-texts.ts';

const said = (...args: Parameters<typeof pathProblems>) => pathProblems(...args).map(englishText);
const problems = (...paths: string[]) => said(paths, 'any', null);

test('[WFL-117, WFL-118] included paths are parted at commas, excluded ones at ends of lines too', () => {
  expect(splitIncludedPaths(' /data/a.tif,, /data/b.tif ,')).toEqual(['/data/a.tif', '/data/b.tif']);
  expect(splitExcludedPaths('/data/a.tif\n/data/b.tif, /data/c.tif\n\n')).toEqual([
    '/data/a.tif',
    '/data/b.tif',
    '/data/c.tif',
  ]);
});

test('[WFL-073] dropped paths are appended once', () => {
  expect(withPaths('', ['/data/a.tif'])).toBe('/data/a.tif');
  expect(withPaths('/data/a.tif, /data/b.tif', ['/data/b.tif', '/data/c.tif', '/data/c.tif'])).toBe(
    '/data/a.tif, /data/b.tif, /data/c.tif',
  );
});

test('[WFL-102, WFL-103, WFL-109, WFL-110] a path is not empty and starts with /data/; the message says which', () => {
  expect(problems('/data/a.tif', '', 'a.tif')).toEqual([
    'Path 2: The path is empty',
    'Path 3: The path must start with /data/',
  ]);
});

test('[WFL-104] a folder has a name after /data/', () => {
  expect(problems('/data/')).toEqual(['Path 1: A folder needs a name after /data/']);
  expect(problems('/data/scenes/', '/data/a/b/')).toEqual([]);
  expect(problems('/data/a//b/')).toEqual(['Path 1: The path has consecutive slashes']);
});

test('[WFL-105, WFL-107] one * in the last part, with an extension', () => {
  expect(problems('/data/a/*.tif', '/data/S2*.jp2')).toEqual([]);
  const [many, inFolder, without, atEnd] = problems('/data/*a*.tif', '/data/*/a.tif', '/data/*', '/data/a.*');
  expect([many, inFolder].map((text) => text!.slice(8))).toEqual([
    'Only one * is allowed, in the last part of the path',
    'Only one * is allowed, in the last part of the path',
  ]);
  expect([without, atEnd].map((text) => text!.slice(8))).toEqual([
    'A pattern must specify an extension, such as *.tif',
    'A pattern must specify an extension, such as *.tif',
  ]);
});

test('[WFL-106] a file name has an extension', () => {
  expect(problems('/data/readme', '/data/a.')).toEqual([
    'Path 1: The file name needs an extension',
    'Path 2: The file name needs an extension',
  ]);
});

test('[WFL-098, WFL-100, WFL-108] extensions are those of the format, or of the kind without one', () => {
  expect(said(['/data/a.TIFF', '/data/b.png'], 'raster', 'cog')).toEqual([
    'Path 2: Invalid file extension for COG. Expected: .tif, .tiff',
  ]);
  expect(said(['/data/b.png'], 'vector-style', null)).toEqual([
    'Path 1: Invalid file extension for Vector Style. Expected: .sld, .qml, .lyrx',
  ]);
  expect(said(['/data/x.anything'], 'any', null)).toEqual([]);
});

test('[WFL-099] a file of 3D Tiles has tileset in its name', () => {
  expect(said(['/data/tileset.json', '/data/City-Tileset.json'], 'tiled-3d', '3dtiles')).toEqual([]);
  expect(said(['/data/city.json'], 'tiled-3d', '3dtiles')).toEqual([
    'Path 1: Tileset file name must contain "tileset"',
  ]);
});
