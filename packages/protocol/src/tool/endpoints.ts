import { inProject, ofResource, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { isStorableText } from '../map/feature.ts';
import { vectorLayerData, vectorLayerEntry } from '../map/layer-entry.ts';

const mostFeatures = 3_000_000;
const largestBody = 32 * 1024 * 1024;

/**
 * What becomes of the result: a new layer on top of a map, the place of the features it was made of, something to look
 * at first, or a file.
 */
const toolOutput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('layer'),
    map_id: z.string(),
    /** By default the tool's name and the layer's. */
    name: z.string().max(1_000).refine(isStorableText).optional(),
    /** Of an image: the file that it becomes, `/data/x.tif`; by default one of the layer’s name. */
    path: z.string().min(1).max(1_000).optional(),
  }),
  z.object({ kind: z.literal('replace') }),
  z.object({
    kind: z.literal('preview'),
    /** Of an image: the part that is looked at, as west, south, east and north in degrees. */
    box: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
    /** How fine that is drawn: pixels of its longer side, by default 1,024. */
    longest: z.int().min(16).max(2_048).optional(),
  }),
  z.object({
    kind: z.literal('file'),
    /**
     * Among the files of the project: `/data/x.parquet`, by its ending .geojson, .csv, .parquet, .gpkg, .fgb, .kml or
     * .zip (shapefile); .tif for an image.
     */
    path: z.string().min(1).max(1_000),
    /** A file of that name is replaced, and goes to the trash. */
    replace: z.boolean().default(false),
  }),
]);
export type ToolOutput = z.output<typeof toolOutput>;

const toolOutcome = z.object({
  operation_id: z.string(),
  /** Name of the new layer, or the one a preview would get. */
  name: z.string(),
  /** Features of the result. */
  count: z.number(),
  /** Features that gave nothing, by reason. */
  skipped: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** The new layer. */
  layer: vectorLayerEntry.nullable(),
  /**
   * What can be looked at for a day, and kept: the same data as those of a layer, read part by part with
   * `readToolResultPart`.
   */
  preview: vectorLayerData.nullable(),
  /**
   * Of an image that is looked at: a PNG in web Mercator, read as a part of the result, and where it lies in degrees.
   */
  picture: z.object({ part: z.string(), bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]) }).optional(),
  /** Numbers of the edits that have replaced features, for whoever undoes them. */
  edits: z.array(z.number()),
  /** The file that was written. */
  file: z.object({ path: z.string(), bytes: z.number() }).optional(),
  /** The layer that shows the image that was made. */
  raster_layer: z.object({ id: z.string(), text: z.string() }).optional(),
  /** Of a tool that people have made: everything that it gave, by the names it gave them; of layers their ids. */
  outputs: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(['layer', 'file']),
        layer_id: z.string().optional(),
        path: z.string().optional(),
      }),
    )
    .optional(),
  /** What its code has printed; the end of it where that is long. */
  printed: z.string().optional(),
});
export type ToolOutcome = z.output<typeof toolOutcome>;

export const listTools = defineEndpoint({
  id: 'listTools',
  method: 'GET',
  path: '/api/tools',
  summary: 'The tools that can be run on layers: what they take, their parameters as JSON Schema, and what they give.',
  policy: signedIn('any'),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        category: z.string(),
        description: z.string(),
        inputs: z.array(
          z.object({
            name: z.string(),
            geometry_types: z.union([z.literal('any'), z.array(z.string())]),
            count: z.union([z.enum(['any', 'multiple']), z.number()]),
          }),
        ),
        output: z.string(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
});

/**
 * Runs as an operation, which the call waits for and whoever hangs up cancels; `operation_id` is a fresh UUID of the
 * caller, who can follow the operation by it.
 */
export const runTool = defineEndpoint({
  id: 'runTool',
  method: 'POST',
  path: '/api/tools/:toolId/projects/:projectId',
  summary: 'Run a tool on layers of a project, for a new layer, a replacement, a preview or a file.',
  policy: inProject('update', 'map'),
  params: z.object({ toolId: z.string(), projectId: z.string() }),
  bodyBytes: largestBody,
  body: z.object({
    operation_id: z.uuid().lowercase().optional(),
    /**
     * `layer:{mapId}/{layerId}` whose features it takes, `file:` and the path of a file of tables or geodata,
     * `table:{database}/{schema}/{table}` or `result:{id}`; tools that need none do without. Further ones are
     * parameters.
     */
    layer: z.string().max(2_000).optional(),
    /** Those of its features that are taken; all where it is left out. */
    features: z.array(z.int().min(1).max(2_147_483_647)).max(mostFeatures).optional(),
    parameters: z.record(z.string(), z.unknown()).default({}),
    output: toolOutput,
  }),
  reply: z.object({ data: toolOutcome }),
});

const ofResult = { in: 'params', name: 'operationId' } as const;
const byResult = z.object({ operationId: z.string() });

export const readToolResultPart = defineEndpoint({
  id: 'readToolResultPart',
  method: 'GET',
  path: '/api/tools/results/:operationId/snapshot',
  summary: 'Bytes of one part file (Arrow IPC stream) of a preview of the caller; byte ranges are honoured.',
  policy: ofResource('operation', 'read', ofResult),
  params: byResult,
  query: z.object({ part: z.string().max(64) }),
  replyType: 'application/vnd.apache.arrow.stream',
});

export const keepToolResult = defineEndpoint({
  id: 'keepToolResult',
  method: 'POST',
  path: '/api/tools/results/:operationId/keep',
  summary: 'Make a new layer, on top of a map of the same project, of a preview of the caller.',
  policy: ofResource('operation', 'read', ofResult),
  params: byResult,
  body: z.object({ map_id: z.string(), name: z.string().max(1_000).refine(isStorableText).optional() }),
  reply: z.object({ data: vectorLayerEntry }),
});

export const discardToolResult = defineEndpoint({
  id: 'discardToolResult',
  method: 'DELETE',
  path: '/api/tools/results/:operationId',
  summary: 'Remove a preview of the caller.',
  policy: ofResource('operation', 'read', ofResult),
  params: byResult,
  reply: z.object({ status: z.literal('ok') }),
});
