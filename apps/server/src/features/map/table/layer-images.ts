import { and, asc, eq } from '../../../platform/database/drizzle.ts';
import { completeRasterStyle, type ProjectId, type RasterStyle } from '@groma/model';
import { layers, maps } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isPresent } from '../record/layer-records.ts';

/** A raster layer as code finds it: where its image lies, and what was chosen for it. */
interface LayerImage {
  id: string;
  name: string;
  map_id: string;
  map_name: string;
  url: string;
  assumed_crs: string | null;
  nodata: string | null;
}

/** The raster layers of a project. */
export async function listImages({ database: { query } }: Platform, projectId: ProjectId): Promise<LayerImage[]> {
  const rows = await query
    .select({
      id: layers.id,
      name: layers.name,
      map_id: maps.id,
      map_name: maps.name,
      source: layers.source,
      style: layers.style,
    })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(and(eq(maps.projectId, projectId), eq(layers.type, 'Layer'), eq(layers.kind, 'raster'), isPresent))
    .orderBy(asc(maps.name), asc(layers.order), asc(layers.id));
  return rows.map(({ source, style, ...row }) => {
    const { assumedCrs, nodata } = completeRasterStyle(style as Partial<RasterStyle>);
    return { ...row, url: (source as { url: string }).url, assumed_crs: assumedCrs, nodata };
  });
}
