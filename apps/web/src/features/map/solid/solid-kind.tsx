import type { LayerKind } from '../view/layer-kind.ts';
import { SolidDrawing } from './solid-drawing.ts';
import { SolidLegend } from './solid-legend.tsx';

/** Clouds of points, meshes and tiles that stand in space. */
export const solidKind: LayerKind = {
  has: ({ solids }, layerId) => solids[layerId] !== undefined,
  deckDrawing: (map, session, onChange) => new SolidDrawing(map, session, onChange),
  isInLegend: ({ solids }, layerId) => solids[layerId]!.style.isInLegend,
  attribution: ({ solids }, layerId) => solids[layerId]!.style.attribution,
  legend: (props) => <SolidLegend {...props} />,
};
