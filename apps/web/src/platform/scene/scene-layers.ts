import { COORDINATE_SYSTEM, type Layer, type LayerProps } from '@deck.gl/core';
import { PointCloudLayer } from '@deck.gl/layers';
import { ScenegraphLayer } from '@deck.gl/mesh-layers';
import type { Matrix, ScenePoints, Triple } from '@groma/geo';
import { pointColors, type Coloring, type SceneRange } from './point-colors.ts';
import type { ScenePart } from './scene-store.ts';

export interface SceneLook {
  coloring: Coloring;
  range: SceneRange;
  /** Half of a point’s width in pixels. */
  pointSize: number;
  opacity: number;
}

interface Colored {
  key: string;
  data: { length: number; attributes: Record<string, { value: ArrayLike<number>; size: number }> };
}

const colored = new WeakMap<ScenePoints, Colored>();
const one = [{ at: [0, 0, 0] as [number, number, number] }];

/**
 * Layers of deck.gl for what is drawn of a scene, in metres around its middle.
 * @param origin longitude, latitude and height of the middle on a map; null where the metres are drawn as they are
 * @param matrix to metres around the origin, in place of the parts’ own
 */
export function sceneLayers(
  parts: readonly ScenePart[],
  { coloring, range, pointSize, opacity }: SceneLook,
  {
    name,
    origin,
    matrix,
    more = {},
  }: { name: string; origin: Triple | null; matrix?: Matrix; more?: Partial<LayerProps> & object },
): Layer[] {
  const where = origin
    ? { coordinateSystem: COORDINATE_SYSTEM.METER_OFFSETS, coordinateOrigin: [...origin] as [number, number, number] }
    : { coordinateSystem: COORDINATE_SYSTEM.CARTESIAN };
  return parts.map((part) => {
    const about = {
      ...more,
      ...where,
      id: `${name}-${part.id}`,
      opacity,
      modelMatrix: [...(matrix ?? part.matrix)],
      pickable: true,
    };
    if (part.kind === 'points')
      return new PointCloudLayer({
        ...about,
        data: dataOf(part, coloring, range),
        colorFormat: 'RGB',
        pointSize,
        material: false,
      } as never);
    return new ScenegraphLayer<(typeof one)[number]>({
      ...about,
      data: one,
      scenegraph: part.gltf,
      getPosition: ({ at }: (typeof one)[number]) => at,
      _lighting: 'pbr',
    } as never);
  });
}

/** The same object as long as nothing has changed, so that nothing is sent to the graphics card again. */
function dataOf({ points, matrix }: ScenePart & { kind: 'points' }, coloring: Coloring, range: SceneRange) {
  const key = coloring === 'height' || coloring === 'intensity' ? `${coloring} ${range[coloring].join()}` : coloring;
  const before = colored.get(points);
  if (before?.key === key) return before.data;
  const colors = pointColors(points, matrix, coloring, range);
  const data = {
    length: points.count,
    attributes: { getPosition: { value: points.positions, size: 3 }, getColor: { value: colors, size: 3 } },
  };
  colored.set(points, { key, data });
  return data;
}
