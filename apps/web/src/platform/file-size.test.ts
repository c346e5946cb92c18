import { expect, test } from 'vitest';
import { fileSizeText } from './file-size.ts';

test('[FIL-006] [SHL-006] sizes of files are said as the language says them', () => {
  expect([0, 1_258_291].map((bytes) => fileSizeText(bytes, 'en'))).toEqual(['0 B', '1.2 MB']);
  expect(fileSizeText(1_258_291, 'fr').replace(/\s/, ' ')).toBe('1,2 Mo');
  expect(fileSizeText(1_258_291, 'ru').replace(/\s/, ' ')).toBe('1,2 МБ');
  expect(fileSizeText(5 * 1024 ** 3, 'de').replace(/\s/, ' ')).toBe('5,0 GB');
});
