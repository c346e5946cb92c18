import type { LayerKind } from '../view/layer-kind.ts';
import { rasterLayerId, RasterLayers } from './raster-layers.ts';
import { RasterLegend } from './raster-legend.tsx';

/** Images that the tile service draws. */
export const rasterKind: LayerKind = {
  has: ({ rasters }, layerId) => rasters[layerId] !== undefined,
  styleLayers: (map, mapId) => new RasterLayers(map, mapId),
  styleLayerId: ({ rasterFailures }, layerId) => (rasterFailures[layerId]?.isLost ? null : rasterLayerId(layerId)),
  isInLegend: ({ rasters }, layerId) => rasters[layerId]!.style.isInLegend,
  legend: (props) => <RasterLegend {...props} />,
};
