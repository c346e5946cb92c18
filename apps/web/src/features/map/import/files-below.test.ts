import { expect, test } from 'vitest';
import { draggedEntries, geodataOf } from './files-below.ts';

test('[MAP-079] [FIL-011] of a folder geodata is taken with its companions, each from its own folder', () => {
  const paths = [
    '/data/a/roads.shp',
    '/data/a/roads.dbf',
    '/data/b/roads.shx',
    '/data/a/notes.txt',
    '/data/b/deep/towns.GPKG',
    '/data/b/roads.prj',
  ];
  expect(geodataOf(paths)).toEqual(['/data/a/roads.shp', '/data/a/roads.dbf', '/data/b/deep/towns.GPKG']);
});

test('[MAP-079] a drag of files and folders is read, and what is none is left out', () => {
  expect(draggedEntries([{ path: '/data/a', isDir: true }, { path: '/data/b.csv' }, 7, { path: 1 }, null])).toEqual([
    { path: '/data/a', isDir: true },
    { path: '/data/b.csv', isDir: false },
  ]);
  expect(draggedEntries({ path: '/data/c.csv', isDir: false })).toEqual([{ path: '/data/c.csv', isDir: false }]);
});
