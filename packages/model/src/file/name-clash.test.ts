import { expect, test } from 'vitest';
import { copyName, numberedName } from './name-clash.ts';

const among =
  (...taken: string[]) =>
  (name: string) =>
    taken.includes(name);

test('[FIL-073] a name that is taken gets the next free number, before its ending', () => {
  expect(numberedName('report.pdf', false, among('report (2).pdf'))).toBe('report (3).pdf');
  expect(numberedName('all.tar.gz', false, among())).toBe('all (2).tar.gz');
  expect([
    numberedName('.env', false, among()),
    numberedName('v1.2', true, among()),
    numberedName('note', false, among()),
  ]).toEqual(['.env (2)', 'v1.2 (2)', 'note (2)']);
});

test('[FIL-073] a duplicate is called "x copy", and the next "x copy 2"', () => {
  expect(copyName('x', false, among())).toBe('x copy');
  expect(copyName('map.tif', false, among('map copy.tif'))).toBe('map copy 2.tif');
  expect(copyName('map copy.tif', false, among('map.tif', 'map copy.tif'))).toBe('map copy 2.tif');
});

test('[FIL-073] a long name is shortened to the 255 bytes that a file system takes, between characters', () => {
  const name = copyName(`${'水'.repeat(84)}.txt`, false, among());
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^水+ copy\.txt$/);
});
