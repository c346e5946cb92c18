import { RADIANS } from '../measure/ellipsoid.ts';
import type { DroneCamera } from './drone-cameras.ts';
import type { PhotoFacts } from './read-photo-facts.ts';

/** Degrees. */
export type Corner = [longitude: number, latitude: number];

/** What may make a photo lie wrong on the map. */
export type PhotoWarning = 'not-top-down' | 'unknown-scale';

/** A photo on the ground. */
export interface PhotoFootprint {
  /** Top left, top right, bottom right and bottom left of the picture as it was stored. */
  corners: [Corner, Corner, Corner, Corner];
  /** Metres of a pixel on the ground, across and down. */
  gsdX: number;
  gsdY: number;
  /** Angle of view across, in degrees. */
  fovDegrees: number;
  /** Millimetres: of the photo, or assumed. */
  focalLength: number;
  /** By how much the picture is turned clockwise from north up, in degrees from 0 to 360. */
  rotation: number;
  /** How far the middle of the picture lies ahead of the drone, in metres. */
  shift: number;
  warnings: PhotoWarning[];
}

/** Metres of a degree of latitude (DRN-025). */
const metresPerDegree = 111_320;
/** A pitch this far from straight down shifts nothing (DRN-019), and is not warned of (DRN-022). */
const slackDegrees = 5;
/** Beyond it the camera looks at the horizon, which lies nowhere: the shift is that of this angle. */
const mostOffNadir = 80;
const flipsFrom = 170;
/** Diagonal of 35 mm film, 36 × 24 mm. */
const filmDiagonal = Math.hypot(36, 24);
/** View of most drones, where a photo says nothing (35 mm equivalent, in millimetres). */
export const assumedFocalLength35 = 24;
/** Sides that differ by less than this from the sensor's are the whole sensor. */
const sameShape = 0.03;
const poleCosine = 1e-3;

/**
 * Where a photo lies on flat ground at the height of take-off. Ground sample distance = sensor side · height / (focal
 * length · pixels) and footprint = ground sample distance · pixels (Wolf, Dewitt and Wilkinson, Elements of
 * Photogrammetry, 4th edition, §6.7, scale of a vertical photograph); the middle is shifted ahead by height · tan(90° +
 * pitch); a corner at x to the right and y ahead lies at E = x cos yaw + y sin yaw, N = y cos yaw − x sin yaw.
 */
export function photoFootprint(
  facts: PhotoFacts,
  camera: Pick<DroneCamera, 'sensorWidth' | 'sensorHeight'>,
): PhotoFootprint {
  const { imageWidth, imageHeight, relativeAltitude: height, gimbalYaw: yaw } = facts;
  const sensor = usedSensor(facts, camera);
  const focalLength = focalLengthOf(facts, camera);
  const gsdX = (sensor.width * height) / (focalLength * imageWidth);
  const gsdY = (sensor.height * height) / (focalLength * imageHeight);
  const offNadir = 90 + facts.gimbalPitch;
  const isDown = Math.abs(offNadir) <= slackDegrees;
  const shift = isDown ? 0 : height * Math.tan(Math.max(-mostOffNadir, Math.min(mostOffNadir, offNadir)) * RADIANS);
  const rotation = (((yaw + (Math.abs(facts.gimbalRoll) > flipsFrom ? 180 : 0)) % 360) + 360) % 360;
  const middle = placeFrom([facts.longitude, facts.latitude], yaw, 0, shift);
  const [halfX, halfY] = [(gsdX * imageWidth) / 2, (gsdY * imageHeight) / 2];
  const corner = (x: number, y: number): Corner => placeFrom(middle, rotation, x, y);
  const hasFocalLength = facts.focalLength !== null || facts.focalLength35 !== null;
  return {
    corners: [corner(-halfX, halfY), corner(halfX, halfY), corner(halfX, -halfY), corner(-halfX, -halfY)],
    gsdX,
    gsdY,
    focalLength,
    rotation,
    shift,
    fovDegrees: (2 * Math.atan(sensor.width / (2 * focalLength))) / RADIANS,
    warnings: [...(isDown ? [] : (['not-top-down'] as const)), ...(hasFocalLength ? [] : (['unknown-scale'] as const))],
  };
}

/**
 * The part of the sensor that the picture shows: all of it, or the largest of the picture's shape; less by digital
 * zoom.
 */
function usedSensor(
  { imageWidth, imageHeight, digitalZoom }: PhotoFacts,
  { sensorWidth, sensorHeight }: Pick<DroneCamera, 'sensorWidth' | 'sensorHeight'>,
): { width: number; height: number } {
  const shape = imageWidth / imageHeight;
  const isWhole = Math.abs(shape / (sensorWidth / sensorHeight) - 1) < sameShape;
  const width = isWhole ? sensorWidth : Math.min(sensorWidth, sensorHeight * shape);
  return { width: width / digitalZoom, height: (isWhole ? sensorHeight : width / shape) / digitalZoom };
}

/** What the photo says, or what its 35 mm equivalent comes to on this sensor. */
function focalLengthOf(
  { focalLength, focalLength35 }: PhotoFacts,
  { sensorWidth, sensorHeight }: Pick<DroneCamera, 'sensorWidth' | 'sensorHeight'>,
): number {
  return (
    focalLength ?? (focalLength35 ?? assumedFocalLength35) * (Math.hypot(sensorWidth, sensorHeight) / filmDiagonal)
  );
}

/** The place that lies `x` metres to the right and `y` ahead of another, for whoever looks to `azimuth`. */
function placeFrom([longitude, latitude]: Corner, azimuth: number, x: number, y: number): Corner {
  const [sin, cos] = [Math.sin(azimuth * RADIANS), Math.cos(azimuth * RADIANS)];
  const [east, north] = [x * cos + y * sin, y * cos - x * sin];
  return [
    longitude + east / (metresPerDegree * Math.max(poleCosine, Math.cos(latitude * RADIANS))),
    latitude + north / metresPerDegree,
  ];
}
