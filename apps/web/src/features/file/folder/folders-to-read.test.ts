import { expect, test } from 'vitest';
import { foldersToRead } from './folders-to-read.ts';
import type { FolderWindow } from './folder-window.ts';

const windowOf = (...paths: string[]): FolderWindow => ({
  total: paths.length,
  version: '1',
  pages: new Map([
    [
      0,
      paths.map((path) => ({
        path,
        name: path.slice(path.lastIndexOf('/') + 1),
        isDir: true,
        bytes: null,
        size: null,
        lastModified: '',
      })),
    ],
  ]),
});
const windows = new Map([
  ['/data', windowOf('/data/old')],
  ['/data/old', windowOf()],
]);

test('a folder that is shown is read anew, and only that', () => {
  expect([...foldersToRead(['/data/old'], windows)]).toEqual(['/data/old']);
});

test('a folder that came with what is in it makes the folder above be read', () => {
  expect([...foldersToRead(['/data/survey'], windows)]).toEqual(['/data']);
  expect([...foldersToRead(['/data/survey/north/2026'], windows)]).toEqual(['/data']);
  expect([...foldersToRead(['/data/old/inner'], windows)]).toEqual(['/data/old']);
});

test('a closed folder that is listed already makes nothing be read', () => {
  expect([...foldersToRead(['/data/old/inner/deep'], new Map([['/data/old', windowOf('/data/old/inner')]]))]).toEqual(
    [],
  );
  expect([...foldersToRead(['/data/old'], new Map())]).toEqual([]);
});
