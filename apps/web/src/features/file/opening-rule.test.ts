import { expect, test } from 'vitest';
import { t } from '../../platform/text.ts';
import { openingOf } from './opening-rule.ts';

const megabyte = 1024 * 1024;

test('[FIL-032] a file of unknown size does not open', () => {
  expect(openingOf({ path: '/data/a.txt', bytes: null })).toMatchObject({ refusal: 'file.sizeUnknown' });
});

test('[FIL-033] [FIL-034] a file over 100 MB does not open, whatever its type; one of 100 MB does', () => {
  expect(openingOf({ path: '/data/a.png', bytes: 100 * megabyte + 1 })).toMatchObject({ refusal: 'file.tooLargeToOpen' });
  expect(openingOf({ path: '/data/a.png', bytes: 100 * megabyte })).toEqual({ opens: 'file-image' });
  expect(t('file.tooLargeToOpen')).toBe('File size > 100 MB is not supported for viewing');
});

test('[FIL-035] text over 20 MB opens view-only, smaller in the editor', () => {
  expect(openingOf({ path: '/data/a.py', bytes: 20 * megabyte })).toEqual({ opens: 'file-text' });
  expect(openingOf({ path: '/data/a.py', bytes: 20 * megabyte + 1 })).toEqual({ opens: 'file-large' });
  expect(openingOf({ path: '/data/a.csv', bytes: 20 * megabyte + 1 })).toEqual({ opens: 'file-large' });
  expect(openingOf({ path: '/data/empty.TXT', bytes: 0 })).toEqual({ opens: 'file-text' });
});

test('[FIL-036] [FIL-037] an unsupported type says so, and geodata adds the hint about maps', () => {
  expect(openingOf({ path: '/data/a.exe', bytes: 1 })).toEqual({ refusal: 'file.unsupported', values: { name: '.exe' } });
  expect(openingOf({ path: '/data/LICENSE', bytes: 1 })).toEqual({ refusal: 'file.unsupported', values: { name: 'LICENSE' } });
  expect(openingOf({ path: '/data/a.GPKG', bytes: 1 })).toEqual({ refusal: 'file.unsupportedGeodata', values: { name: '.gpkg' } });
  expect(t('file.unsupported', { name: '.exe' })).toBe('File type .exe is not supported for viewing/editing');
  expect(t('file.unsupportedGeodata', { name: '.gpkg' })).toBe('File type .gpkg is not supported for viewing/editing. Drag it into a map to see it there.');
});

test('[FIL-038] csv, image and pdf have viewers of their own', () => {
  expect(openingOf({ path: '/data/t.csv', bytes: 1 })).toEqual({ opens: 'file-csv' });
  expect(openingOf({ path: '/data/t.jpeg', bytes: 1 })).toEqual({ opens: 'file-image' });
  expect(openingOf({ path: '/data/t.pdf', bytes: 1 })).toEqual({ opens: 'file-pdf' });
});
