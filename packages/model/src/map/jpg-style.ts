/** Longitude and latitude in degrees. */
export type PhotoCorner = readonly [longitude: number, latitude: number];

/** What a camera wrote into a photo, by the names of EXIF and XMP. */
export type PhotoTags = Readonly<Record<string, string | number>>;

/** What is known of a photo (DRN-003). */
export interface JpgMetadata {
  exifData: PhotoTags;
  /** Metres of a pixel on the ground, across and down. */
  gsdX: number;
  gsdY: number;
  /** Angle of view across. */
  fovDegrees: number;
}

/**
 * What its place on the map was worked out from. Angles in degrees, lengths in metres, those of the camera in
 * millimetres.
 */
export interface JpgParameters {
  drone: string;
  imageWidth: number;
  imageHeight: number;
  latitude: number;
  longitude: number;
  relativeAltitude: number;
  gimbalYaw: number;
  gimbalPitch: number;
  gimbalRoll: number;
  focalLength: number;
  sensorWidth: number;
  sensorHeight: number;
  rotation: number;
  shift: number;
  warnings: readonly ('not-top-down' | 'unknown-scale')[];
}

/** How an aerial photo lies on the map (DRN-002). */
export interface JpgStyle {
  /** 0 to 1. */
  opacity: number;
  /** Where the top left, top right, bottom right and bottom left of the picture lie. */
  bounds: readonly [PhotoCorner, PhotoCorner, PhotoCorner, PhotoCorner];
  metadata: JpgMetadata;
  parameters: JpgParameters;
}

/** West, south, east, north of a photo. */
export function photoBox({ bounds }: Pick<JpgStyle, 'bounds'>): [number, number, number, number] {
  const [longitudes, latitudes] = [bounds.map(([longitude]) => longitude), bounds.map(([, latitude]) => latitude)];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
