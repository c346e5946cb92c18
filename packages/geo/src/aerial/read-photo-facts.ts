/**
 * What an aerial photo says of how it was taken. Angles in degrees, lengths in metres, `focalLength` in millimetres.
 */
export interface PhotoFacts {
  make: string;
  model: string;
  imageWidth: number;
  imageHeight: number;
  latitude: number;
  longitude: number;
  /** Above the place of take-off. */
  relativeAltitude: number;
  /** Clockwise from north. */
  gimbalYaw: number;
  /** −90 looks straight down. */
  gimbalPitch: number;
  gimbalRoll: number;
  /** Null where the photo does not say it. */
  focalLength: number | null;
  /** That of a camera of 35 mm film with the same view; null where the photo does not say it. */
  focalLength35: number | null;
  /** 1 where nothing was cut off. */
  digitalZoom: number;
}

/** What a photo must say to be put on a map, in the order in which it is asked for (DRN-006 to DRN-013). */
export const photoNeeds = [
  'exifData',
  'relativeAltitude',
  'imageWidth',
  'imageHeight',
  'latitude',
  'longitude',
  'gimbalYaw',
  'gimbalPitch',
] as const;
export type PhotoNeed = (typeof photoNeeds)[number];

type Tags = Readonly<Record<string, unknown>>;

/** Names that cameras give to a fact: EXIF 2.32, and the XMP namespaces `drone-dji` and `Camera`. */
const names = {
  relativeAltitude: ['RelativeAltitude'],
  imageWidth: ['ExifImageWidth', 'ImageWidth', 'PixelXDimension'],
  imageHeight: ['ExifImageHeight', 'ImageHeight', 'PixelYDimension'],
  latitude: ['latitude', 'GpsLatitude'],
  longitude: ['longitude', 'GpsLongitude', 'GpsLongtitude'],
  gimbalYaw: ['GimbalYawDegree'],
  gimbalPitch: ['GimbalPitchDegree'],
  gimbalRoll: ['GimbalRollDegree'],
  focalLength: ['FocalLength'],
  focalLength35: ['FocalLengthIn35mmFormat', 'FocalLengthIn35mmFilm'],
  digitalZoom: ['DigitalZoomRatio'],
} as const;

/**
 * Reads what a photo says.
 * @param tags EXIF and XMP tags by name, as numbers or as texts of numbers; null for a photo without any
 * @returns the facts, or the first thing that is missing
 */
export function readPhotoFacts(tags: Tags | null): PhotoFacts | { missing: PhotoNeed } {
  if (!tags || Object.keys(tags).length === 0) return { missing: 'exifData' };
  const read = (fact: keyof typeof names): number | null =>
    names[fact].map((name) => numberOf(tags[name])).find((value) => value !== null) ?? null;
  const found = {
    relativeAltitude: read('relativeAltitude'),
    imageWidth: above0(read('imageWidth')),
    imageHeight: above0(read('imageHeight')),
    latitude: within(read('latitude'), 90),
    longitude: within(read('longitude'), 180),
    gimbalYaw: read('gimbalYaw'),
    gimbalPitch: read('gimbalPitch'),
  };
  const missing = photoNeeds.find((need) => need !== 'exifData' && found[need] === null);
  if (missing !== undefined) return { missing };
  const known = found as { [Fact in keyof typeof found]: number };
  return {
    ...known,
    make: textOf(tags['Make']),
    model: textOf(tags['Model']),
    gimbalRoll: read('gimbalRoll') ?? 0,
    focalLength: above0(read('focalLength')),
    focalLength35: above0(read('focalLength35')),
    digitalZoom: Math.max(1, read('digitalZoom') ?? 1),
  };
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function above0(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}

function within(value: number | null, most: number): number | null {
  return value !== null && Math.abs(value) <= most ? value : null;
}

function textOf(value: unknown): string {
  // oxlint-disable-next-line no-control-regex -- texts of EXIF end with zeros
  return typeof value === 'string' ? value.replace(/[\u0000-\u001f]/g, ' ').trim() : '';
}
