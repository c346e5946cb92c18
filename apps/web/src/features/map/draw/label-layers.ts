import { TextLayer } from '@deck.gl/layers';
import type { Layer } from '@deck.gl/core';
import { completeVectorStyle } from '@groma/model';
import type { PlacedLabels } from '../layer/place-labels.ts';
import type { MapState } from '../session/map-state.ts';

const family = 'Inter, system-ui, sans-serif';

/** How far above its place a label of a layer stands, in pixels: points stay in sight. */
export function labelLift(state: Pick<MapState, 'styles' | 'data'>, layerId: string): number {
  const isPoints = state.data[layerId]?.manifest.parts.some(({ kind, rows }) => kind === 'point' && rows > 0) ?? false;
  const { labels, pointRadius } = completeVectorStyle(state.styles[layerId] ?? {});
  return isPoints && labels ? pointRadius + labels.size * 0.75 : 0;
}

/** The labels of a map, above all its features. */
export function labelLayers(state: Pick<MapState, 'styles' | 'data'>, placed: readonly PlacedLabels[]): Layer[] {
  return placed.toReversed().flatMap(({ layerId, texts, positions }) => {
    const { labels, opacity } = completeVectorStyle(state.styles[layerId] ?? {});
    if (!labels) return [];
    return new TextLayer<string>({
      id: `${layerId}/labels`, data: texts, pickable: false, opacity: opacity ** 2.2,
      getText: (text) => text, getPosition: (_text, { index }) => [positions[2 * index]!, positions[2 * index + 1]!],
      getSize: labels.size, getColor: [...labels.color] as never, getPixelOffset: [0, -labelLift(state, layerId)], getTextAnchor: 'middle', getAlignmentBaseline: 'center',
      fontFamily: family, fontWeight: 500, characterSet: 'auto', fontSettings: { sdf: true, fontSize: 48, radius: 10, buffer: 8 },
      outlineWidth: labels.haloWidth, outlineColor: [...labels.haloColor] as never,
    });
  });
}
