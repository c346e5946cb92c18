import { bandRoles } from '@groma/model';
import { z } from 'zod';

/** Longitude and latitude in degrees; more numbers are left out. */
const position = z.array(z.number()).min(2);
const ring = z.array(position).min(1).max(10_000);
const polygon = z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1).max(1_000) });
const multiPolygon = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(ring).min(1)).min(1).max(1_000),
});

/** What scenes are looked for in, or cover. */
export const sceneArea = z.discriminatedUnion('type', [polygon, multiPolygon]);
export type SceneArea = z.output<typeof sceneArea>;

/** West, south, east, north in degrees; west is greater than east across the antimeridian. */
export const sceneBox = z.tuple([
  z.number().min(-180).max(180),
  z.number().min(-90).max(90),
  z.number().min(-180).max(180),
  z.number().min(-90).max(90),
]);
export type SceneBox = z.output<typeof sceneBox>;

const sceneBand = z.object({
  name: z.string(),
  /** As STAC calls its part of the spectrum. */
  common_name: z.string().nullable(),
  /** What indices call it. */
  role: z.enum(bandRoles).nullable(),
  /** Nanometres. */
  wavelength: z.number().nullable(),
});
export type SceneBand = z.output<typeof sceneBand>;

/** A file of a scene. */
const sceneAsset = z.object({
  key: z.string(),
  title: z.string(),
  /** What a raster layer is drawn from: an address, or a path below /data; null where nobody can read it from here. */
  address: z.string().nullable(),
  media_type: z.string().nullable(),
  roles: z.array(z.string()),
  bands: z.array(sceneBand),
  epsg: z.number().int().nullable(),
  /** Metres of a pixel. */
  gsd: z.number().nullable(),
  /** A stored value times `factor` plus `offset` is what was measured. */
  factor: z.number().nullable(),
  offset: z.number().nullable(),
  nodata: z.number().nullable(),
  /** Whether it is a GeoTIFF, and can be drawn. */
  is_drawn: z.boolean(),
});
export type SceneAsset = z.output<typeof sceneAsset>;

/** One picture of the Earth, as a STAC item says it. */
export const scene = z.object({
  id: z.string(),
  collection: z.string().nullable(),
  /** ISO 8601; the beginning where it took a while; null where it says no time. */
  time: z.string().nullable(),
  ends: z.string().nullable(),
  /** In longitudes that run on across the antimeridian, where it lies there. */
  footprint: sceneArea.nullable(),
  box: sceneBox.nullable(),
  /** Percent. */
  cloud_cover: z.number().nullable(),
  platform: z.string().nullable(),
  /** For `readSceneThumbnail`. */
  thumbnail: z.string().nullable(),
  assets: z.array(sceneAsset),
});
export type Scene = z.output<typeof scene>;
