import { findColorMap, rampColors, type ColorMap } from '../color-map/color-map.ts';
import type { Color } from './color.ts';
import type { ClassMethod, Symbology } from './symbology.ts';

export const hexagonMeasures = ['count', 'mean', 'sum'] as const;
export type HexagonMeasure = (typeof hexagonMeasures)[number];

/** As what the points of a layer are drawn. */
export type PointDrawing =
  /** Each for itself. */
  | { kind: 'points' }
  /** Those within `radius` pixels of each other as one circle with their number. */
  | { kind: 'clusters'; radius: number }
  /**
   * As a surface of density: each point is felt within `radius` pixels, as much as the column `weight` says, or all
   * alike where it is null. `intensity` times the density takes the colours of a map, relative to the densest place in
   * sight.
   */
  | {
      kind: 'heat';
      radius: number;
      intensity: number;
      weight: string | null;
      colorMap: string;
      isReversed: boolean;
    }
  /**
   * Counted, or a column averaged or summed, in hexagons that are `width` metres from side to side at the middle
   * latitude of the layer. `breaks` and `colors` class the values as those of a graduated symbology, but values beyond
   * the ends belong to the nearest class.
   */
  | {
      kind: 'hexagons';
      width: number;
      measure: HexagonMeasure;
      /** Null for a count. */
      column: string | null;
      method: ClassMethod;
      colorMap: string;
      isReversed: boolean;
      breaks: readonly number[];
      colors: readonly Color[];
    };

type Hexagons = Extract<PointDrawing, { kind: 'hexagons' }>;

export type PointDrawingKind = PointDrawing['kind'];

export const plainDrawing: PointDrawing = { kind: 'points' };

/** Pixels within which points make one cluster. */
export const clusterRadius = { least: 10, most: 200, first: 60 } as const;

/** Pixels within which a point of a heat map is felt. */
export const heatRadius = { least: 2, most: 100, first: 30 } as const;
export const mostIntensity = 10;

/** The heat map that someone begins with. */
export const firstHeat = {
  kind: 'heat',
  radius: heatRadius.first,
  intensity: 1,
  weight: null,
  colorMap: 'ylorrd',
  isReversed: false,
} as const satisfies PointDrawing;

/** Whether points are drawn as areas of density, with colours of their own. */
export function isSurface({ kind }: PointDrawing): boolean {
  return kind === 'heat' || kind === 'hexagons';
}

/** The column that a drawing reads; null for none. */
export function drawingColumn(drawing: PointDrawing): string | null {
  if (drawing.kind === 'hexagons') return drawing.column;
  return drawing.kind === 'heat' ? drawing.weight : null;
}

/** Metres from side to side of a hexagon. */
export const hexagonWidth = { least: 1, most: 2_000_000 } as const;

/** The hexagons that someone begins with, before their width and classes are known. */
export const firstHexagons: Hexagons = {
  kind: 'hexagons',
  width: 1_000,
  measure: 'count',
  column: null,
  method: 'quantile',
  colorMap: 'viridis',
  isReversed: false,
  breaks: [],
  colors: [],
};

/** The same hexagons in the colours of another map, one for each class. */
export function recolorHexagons(drawing: Hexagons, { name }: ColorMap, isReversed: boolean): Hexagons {
  const colors = rampColors(findColorMap(name), drawing.breaks.length - 1, isReversed);
  return { ...drawing, colorMap: name, isReversed, colors };
}

/** The classes of hexagons as those of areas, for who draws or explains them. */
export function hexagonSymbology(drawing: Hexagons): Extract<Symbology, { kind: 'graduated' }> {
  const { method, colorMap, isReversed, breaks, colors, column } = drawing;
  return { kind: 'graduated', column: column ?? '', method, colorMap, isReversed, breaks, colors, other: null };
}
