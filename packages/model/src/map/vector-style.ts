/** Red, green, blue and, where it stands, opacity, each 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number] | readonly [red: number, green: number, blue: number, alpha: number];

/** How a vector layer is drawn (VEC-003). */
export interface VectorStyle {
  fillColor: Color;
  lineColor: Color;
  lineWidth: number;
  lineWidthUnits: 'meters' | 'pixels';
  iconColor: Color;
}

/** Colour of a layer that nobody has styled (MAP-115). */
export const defaultLayerColor = [52, 72, 157] as const satisfies Color;

/** Colour of what is selected (MAP-114). */
export const selectedColor = [255, 0, 0] as const satisfies Color;

/** The style of a new layer: its colour, the fill half see-through, so that what lies below can be seen. */
export const defaultVectorStyle: Readonly<VectorStyle> = {
  fillColor: [...defaultLayerColor, 128],
  lineColor: defaultLayerColor,
  lineWidth: 1,
  lineWidthUnits: 'pixels',
  iconColor: defaultLayerColor,
};

/** A stored style with the default for all that it does not say. */
export function completeVectorStyle(style: Partial<VectorStyle>): VectorStyle {
  return { ...defaultVectorStyle, ...style };
}
