import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '../error/catalogue.ts';
import { datasetScale, datasetTypes } from './dataset.ts';

/** How the values that several images have of a pixel become one (SAT-022). */
export const compositeMethods = ['median', 'mean', 'mode', 'min', 'max', 'mosaic'] as const;
export type CompositeMethod = (typeof compositeMethods)[number];

const say = (code: ErrorCode): string => errorCatalogue[code].message;

/** A day that there is, as yyyy-mm-dd (SAT-024). */
const day = z.string({ error: say('DATASET_DATE_WRONG') }).refine(isDay, say('DATASET_DATE_WRONG'));

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

interface Count {
  least: number;
  most: number;
  isWhole: boolean;
  tooFew: ErrorCode;
  tooMany: ErrorCode;
  missing: ErrorCode;
  outside: ErrorCode;
}

/** A number, or what a field holds of it: each has messages of its own. */
function count({ least, most, isWhole, tooFew, tooMany, missing, outside }: Count) {
  const wrong = (value: number): boolean => !Number.isFinite(value) || (isWhole && !Number.isInteger(value));
  return z.union([z.number(), z.string()], { error: say(missing) }).transform((given, context) => {
    const isText = typeof given === 'string';
    const value = isText ? Number(given) : given;
    const fault =
      isText && given.trim() === ''
        ? missing
        : wrong(value)
          ? 'DATASET_NUMBER_WRONG'
          : value < least
            ? isText
              ? outside
              : tooFew
            : value > most
              ? isText
                ? outside
                : tooMany
              : null;
    if (fault !== null) context.addIssue({ code: 'custom', message: say(fault), input: given });
    return value;
  });
}

/** 0 is refused as well, whatever the message for texts says (SAT-032). */
const maxImages = count({
  least: 1,
  most: 50,
  isWhole: true,
  tooFew: 'DATASET_IMAGES_TOO_FEW',
  tooMany: 'DATASET_IMAGES_TOO_MANY',
  missing: 'DATASET_IMAGES_MISSING',
  outside: 'DATASET_IMAGES_OUTSIDE',
});
const maxCloudCover = count({
  least: 0,
  most: 100,
  isWhole: false,
  tooFew: 'DATASET_CLOUDS_TOO_LOW',
  tooMany: 'DATASET_CLOUDS_TOO_HIGH',
  missing: 'DATASET_CLOUDS_MISSING',
  outside: 'DATASET_CLOUDS_OUTSIDE',
});

const featureCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.looseObject({ type: z.literal('Feature'), geometry: z.looseObject({ type: z.string() }) })),
});
const datasetId = z.string({ error: say('DATASET_ID_MISSING') }).min(1, say('DATASET_ID_MISSING'));
const bands = z.array(z.string(), { error: say('DATASET_BANDS_MISSING') }).min(1, say('DATASET_BANDS_MISSING'));
const clipGeometryId = z.string({ error: say('DATASET_AREA_MISSING') }).min(1, say('DATASET_AREA_MISSING'));
const scale = z.number().min(datasetScale.least).max(datasetScale.most);

/** What is asked for when images of a data set are to become files (SAT-015 to SAT-023), with its messages. */
export const downloadRequestSchema = z.object({
  startDate: day,
  endDate: day,
  downloadType: z.enum(datasetTypes),
  datasetId,
  description: z.string().max(1_000).optional(),
  fileNamePrefix: z.string().min(1).max(100),
  scale,
  maxImages,
  maxCloudCover,
  bands,
  /** Metres of a pixel, one for each of `bands`. */
  bandScales: z.array(scale),
  mathematicalOperation: z.string().max(2_000).optional(),
  bit: z.number().int().min(0).max(31).optional(),
  QA_band: z.string().max(60).optional(),
  bitValue: z.number().int().min(0).optional(),
  useQAMask: z.boolean().default(false),
  compositeMethod: z.enum(compositeMethods).optional(),
  clipGeometry: featureCollection.optional(),
  clipGeometryId,
});
export type DownloadRequest = z.output<typeof downloadRequestSchema>;

/** What is asked for when a data set is to be seen on a map (SAT-039). */
export const visualizationRequestSchema = z.object({
  startDate: day,
  endDate: day,
  bands,
  clipGeometry: featureCollection.optional(),
  clipGeometryId: z.string().optional(),
  compositeBand: z.string().max(60).optional(),
  currentStats: z.string().max(60).optional(),
});
export type VisualizationRequest = z.output<typeof visualizationRequestSchema>;
