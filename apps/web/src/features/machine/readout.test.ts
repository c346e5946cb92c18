import { expect, test } from 'vitest';
import { gigabytes } from './readout.ts';

test('[KRN-067] memory is said with one digit behind the point at most', () => {
  expect([24, 17.25, 0.04].map(gigabytes)).toEqual(['24', '17.3', '0']);
});
