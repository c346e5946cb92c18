import { conversionOptions, inProject, ofResource } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { isStorableText } from '../map/feature.ts';

const mostPaths = 1_000;
const path = z.string().min(1).max(4_096);

/**
 * Formats of results (WFL-145, WFL-146). Which of them a server writes depends on what it has; the others are refused
 * before anything is made.
 */
export const conversionFormats = [
  'cog',
  'geotiff',
  'geojson',
  'shapefile',
  'kml',
  'kmz',
  'geopackage',
  'flatgeobuf',
  'geoparquet',
  'sld',
  'qml',
  'las',
  'laz',
  'xyz',
  'ply',
  'stl',
  'obj',
  'dae',
  'glb',
  'gltf',
  '3dtiles',
  'i3s',
] as const;
export type ConversionFormat = (typeof conversionFormats)[number];

/** One image of a file of arrays: the path of its array, and a step of each other axis, counted from 0. */
const arrayImage = z.object({
  path: z.string().min(1).max(1_000),
  at: z.array(z.int().nonnegative()).max(30),
});
export type ArrayImage = z.output<typeof arrayImage>;

/**
 * Begins a conversion and answers at once (RAS-012). `operation_id` is a fresh UUID of the caller: the conversion is
 * the operation of that id. Results have the paths answered, and are there when its phase is Succeeded. Paths may be
 * folders (`/data/scenes/`) and patterns with one `*` in their last part. `crs` is the coordinate system of sources
 * that do not say it; with `needs_place` sources that nothing places are refused (pictures always are): one alone at
 * once, several by their operation; `layer` is a raster layer that is drawn from the one source, and by the server from
 * its copy once that is there; `options` say how rasters are written; `new_layer` is one that the server makes of the
 * copy, on top of a map; `array` says which image of a file of arrays (NetCDF, HDF5, Zarr) is converted.
 */
export const convertFiles = defineEndpoint({
  id: 'convertFiles',
  method: 'POST',
  path: '/api/functions/groma-format-converter/projects/:projectId',
  summary:
    'Convert files of a project as an operation, to rasters (`cog`, `geotiff`) or vectors (`geojson`, `shapefile`, `kml`, `kmz`, `geopackage`, `flatgeobuf`, `geoparquet`), styles (`sld`, `qml`), point clouds (`las`, `laz`, `xyz`, `ply`), meshes (`ply`, `stl`, `obj`, `dae`, `glb`, `gltf`) or tiles of both (`3dtiles`); `cog` puts a Cloud Optimized GeoTIFF, "{name} (COG).tif", beside each.',
  policy: inProject('upload', 'file'),
  params: z.object({ projectId: z.string() }),
  body: z.object({
    bucket_name: z.enum(['groma', 'groma-temp']),
    operation_id: z.uuid().lowercase(),
    input_paths: z.array(path).min(1).max(mostPaths),
    output_format: z.enum(conversionFormats),
    excluded_paths: z.array(path).max(mostPaths).optional(),
    output_folder: path.optional(),
    crs: z
      .string()
      .regex(/^EPSG:\d{1,7}$/i)
      .optional(),
    needs_place: z.boolean().optional(),
    /** Of rasters alone. */
    options: conversionOptions.optional(),
    array: arrayImage.optional(),
    layer: z.object({ map_id: z.string(), layer_id: z.string() }).optional(),
    new_layer: z
      .object({ map_id: z.string(), layer_id: z.uuid(), name: z.string().min(1).max(1_000).refine(isStorableText) })
      .optional(),
  }),
  reply: z.object({ status: z.number(), output_paths: z.array(z.string()) }),
});

/** Kinds of axes of an array, besides the two of its images. */
const arrayStepKinds = ['time', 'level', 'other'] as const;

/**
 * Images that a file of arrays holds. Each has a step of each of its other axes, such as times, whose `labels` are
 * dates where the file says them as the CF conventions do. `place` tells whether it can lie on a map: `no-place` where
 * it says no place or its rows and columns are not even, `missing-crs` where a coordinate system must be said.
 */
export const listArrays = defineEndpoint({
  id: 'listArrays',
  method: 'GET',
  path: '/api/arrays/projects/:projectId',
  summary:
    'The images that a NetCDF, HDF5 or Zarr file of the project holds, with the steps of their times and levels.',
  policy: inProject('read-on-open', 'file'),
  params: z.object({ projectId: z.string() }),
  query: z.object({ path, bucket_name: z.enum(['groma', 'groma-temp']).optional() }),
  reply: z.object({
    data: z.array(
      z.object({
        path: z.string(),
        title: z.string().nullable(),
        unit: z.string().nullable(),
        width: z.number(),
        height: z.number(),
        steps: z.array(
          z.object({
            name: z.string(),
            kind: z.enum(arrayStepKinds),
            unit: z.string().nullable(),
            labels: z.array(z.string()),
          }),
        ),
        place: z.enum(['known', 'no-place', 'missing-crs']),
      }),
    ),
  }),
});

/** Phases of a conversion, as its callers poll them (RAS-011). */
export const functionPhases = ['Pending', 'Running', 'Succeeded', 'Failed', 'Error'] as const;
const phase = z.enum(functionPhases);

export const readFunctionOperation = defineEndpoint({
  id: 'readFunctionOperation',
  method: 'GET',
  path: '/api/functions/operations/:operationId',
  summary:
    'How far an operation of the caller is, in phases: Succeeded, Failed (with `message`) and Error (it was stopped) are final.',
  policy: ofResource('operation', 'read', { in: 'params', name: 'operationId' }),
  params: z.object({ operationId: z.string() }),
  reply: z.object({
    status: z.number(),
    data: z.object({
      items: z.array(
        z.object({
          status: z.object({
            phase,
            message: z.string().nullable(),
            progress: z.number(),
            nodes: z.record(z.string(), z.object({ displayName: z.string(), phase })),
          }),
        }),
      ),
    }),
  }),
});

/**
 * Makes what a page can show of a cloud of points or a mesh, unless it is there already, as an operation of the caller,
 * and answers when it is there, by its path in a bucket, for a day: the first file of a tileset (3D Tiles 1.0) in
 * metres, without its place on the globe; or a GLB, whose height is along z where `is_upright` says so.
 */
export const openScene = defineEndpoint({
  id: 'openScene',
  method: 'POST',
  path: '/api/scenes/projects/:projectId',
  summary:
    'Make tiles of a cloud of points (LAS, LAZ, XYZ, PLY) or a GLB of a mesh (STL, OBJ, DAE) to be looked at, and wait for them.',
  policy: inProject('read-on-open', 'file'),
  params: z.object({ projectId: z.string() }),
  body: z.object({ path }),
  reply: z.object({
    data: z.object({ bucket_name: z.literal('groma-temp'), path: z.string(), is_upright: z.boolean() }),
  }),
});
