import { filterOperators, inProject, legacyEncodings } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const byProject = z.object({ projectId: z.string() });
/** Says which content of a file is meant: windows of two contents are never mixed. */
const identity = z.string().max(80).optional();
/** Rows of one window. */
export const longestWindow = 5_000;
const path = z.string();
/** In which a text is read; the one it seems to be in where it is left out. */
const encoding = z.enum(legacyEncodings).optional();

export const fileState = defineEndpoint({
  id: 'readFileState',
  method: 'GET',
  path: '/api/gcs/projects/:projectId/windows/state',
  summary: 'Whether a file is there, and which content it has now.',
  policy: inProject('read-on-open', 'file'),
  params: byProject,
  query: z.object({ path }),
  reply: z.object({
    exists: z.boolean(),
    bytes: z.number().nullable(),
    lastModified: z.string().nullable(),
    identity: z.string().nullable(),
  }),
});

const scanned = {
  identity: z.string(),
  bytes: z.number(),
  encoding: z.enum(legacyEncodings),
  isEncodingGuessed: z.boolean(),
  scannedBytes: z.number(),
  isComplete: z.boolean(),
};

export const textWindow = defineEndpoint({
  id: 'readTextWindow',
  method: 'GET',
  path: '/api/gcs/projects/:projectId/windows/text',
  summary:
    'Some rows of a text of any size: from a row, or the last ones. `start` is null while it is not known which rows the last ones are.',
  policy: inProject('read-on-open', 'file'),
  params: byProject,
  query: z.object({
    path,
    identity,
    encoding,
    start: z.coerce.number().int().min(0).default(0),
    count: z.coerce.number().int().min(0).max(longestWindow).default(200),
    from: z.enum(['start', 'end']).default('start'),
  }),
  reply: z.object({
    ...scanned,
    rowCount: z.number(),
    start: z.number().nullable(),
    rows: z.array(z.object({ text: z.string(), cut: z.number().optional() })),
  }),
});

export const textSearch = defineEndpoint({
  id: 'searchText',
  method: 'GET',
  path: '/api/gcs/projects/:projectId/windows/text/search',
  summary:
    'Rows of a text that hold a word, as far as it has been searched; ask again until `isComplete`. Nobody asking for some seconds ends the search.',
  policy: inProject('read-on-open', 'file'),
  params: byProject,
  query: z.object({
    path,
    identity,
    encoding,
    query: z.string().min(1).max(500),
    matchCase: z.stringbool().default(false),
  }),
  reply: z.object({ ...scanned, rows: z.array(z.number()), count: z.number() }),
});

const cell = z.union([z.number(), z.boolean(), z.string(), z.null()]);
const operator = z.enum(filterOperators);
const delimiter = z.enum([',', ';', '\t', '|']);

export const tableWindow = defineEndpoint({
  id: 'readTableWindow',
  method: 'POST',
  path: '/api/gcs/projects/:projectId/windows/table',
  summary:
    'Some rows of a table of text of any size, sorted and filtered. While `isReady` is false there are none yet: ask again. Nobody asking for some seconds ends the work.',
  policy: inProject('read-on-open', 'file'),
  params: byProject,
  body: z.object({
    path,
    identity,
    encoding,
    delimiter: delimiter.optional(),
    start: z.number().int().min(0).default(0),
    count: z.number().int().min(0).max(longestWindow).default(200),
    sort: z
      .array(z.object({ column: z.number().int().min(0), direction: z.enum(['asc', 'desc']) }))
      .max(4)
      .default([]),
    filter: z
      .array(z.object({ column: z.number().int().min(0), operator, value: cell.optional() }))
      .max(20)
      .default([]),
  }),
  reply: z.object({
    ...scanned,
    delimiter,
    columns: z.array(z.object({ name: z.string(), type: z.enum(['number', 'boolean', 'text']) })),
    isReady: z.boolean(),
    rowCount: z.number(),
    start: z.number(),
    rows: z.array(z.array(cell)),
  }),
});

const extent = z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable();
const crs = z.object({ name: z.string(), code: z.string().nullable() }).nullable();

/**
 * What is known of a geodata file. Extents are west, south, east, north in degrees; `text` says how names were read, of
 * formats that need not say it.
 */
export const geodataCard = z.object({
  format: z.string(),
  bytes: z.number(),
  companions: z.array(z.string()),
  extent,
  layers: z.array(
    z.object({
      name: z.string(),
      geometry: z.string().nullable(),
      count: z.number().nullable(),
      crs,
      extent,
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
    }),
  ),
  raster: z
    .object({
      width: z.number(),
      height: z.number(),
      crs,
      pixelSize: z.tuple([z.number(), z.number()]).nullable(),
      compression: z.string().nullable(),
      overviews: z.number(),
      bands: z.array(z.object({ name: z.string(), type: z.string(), nodata: z.string().nullable() })),
    })
    .nullable(),
  text: z.object({ encoding: z.enum(legacyEncodings), isGuessed: z.boolean() }).nullable(),
});
export type GeodataCard = z.output<typeof geodataCard>;

export const describeGeodata = defineEndpoint({
  id: 'describeGeodata',
  method: 'GET',
  path: '/api/gcs/projects/:projectId/windows/geodata',
  summary: 'What a geodata file holds: format, extent, layers, columns, bands.',
  policy: inProject('read-on-open', 'file'),
  params: byProject,
  query: z.object({ path, encoding }),
  reply: geodataCard,
});
