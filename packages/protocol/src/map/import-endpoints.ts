import { legacyEncodings, ofResource, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const crsInfo = z.object({
  /** `EPSG:32633`. */
  code: z.string(),
  name: z.string(),
  kind: z.enum(['projected', 'geographic']),
  area: z.string(),
  /** West, south, east, north in degrees; west is greater than east across the antimeridian. */
  extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});
export type CrsInfo = z.output<typeof crsInfo>;

/** The usual ones for an empty text. */
export const searchCrs = defineEndpoint({
  id: 'searchCrs',
  method: 'GET',
  path: '/maps/crs',
  summary: 'Coordinate systems by EPSG code, name or place, the likeliest first; none where PROJ is not installed.',
  policy: signedIn('any'),
  query: z.object({ text: z.string().max(200).default('') }),
  reply: z.object({ data: z.array(crsInfo) }),
});

/**
 * How a table is read where a person says so: the delimiter, and the names of the columns of coordinates or of WKT, or
 * that its rows have no places.
 */
export const tableReading = {
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  x_column: z.string().max(1_000).optional(),
  y_column: z.string().max(1_000).optional(),
  wkt_column: z.string().max(1_000).optional(),
  no_places: z.stringbool().optional(),
};

export const textEncoding = z.enum(legacyEncodings);

/** Why a row cannot become a feature. `cut-off` is what a file that ends in the middle lacks. */
export const leftOutReasons = [
  'out-of-range',
  'outside-crs',
  'unknown-geometry',
  'unreadable-geometry',
  'unreadable-row',
  'cut-off',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/**
 * Rows of a layer that were left out of an import: how many for each reason, the first of them, and where a table of
 * all lies for a day.
 */
export const leftOutRows = z.object({
  layer_id: z.string(),
  layer: z.string(),
  count: z.number(),
  reasons: z.array(z.object({ reason: z.enum(leftOutReasons), count: z.number() })),
  first: z.array(z.object({ row: z.number(), reason: z.enum(leftOutReasons), detail: z.string() })),
  /** Path in the temporary bucket; null where there is no table. */
  file_path: z.string().nullable(),
  /** Rows in that table, which is bounded: the first of them where there are more. */
  file_rows: z.number(),
});
export type ImportLeftOut = z.output<typeof leftOutRows>;

const preview = z.object({
  format: z.string().nullable(),
  bytes: z.number(),
  limit_bytes: z.number().nullable(),
  /** Why it cannot be imported, in the words of an import that fails; null where nothing is known against it. */
  problem: z.string().nullable(),
  estimated_seconds: z.number(),
  /** Of formats that say so in little time. */
  layers: z
    .array(
      z.object({
        name: z.string(),
        count: z.number().nullable(),
        geometry: z.string().nullable(),
        crs: z.string().nullable(),
      }),
    )
    .nullable(),
  /**
   * How text is encoded, of formats that need not say it, and a head of that text: names of columns and rows. Null
   * where nothing is to be asked.
   */
  text: z
    .object({
      encoding: textEncoding,
      certainty: z.enum(['certain', 'declared', 'likely', 'unsure']),
      header: z.array(z.string()),
      rows: z.array(z.array(z.string())),
    })
    .nullable(),
  /** The head of a table of text. Columns are places in the header. */
  table: z
    .object({
      delimiter: z.string(),
      encoding: textEncoding,
      certainty: z.enum(['certain', 'declared', 'likely', 'unsure']),
      header: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      place: z
        .union([
          z.object({ kind: z.literal('pair'), longitude: z.number(), latitude: z.number() }),
          z.object({ kind: z.literal('wkt'), column: z.number() }),
        ])
        .nullable(),
    })
    .nullable(),
});
export type ImportPreview = z.output<typeof preview>;

export const previewImport = defineEndpoint({
  id: 'previewImport',
  method: 'GET',
  path: '/maps/import-preview',
  summary: 'What an import of a file would be and cost, before it starts.',
  policy: ofResource('map', 'update', { in: 'query', name: 'map_id' }),
  query: z.object({
    map_id: z.string(),
    project_id: z.string(),
    tenant_id: z.string().optional(),
    folder_name: z.enum(['temp', 'data']),
    file_path: z.string().max(4_096),
    delimiter: tableReading.delimiter,
    encoding: textEncoding.optional(),
  }),
  reply: z.object({ data: preview }),
});
