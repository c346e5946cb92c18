import type { Color } from './color.ts';
import type { LayerFilter } from './layer-filter.ts';
import type { LayerJoin } from './layer-join.ts';
import { plainDrawing, type PointDrawing } from './point-drawing.ts';
import type { PointSize } from './point-size.ts';
import { plainSymbology, type Symbology } from './symbology.ts';

/** Shapes a point can be drawn as. */
export const pointIcons = ['circle', 'square', 'diamond', 'triangle', 'star', 'cross'] as const;
export type PointIcon = (typeof pointIcons)[number];

/** Names beside the features of a layer. */
export interface LabelStyle {
  /** A column by `$name`, or an expression over the columns. */
  text: string;
  /** Pixels. */
  size: number;
  color: Color;
  haloColor: Color;
  /** Pixels; 0 for none. */
  haloWidth: number;
  /** Draws also those that lie on others. */
  withCollisions: boolean;
  minZoom: number;
  /** Text and halo take the colours that read on the base map of whoever looks, in place of their own. */
  followsBaseMap?: boolean | undefined;
}

/** How a vector layer is drawn: the fields of VEC-003, and those that go beyond it. */
export interface VectorStyle {
  fillColor: Color;
  lineColor: Color;
  lineWidth: number;
  lineWidthUnits: 'meters' | 'pixels';
  iconColor: Color;
  /** Of the whole layer, 0 to 1. */
  opacity: number;
  /** Drawn from this zoom, counted, to `maxZoom`, counted. */
  minZoom: number;
  maxZoom: number;
  /** Pixels. */
  pointRadius: number;
  pointIcon: PointIcon;
  /** Sizes points by a column; null draws all of them with `pointRadius`. */
  pointSize: PointSize | null;
  /** As what points are drawn: each for itself, or together. */
  pointDrawing: PointDrawing;
  symbology: Symbology;
  labels: LabelStyle | null;
  isInLegend: boolean;
  /** Which features are there for whoever looks; the others stay in the layer (VEC-071). */
  filter: LayerFilter;
  /** Columns that it shows of other layers (MAP-165). */
  joins: readonly LayerJoin[];
}

/** Zooms between which a layer can be drawn. */
export const styleZoomRange = { least: 0, most: 24 } as const;

/** Colour of a layer that nobody has styled (MAP-115). */
export const defaultLayerColor = [52, 72, 157] as const satisfies Color;

/** Colour of what is selected (MAP-114). */
export const selectedColor = [255, 0, 0] as const satisfies Color;

/** Points whose property `positive` is true or false (VEC-002): green with a plus, orange with a minus. */
export const positiveColor = [19, 122, 84] as const satisfies Color;
export const negativeColor = [190, 77, 10] as const satisfies Color;

/** The style of a new layer: its colour, the fill half see-through, so that what lies below can be seen. */
export const defaultVectorStyle: Readonly<VectorStyle> = {
  fillColor: [...defaultLayerColor, 128],
  lineColor: defaultLayerColor,
  lineWidth: 1,
  lineWidthUnits: 'pixels',
  iconColor: defaultLayerColor,
  opacity: 1,
  minZoom: styleZoomRange.least,
  maxZoom: styleZoomRange.most,
  pointRadius: 5,
  pointIcon: 'circle',
  pointSize: null,
  pointDrawing: plainDrawing,
  symbology: plainSymbology,
  labels: null,
  isInLegend: true,
  filter: [],
  joins: [],
};

/** The labels that someone begins with, once a text is chosen. */
export const defaultLabelStyle: Readonly<Omit<LabelStyle, 'text'>> = {
  size: 12,
  color: [28, 30, 33],
  haloColor: [255, 255, 255, 230],
  haloWidth: 2,
  withCollisions: false,
  minZoom: styleZoomRange.least,
  followsBaseMap: true,
};

/** Labels over what is dark, such as a base map in the dark theme. */
const darkGroundLabel = { color: [240, 238, 232], haloColor: [20, 22, 23, 230] } as const satisfies Partial<LabelStyle>;

/** The colours of labels over a base map: their own, or those that read on it (MAP-157). */
export function labelColors(labels: LabelStyle, isGroundDark: boolean): Pick<LabelStyle, 'color' | 'haloColor'> {
  if (!labels.followsBaseMap) return labels;
  return isGroundDark ? darkGroundLabel : defaultLabelStyle;
}

/**
 * Colours of the layers of a map in the order in which they come: the first has the default (MAP-115), those after it
 * can be told from it and from each other.
 */
const layerColors: readonly (readonly [number, number, number])[] = [
  defaultLayerColor,
  [15, 125, 116],
  [178, 88, 20],
  [142, 53, 125],
  [82, 118, 32],
  [176, 52, 62],
  [38, 112, 168],
  [120, 92, 38],
];

/** What the style of a new layer says, given how many layers its map has already: nothing for the first. */
export function newLayerStyle(layersBefore: number): Partial<VectorStyle> {
  const color = layerColors[layersBefore % layerColors.length]!;
  return color === defaultLayerColor ? {} : { fillColor: [...color, 128], lineColor: color, iconColor: color };
}

/** A stored style with the default for all that it does not say. */
export function completeVectorStyle(style: Partial<VectorStyle>): VectorStyle {
  return { ...defaultVectorStyle, ...style };
}
