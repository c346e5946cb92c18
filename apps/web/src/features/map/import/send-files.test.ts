import { expect, test } from 'vitest';
import { numberedTogether, temporaryPaths } from './send-files.ts';

test('[FIL-076] the files of one import lie together in a folder of their own, so that those of two never clash', () => {
  const files = [new File([], 'roads.shp'), new File([], 'roads.dbf')];
  const [one, other] = [temporaryPaths(files), temporaryPaths(files)];
  expect(one.map(({ path }) => path.split('/').at(-1))).toEqual(['roads.shp', 'roads.dbf']);
  const folders = [one, other].map((sent) => new Set(sent.map(({ path }) => path.slice(0, path.lastIndexOf('/')))));
  expect(folders.map(({ size }) => size)).toEqual([1, 1]);
  expect([...(folders[0] ?? [])]).not.toEqual([...(folders[1] ?? [])]);
});

test('[FIL-011] companions are numbered with their main file, whatever their endings and case', () => {
  expect(numberedTogether(['plan.v1.png', 'Plan.v1.PGW', 'plan.v1.png.aux.xml'], 2)).toEqual([
    'plan.v1 2.png',
    'Plan.v1 2.PGW',
    'plan.v1 2.png.aux.xml',
  ]);
  expect(numberedTogether(['dem.tif'], 1)).toEqual(['dem.tif']);
});
