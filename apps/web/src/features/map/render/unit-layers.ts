import type { Layer, LayerProps, UpdateParameters } from '@deck.gl/core';
import { PathLayer, type PathLayerProps } from '@deck.gl/layers';
import { AreaLayer, ofEdges, type AreaLayerProps } from './area-layer.ts';
import { largestSize, MarkerLayer, type MarkerLayerProps } from './marker-layer.ts';
import type { Paint } from './paint.ts';
import type { Camera } from './sight.ts';
import { UnitDrawing, type UnitPlan, type UnitProps } from './unit-drawing.ts';

/** A class of layers of deck.gl's, without what it says of its data. */
type LayerClass = new (...props: never[]) => Layer;
type UnitLayerClass<Props> = new (props: LayerProps & Partial<Props> & UnitProps) => Layer;

/** A layer of deck.gl that draws units, which it is given as `units`, instead of the rows of `data`. */
function overUnits<Props extends object>(Base: LayerClass, plan: UnitPlan<Props & UnitProps>): UnitLayerClass<Props> {
  // oxlint-disable-next-line typescript/no-explicit-any -- a mixin takes any arguments
  const Open = Base as new (...all: any[]) => Layer<UnitProps> & { initializeState(): void };
  // The instance is another one at each change; what it holds is its state.
  const drawings = new WeakMap<object, UnitDrawing<Props & UnitProps>>();
  return class extends Open {
    static layerName = `${(Base as unknown as { layerName: string }).layerName}OverUnits`;

    override updateState(change: UpdateParameters<this>): void {
      super.updateState(change);
      const drawing = drawings.get(this.state) ?? new UnitDrawing(plan);
      drawings.set(this.state, drawing);
      drawing.follow(this as never);
    }

    override finalizeState(context: Layer['context']): void {
      super.finalizeState(context);
      drawings.get(this.state)?.release();
    }
  } as unknown as UnitLayerClass<Props>;
}

/** The insides of areas, then their edges. */
export const AreaUnits = overUnits<AreaLayerProps>(AreaLayer, {
  arrays(gl, store, look, { hasEdges }) {
    const shape = store.shapeOf(gl, look.batch);
    if (!shape) return null;
    const positions = store.positions(shape, look.batch, 'vertexPositions');
    const insides = {
      attributes: { ...positions, ...store.paint(gl, 'fill', look, 'fillColors') },
      index: shape.triangles,
      count: 1,
    };
    const edges = (paint: Paint) => ({
      attributes: { ...positions, ...store.paint(gl, 'edge', { ...look, paint }, 'lineColors') },
      index: shape.edges,
      count: 1,
      isLines: true,
      constant: { name: 'elevations', value: ofEdges },
    });
    // Outlines are drawn as hairlines or of a width.
    store.forget(gl, hasEdges ? 'path' : 'edge', look.batch);
    return hasEdges && look.edgePaint ? [insides, edges(look.edgePaint)] : [insides];
  },
  reach: () => 2,
});

/** Lines, and outlines of a width. */
export const PathUnits = overUnits<PathLayerProps>(PathLayer, {
  arrays(gl, store, look) {
    const { batch } = look;
    const shape = store.shapeOf(gl, batch);
    // Each piece of a line knows the corner before it and the one after it.
    return (
      shape && [
        {
          attributes: {
            ...store.positions(shape, batch, 'instanceLeftPositions', -1),
            ...store.positions(shape, batch, 'instanceStartPositions'),
            ...store.positions(shape, batch, 'instanceEndPositions', 1),
            ...store.positions(shape, batch, 'instanceRightPositions', 2),
            instanceTypes: store.types(gl, shape, batch),
            ...store.paint(gl, 'path', look, 'instanceColors'),
          },
          index: null,
          count: batch.count,
        },
      ]
    );
  },
  // Corners run out as far as four times the width.
  reach: ({ getWidth, widthUnits }, camera) =>
    2 + (4 * Number(getWidth)) / (widthUnits === 'pixels' ? 1 : metresOfPixel(camera)),
});

export const PointUnits = overUnits<MarkerLayerProps>(MarkerLayer, {
  arrays(gl, store, look) {
    const shape = store.shapeOf(gl, look.batch);
    return (
      shape && [
        {
          attributes: {
            ...store.positions(shape, look.batch, 'instancePositions'),
            ...store.paint(gl, 'point', look, 'instanceFillColors'),
            ...store.sizes(gl, look, 'instanceRadius'),
          },
          index: null,
          count: look.batch.count,
        },
      ]
    );
  },
  reach: ({ getRadius, radiusScale = 1, isSized }) => 2 + (isSized ? largestSize : Number(getRadius)) * radiusScale,
});

function metresOfPixel(camera: Camera): number {
  return (camera as Camera & { metersPerPixel?: number }).metersPerPixel ?? 1;
}
