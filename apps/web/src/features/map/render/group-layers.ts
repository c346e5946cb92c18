import type { Layer } from '@deck.gl/core';
import { hexagonSymbology, type Color, type PointDrawing, type Symbology } from '@groma/model';
import { classingOf } from '../layer/classing.ts';
import type { HexagonView } from '../layer/hexagon-bins.ts';
import { nothingSelected } from '../session/map-state.ts';
import { batchLayers, type LayerLook } from './batch-layers.ts';
import { clusterLayers } from './cluster-layers.ts';
import type { PointGroup } from './group-finder.ts';

type Hexagons = Extract<PointDrawing, { kind: 'hexagons' }>;

/** What deck.gl draws of points that are drawn together; nothing while their groups are on their way. */
export function groupLayers(group: PointGroup | null, drawing: PointDrawing, look: LayerLook): Layer[] {
  if (group?.kind === 'heat' && drawing.kind === 'heat') return group.draw(group.cells, drawing, look);
  if (group?.kind === 'hexagons' && drawing.kind === 'hexagons') return hexagonLayers(group.view, drawing, look);
  if (group?.kind !== 'clusters' || drawing.kind !== 'clusters') return [];
  return clusterLayers(group.view, { ...look, radius: drawing.radius });
}

/** Nearly opaque, with a thin neutral edge. */
const fill: Color = [0, 0, 0, 230];
const edge: Color = [58, 62, 66, 90];
const edgeWidth = 0.5;

const symbologies = new WeakMap<Hexagons, Symbology>();

/** Hexagons are areas with classes, and are drawn like those of any layer. */
function hexagonLayers({ batch, classes }: HexagonView, drawing: Hexagons, look: LayerLook): Layer[] {
  const symbology = symbologies.get(drawing) ?? hexagonSymbology(drawing);
  symbologies.set(drawing, symbology);
  return batchLayers([batch], {
    ...look,
    layerId: `${look.layerId}/hexagons`,
    style: {
      ...look.style,
      symbology,
      fillColor: fill,
      lineColor: edge,
      lineWidth: edgeWidth,
      lineWidthUnits: 'pixels',
    },
    classes: { [batch.id]: { classes, signs: null } },
    classedBy: classingOf(symbology),
    isFiltered: false,
    selected: nothingSelected,
    withHairlines: false,
  });
}
