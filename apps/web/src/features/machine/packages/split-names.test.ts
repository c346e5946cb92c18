import { expect, test } from 'vitest';
import { splitNames } from './split-names.ts';

test('[KRN-106] names are parted by spaces, commas and lines, and versions stay with their name', () => {
  expect(splitNames(' pandas  rasterio>=1.4,<2, xarray[io] ;\n a >= 1 ')).toEqual([
    'pandas',
    'rasterio>=1.4,<2',
    'xarray[io]',
    'a >= 1',
  ]);
  expect(splitNames(' , ')).toEqual([]);
});
