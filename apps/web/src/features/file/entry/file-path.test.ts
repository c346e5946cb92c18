import { parseDataPath } from '@groma/model';
import { expect, test } from 'vitest';
import { above, folderOf, freeName, namePattern, outermost } from './file-path.ts';

test('[SHL-047] [FIL-086] the pattern of the rename dialog takes and refuses the names that the server takes and refuses', () => {
  const isTaken = (name: string) => {
    try {
      return parseDataPath(`/data/${name}`) === `/data/${name}` && !name.includes('/');
    } catch {
      return false;
    }
  };
  for (const name of [
    'a',
    'a b.txt',
    '.env',
    '...a',
    'café.tif',
    'console.log',
    'x'.repeat(255),
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a\0',
    'nul',
    'LPT1.txt',
    'aux.c',
    'a.',
    'a ',
    'x'.repeat(256),
  ]) {
    expect([name, namePattern.test(name)]).toEqual([name, isTaken(name)]);
  }
});

test('paths know their folders', () => {
  expect([folderOf('/data/a/b.txt'), folderOf('/data/a'), folderOf('/data')]).toEqual(['/data/a', '/data', '/data']);
  expect(above('/data/a/b/c.txt')).toEqual(['/data/a/b', '/data/a', '/data']);
  expect(above('/data')).toEqual([]);
});

test('a free name is the wanted one or has the first free number before its ending', () => {
  const among =
    (...taken: string[]) =>
    (name: string) =>
      taken.includes(name);
  expect(freeName('New folder', among())).toBe('New folder');
  expect(freeName('New folder', among('New folder', 'New folder 2'))).toBe('New folder 3');
  expect(freeName('untitled.txt', among('untitled.txt'))).toBe('untitled 2.txt');
});

test('what lies inside another chosen folder is left out', () => {
  expect(outermost(['/data/a', '/data/a/b', '/data/ab', '/data/a/c/d'])).toEqual(['/data/a', '/data/ab']);
});
