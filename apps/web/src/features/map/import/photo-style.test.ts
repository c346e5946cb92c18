import { expect, test } from 'vitest';
import { photoStyle } from './photo-style.ts';

const tags = {
  Make: 'DJI',
  Model: 'FC6310',
  ExifImageWidth: 5472,
  ExifImageHeight: 3648,
  FocalLength: 8.8,
  latitude: 47,
  longitude: 8,
  RelativeAltitude: 60,
  GimbalYawDegree: 90,
  GimbalPitchDegree: -80,
  GimbalRollDegree: 0,
  MakerNote: new Uint8Array(4),
  Software: 'v1\u0000',
  Lost: '\ud800',
};

test('[DRN-002] [DRN-003] a photo of a known drone becomes a style with its place, size and what the camera wrote', () => {
  const found = photoStyle(tags);
  if ('problem' in found) throw new Error('refused');
  const { metadata, parameters, bounds, opacity } = found.style;
  expect([opacity, bounds.length]).toEqual([1, 4]);
  expect([metadata.gsdX * 100, metadata.gsdY * 100, metadata.fovDegrees]).toEqual([
    expect.closeTo(1.645, 3),
    expect.closeTo(1.645, 3),
    expect.closeTo(73.74, 2),
  ]);
  expect(metadata.exifData).toMatchObject({ Model: 'FC6310', FocalLength: 8.8, Software: 'v1', Lost: '' });
  expect(metadata.exifData).not.toHaveProperty('MakerNote');
  expect(parameters).toMatchObject({
    drone: 'Phantom 4 Pro',
    rotation: 90,
    warnings: ['not-top-down'],
    sensorWidth: 13.2,
  });
});

test('[DRN-016] [DRN-026] another camera, and a photo without anything, are refused with what is wrong', () => {
  expect(photoStyle({ ...tags, Make: 'Canon', Model: 'EOS R5' })).toEqual({
    problem: { kind: 'unsupported', camera: 'Canon EOS R5' },
  });
  expect(photoStyle(null)).toEqual({ problem: { kind: 'missing', need: 'exifData' } });
  expect(photoStyle({ Make: 'Canon', ImageWidth: 10 })).toEqual({
    problem: { kind: 'missing', need: 'relativeAltitude' },
  });
});
