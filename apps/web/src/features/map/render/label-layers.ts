import { TextLayer } from '@deck.gl/layers';
import type { Layer } from '@deck.gl/core';
import { completeVectorStyle, labelColors, type Color, type Symbology, type VectorStyle } from '@groma/model';
import type { VectorLayerData } from '@groma/protocol';
import type { PlacedLabels } from '../layer/place-labels.ts';
import { shapeOf } from '../look/layer-shape.ts';
import type { MapState } from '../session/map-state.ts';

const family = 'Inter, system-ui, sans-serif';
/** Letters as distances to their edges, in pixels of a letter of `fontSize`; `radius` is as far as a halo can reach. */
const font = { sdf: true, fontSize: 64, radius: 18, buffer: 16, cutoff: 0.25 };

/** How far above its place a label of a layer stands, in pixels: points stay in sight. */
export function labelLift(state: Pick<MapState, 'styles' | 'data'>, layerId: string): number {
  const isPoints = state.data[layerId]?.manifest.parts.some(({ kind, rows }) => kind === 'point' && rows > 0) ?? false;
  const { labels, pointRadius, pointSize } = completeVectorStyle(state.styles[layerId] ?? {});
  return isPoints && labels ? (pointSize?.leastRadius ?? pointRadius) + labels.size * 0.75 : 0;
}

/** From this opacity of a fill on, labels stand on it and no longer on the base map. */
const coveringAlpha = 190;
/** Of 255, as eyes weigh red, green and blue. */
const leastLight = 110;

/** Whether labels of areas stand on fills of their own layer that are light on the whole. */
function isLightFilled({ symbology, fillColor }: VectorStyle, data: VectorLayerData | undefined): boolean {
  if (shapeOf(data) !== 'polygon' || (fillColor[3] ?? 255) < coveringAlpha) return false;
  const lights = fillsOf(symbology, fillColor).map(([red, green, blue]) => 0.299 * red + 0.587 * green + 0.114 * blue);
  return lights.reduce((sum, each) => sum + each, 0) > leastLight * lights.length;
}

function fillsOf(symbology: Symbology, fillColor: Color): readonly Color[] {
  if (symbology.kind === 'single') return [fillColor];
  return symbology.kind === 'graduated' ? symbology.colors : symbology.categories.map(({ color }) => color);
}

/** The labels of a map, above all its features. */
export function labelLayers(
  state: Pick<MapState, 'styles' | 'data'>,
  placed: readonly PlacedLabels[],
  isGroundDark: boolean,
): Layer[] {
  return placed.toReversed().flatMap(({ layerId, texts, positions }) => {
    const style = completeVectorStyle(state.styles[layerId] ?? {});
    const { labels, opacity } = style;
    if (!labels) return [];
    const colors = labelColors(labels, isGroundDark && !isLightFilled(style, state.data[layerId]));
    const text = (part: string, color: Color, outline: object) =>
      new TextLayer<string>({
        id: `${layerId}/labels-${part}`,
        data: texts,
        pickable: false,
        opacity: opacity ** 2.2,
        getText: (label) => label,
        getPosition: (_text, { index }) => [positions[2 * index]!, positions[2 * index + 1]!],
        getSize: labels.size,
        getColor: [...color] as never,
        getPixelOffset: [0, -labelLift(state, layerId)],
        getTextAnchor: 'middle',
        getAlignmentBaseline: 'center',
        fontFamily: family,
        fontWeight: 500,
        characterSet: 'auto',
        fontSettings: part === 'halo' ? font : { fontSize: 2 * Math.round(labels.size), buffer: 4 },
        ...outline,
      });
    // The halo of a letter would lie on the letter before it: all halos come first.
    const reach = ((1 - font.cutoff) * font.radius * labels.size) / font.fontSize;
    // deck.gl takes the width in pixels of the letters as they are kept, up to `radius`.
    const outlineWidth = Math.min(1, labels.haloWidth / reach) * font.radius;
    const halo = { outlineWidth, outlineColor: [...colors.haloColor] as never };
    return [...(labels.haloWidth > 0 ? [text('halo', colors.haloColor, halo)] : []), text('text', colors.color, {})];
  });
}
