import { z } from 'zod';
import { isStorableText } from './feature.ts';

const text = z.string().max(500).refine(isStorableText, 'This text cannot be stored.');
const angle = z.number().min(-360).max(360);
const length = z.number().min(0).max(1e6);
const corner = z.tuple([z.number().min(-540).max(540), z.number().min(-90).max(90)]);
const mostTags = 200;

const metadata = z.strictObject({
  exifData: z
    .record(text, z.union([text, z.number()]))
    .refine((tags) => Object.keys(tags).length <= mostTags, 'Too many tags.'),
  gsdX: length,
  gsdY: length,
  fovDegrees: angle,
});

const parameters = z.strictObject({
  drone: text,
  imageWidth: z.number().int().min(1),
  imageHeight: z.number().int().min(1),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  relativeAltitude: z.number(),
  gimbalYaw: angle,
  gimbalPitch: angle,
  gimbalRoll: angle,
  focalLength: length,
  sensorWidth: length,
  sensorHeight: length,
  rotation: angle,
  shift: z.number(),
  warnings: z.array(z.enum(['not-top-down', 'unknown-scale'])).max(2),
});

/** Style of an aerial photo (DRN-002, DRN-003). */
const jpgStyle = z.strictObject({
  opacity: z.number().min(0).max(1),
  bounds: z.tuple([corner, corner, corner, corner]),
  metadata,
  parameters,
});

/** Jpg layer data as it is sent (DRN-001): the picture is a JPEG in base64. */
export const jpgData = z.strictObject({ encoded_image: z.string().min(1), style: jpgStyle });

/** What is left out of the style stays as it was. */
export const jpgDataChange = z.strictObject({ style: jpgStyle.partial() });

/** What an aerial photo in a map is. Its picture is read by `readPhoto`; under one key it is always the same. */
export const jpgLayerData = z.object({ kind: z.literal('jpg'), image_key: z.string(), style: jpgStyle });
export type JpgLayerData = z.output<typeof jpgLayerData>;
