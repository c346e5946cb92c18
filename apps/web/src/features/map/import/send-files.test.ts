import { expect, test } from 'vitest';
import { temporaryPaths } from './send-files.ts';

test('[FIL-076] the files of one import lie together in a folder of their own, so that those of two never clash', () => {
  const files = [new File([], 'roads.shp'), new File([], 'roads.dbf')];
  const [one, other] = [temporaryPaths(files), temporaryPaths(files)];
  expect(one.map(({ path }) => path.split('/').at(-1))).toEqual(['roads.shp', 'roads.dbf']);
  const folders = [one, other].map((sent) => new Set(sent.map(({ path }) => path.slice(0, path.lastIndexOf('/')))));
  expect(folders.map(({ size }) => size)).toEqual([1, 1]);
  expect([...folders[0] ?? []]).not.toEqual([...folders[1] ?? []]);
});
