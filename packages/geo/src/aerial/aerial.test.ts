import { describe, expect, test } from 'vitest';
import { droneCameras, findDroneCamera } from './drone-cameras.ts';
import { photoFootprint } from './photo-footprint.ts';
import { readPhotoFacts, type PhotoFacts } from './read-photo-facts.ts';

const tags = {
  Make: 'DJI',
  Model: 'FC6310',
  ExifImageWidth: 5472,
  ExifImageHeight: 3648,
  FocalLength: 8.8,
  latitude: 47,
  longitude: 8,
  RelativeAltitude: '+60.00',
  GimbalYawDegree: '0.00',
  GimbalPitchDegree: -90,
  GimbalRollDegree: 0,
};
const facts = (change: Partial<PhotoFacts> = {}): PhotoFacts => ({
  ...(readPhotoFacts(tags) as PhotoFacts),
  ...change,
});
const phantom = findDroneCamera('FC6310')!;
const metres = ([longitude, latitude]: readonly number[]): [east: number, north: number] => [
  (longitude! - 8) * 111_320 * Math.cos((47 * Math.PI) / 180),
  (latitude! - 47) * 111_320,
];
const cornersOf = (change: Partial<PhotoFacts>) =>
  photoFootprint(facts(change), phantom)
    .corners.map(metres)
    .map(([east, north]) => [Math.round(east), Math.round(north)]);

describe('what a photo says', () => {
  test.each([
    ['exifData', null],
    ['relativeAltitude', 'RelativeAltitude'],
    ['imageWidth', 'ExifImageWidth'],
    ['imageHeight', 'ExifImageHeight'],
    ['latitude', 'latitude'],
    ['longitude', 'longitude'],
    ['gimbalYaw', 'GimbalYawDegree'],
    ['gimbalPitch', 'GimbalPitchDegree'],
  ])(
    '[DRN-006] [DRN-007] [DRN-008] [DRN-009] [DRN-010] [DRN-011] [DRN-012] [DRN-013] without its %s a photo is not taken',
    (missing, name) => {
      expect(readPhotoFacts(name === null ? null : { ...tags, [name]: undefined })).toEqual({ missing });
      expect(readPhotoFacts(name === null ? {} : { ...tags, [name]: 'x' })).toEqual({ missing });
    },
  );

  test('texts of numbers are numbers; what is nowhere on earth is missing', () => {
    expect(facts()).toMatchObject({
      relativeAltitude: 60,
      gimbalYaw: 0,
      make: 'DJI',
      model: 'FC6310',
      focalLength: 8.8,
      focalLength35: null,
      digitalZoom: 1,
    });
    expect(readPhotoFacts({ ...tags, latitude: 91 })).toEqual({ missing: 'latitude' });
  });

  test('[DRN-015] the table names at least 19 cameras once each, with sensors and where their sizes are from', () => {
    expect(droneCameras.length).toBeGreaterThanOrEqual(19);
    expect(new Set(droneCameras.map(({ model }) => model.toLowerCase())).size).toBe(droneCameras.length);
    for (const { sensorWidth, sensorHeight, source } of droneCameras)
      expect([sensorWidth > sensorHeight, sensorHeight > 4, source.startsWith('DJI, specifications of the ')]).toEqual([
        true,
        true,
        true,
      ]);
    expect(findDroneCamera(' fc6310 ')).toMatchObject({ drone: 'Phantom 4 Pro', sensorWidth: 13.2, sensorHeight: 8.8 });
    expect(findDroneCamera('iPhone 15')).toBeUndefined();
  });
});

describe('where a photo lies', () => {
  test('[DRN-025] [DRN-021] a Phantom 4 Pro at 60 m sees 90 by 60 m at 1.645 cm a pixel, as published', () => {
    const { gsdX, gsdY, fovDegrees, warnings } = photoFootprint(facts(), phantom);
    // The maker states H/36.5 cm for H in metres, and a view of 84 degrees over the diagonal.
    expect([gsdX * 100, gsdY * 100]).toEqual([expect.closeTo(60 / 36.5, 2), expect.closeTo(60 / 36.5, 2)]);
    expect((2 * Math.atan(Math.hypot(13.2, 8.8) / 2 / 8.8) * 180) / Math.PI).toBeCloseTo(84, 0);
    expect(fovDegrees).toBeCloseTo(73.74, 2);
    expect(cornersOf({})).toEqual([
      [-45, 30],
      [45, 30],
      [45, -30],
      [-45, -30],
    ]);
    expect(warnings).toEqual([]);
  });

  test('[DRN-018] yaw turns the picture clockwise', () => {
    expect(cornersOf({ gimbalYaw: 90 })).toEqual([
      [30, 45],
      [30, -45],
      [-30, -45],
      [-30, 45],
    ]);
    expect(photoFootprint(facts({ gimbalYaw: -90 }), phantom).rotation).toBe(270);
  });

  test('[DRN-017] a roll above 170 degrees turns it upside down', () => {
    expect(cornersOf({ gimbalRoll: 180 })).toEqual([
      [45, -30],
      [-45, -30],
      [-45, 30],
      [45, 30],
    ]);
    expect(cornersOf({ gimbalRoll: 170 })).toEqual(cornersOf({}));
  });

  test('[DRN-019] [DRN-020] [DRN-022] a pitch within 5 degrees of straight down shifts nothing; beyond it the middle goes ahead and is warned of', () => {
    for (const gimbalPitch of [-85, -95])
      expect(photoFootprint(facts({ gimbalPitch }), phantom)).toMatchObject({ shift: 0, warnings: [] });
    const { shift, warnings } = photoFootprint(facts({ gimbalPitch: -45 }), phantom);
    expect([shift, warnings]).toEqual([expect.closeTo(60, 6), ['not-top-down']]);
    expect(cornersOf({ gimbalPitch: -45, gimbalYaw: 90 })).toEqual([
      [90, 45],
      [90, -45],
      [30, -45],
      [30, 45],
    ]);
    expect(photoFootprint(facts({ gimbalPitch: -100 }), phantom).shift).toBeCloseTo(
      -60 * Math.tan((10 * Math.PI) / 180),
      6,
    );
    expect(photoFootprint(facts({ gimbalPitch: 0 }), phantom).shift).toBeCloseTo(
      60 * Math.tan((80 * Math.PI) / 180),
      6,
    );
  });

  test('[DRN-023] without a focal length the 35 mm equivalent does, and without that one is assumed and warned of', () => {
    const film = photoFootprint(facts({ focalLength: null, focalLength35: 24 }), phantom);
    expect([film.focalLength, film.warnings]).toEqual([expect.closeTo(8.8, 2), []]);
    expect(photoFootprint(facts({ focalLength: null }), phantom)).toMatchObject({
      focalLength: film.focalLength,
      warnings: ['unknown-scale'],
    });
  });

  test('a picture of another shape shows less of the sensor, and digital zoom less still', () => {
    const wide = photoFootprint(facts({ imageWidth: 5472, imageHeight: 3078 }), phantom);
    expect([wide.gsdX, wide.gsdY]).toEqual([expect.closeTo(0.01645, 4), expect.closeTo(0.01645, 4)]);
    expect(photoFootprint(facts({ digitalZoom: 2 }), phantom).gsdX).toBeCloseTo(0.01645 / 2, 4);
  });
});
