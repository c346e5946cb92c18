import { expect, test } from 'vitest';
import { gaussianKernel, sharpenedVrt, windowSide } from './pansharpening-vrt.ts';

test('[PRC-030] a Gaussian is summed up over pixels, and is none where nothing beside the middle counts', () => {
  const kernel = gaussianKernel(1)!;
  expect(kernel).toHaveLength(7);
  expect(kernel.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
  // Φ(0.5) − Φ(−0.5) and Φ(1.5) − Φ(0.5) of the normal distribution, through their sum within three pixels.
  expect(kernel[3]! / kernel[2]!).toBeCloseTo(0.382925 / 0.24173, 4);
  expect(gaussianKernel(0.25)![1]).toBeCloseTo(0.9545, 3);
  expect(gaussianKernel(0.001)).toBeNull();
});

test('[PRC-031] small windows are worked on several at once', () => {
  expect([32, 96, 512, 1024, 2048].map(windowSide)).toEqual([512, 480, 512, 1024, 2048]);
});

test('[PRC-030] names of files stand in the virtual file as they are', () => {
  const bands = [{ number: 1, type: 'Byte', weight: 1, description: 'a < b' }];
  const text = sharpenedVrt({ pan: '/in/p&q.tif', source: '/in/<x>.tif', bands, nodata: 0, window: 32 });
  expect(text).toContain('<SourceFilename>/in/p&amp;q.tif</SourceFilename>');
  expect(text).toContain('<SourceFilename>/in/&lt;x&gt;.tif</SourceFilename>');
  expect(text).toContain('<NoData>0</NoData>');
});
