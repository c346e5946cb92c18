import { expect, test } from 'vitest';
import { baseName, parseDataPath, relativeDataPath } from './data-path.ts';

test('[FIL-086] a path below /data is kept, without a trailing slash and in form C', () => {
  expect(parseDataPath('/data/a/b.txt')).toBe('/data/a/b.txt');
  expect(parseDataPath('/data/a/')).toBe('/data/a');
  expect(parseDataPath('/data')).toBe('/data');
  expect(parseDataPath('/data/cafe\u0301')).toBe('/data/caf\u00e9');
  expect([relativeDataPath(parseDataPath('/data/a/b')), baseName('/data/a/b')]).toEqual(['a/b', 'b']);
});

test('[FIL-086] what leaves the folder or cannot be a name anywhere is refused', () => {
  for (const bad of [
    '',
    '/',
    '/etc',
    '/database',
    'data/a',
    '/data/..',
    '/data/a/../b',
    '/data/./a',
    '/data//a',
    '/data/a\0',
    '/data/a\nb',
    '/data/NUL',
    '/data/lpt1.txt',
    '/data/a ',
    '/data/a.',
    '/data/C:\\x',
    '/data/c:x',
    '/data/D:',
  ]) {
    expect(() => parseDataPath(bad), bad).toThrow(expect.objectContaining({ code: 'BAD_PATH' }));
  }
});
