import { baseMapTypes } from '@groma/model';
import { z } from 'zod';

/** What commands on maps and layers take: ids, which the assistant and tools can say as well. */
export const mapArgument = z.object({ mapId: z.string() });
/** The map in front where none is named. */
export const someMapArgument = mapArgument.optional();
export const layerArgument = z.object({ mapId: z.string(), layerId: z.string() });
export const layersArgument = z.object({ mapId: z.string(), layerIds: z.array(z.string()).min(1) });
/** A part of a map: west, south, east, north in degrees. */
export const boxArgument = z.object({
  mapId: z.string(),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
/** What a query gives, for a map or for a new one. */
export const resultArgument = z.object({ mapId: z.string().nullable(), sql: z.string(), title: z.string() });
/** A group for some layers of a map, or an empty one. */
export const groupArgument = z.object({ mapId: z.string(), layerIds: z.array(z.string()) });
/** A layer and the feature that is meant, where there is one. */
export const featureArgument = z.object({ mapId: z.string(), layerId: z.string(), fid: z.number().int().optional() });
export const columnArgument = z.object({ mapId: z.string(), layerId: z.string(), column: z.string() });
export const placeArgument = z.object({ lng: z.number(), lat: z.number() });
export const baseMapArgument = z.object({ mapId: z.string(), baseMap: z.enum(baseMapTypes) });
/** An import that is on its way, or has failed. */
export const importArgument = z.object({ importId: z.string() });
