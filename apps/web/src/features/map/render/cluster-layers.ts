import type { Layer } from '@deck.gl/core';
import { ScatterplotLayer, TextLayer } from '@deck.gl/layers';
import { selectedColor, type Color, type VectorStyle } from '@groma/model';
import type { ClusterView } from '../layer/point-clusters.ts';
import { classColor } from './paint.ts';

interface ClusterLook {
  layerId: string;
  style: VectorStyle;
  radius: number;
  selected: ReadonlySet<number>;
  beforeId: string | undefined;
}

const outline: Color = [255, 255, 255, 230];
const [smallest, step] = [11, 5];
const number = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** The circle of a cluster in pixels: larger for more points, and clear of its neighbours. */
export function circleRadius(count: number, radius: number): number {
  return Math.min(smallest + step * Math.log10(count), Math.max(smallest, radius * 0.6));
}

/** Circles with numbers, and the points that are alone. */
export function clusterLayers(view: ClusterView, look: ClusterLook): Layer[] {
  const { layerId, style, radius, beforeId } = look;
  const places = Array.from(view.counts.keys());
  const position = (at: number): [number, number] => [view.positions[2 * at]!, view.positions[2 * at + 1]!];
  const common = { pickable: false, opacity: style.opacity ** 2.2, ...(beforeId !== undefined && { beforeId }) };
  const clusters = places.filter((at) => view.counts[at]! > 1);
  return [
    new ScatterplotLayer<number>({
      ...common,
      id: `${layerId}/clusters`,
      data: places,
      radiusUnits: 'pixels',
      lineWidthUnits: 'pixels',
      stroked: true,
      antialiasing: true,
      getPosition: position,
      getRadius: (at) => (view.counts[at]! > 1 ? circleRadius(view.counts[at]!, radius) : style.pointRadius),
      getFillColor: (at) => [...colorAt(view, at, look)] as never,
      getLineColor: [...outline] as never,
      getLineWidth: (at) => (view.counts[at]! > 1 ? 2 : 1),
      updateTriggers: {
        getRadius: [radius, style.pointRadius],
        getFillColor: [style.iconColor, style.symbology, look.selected],
      },
    }),
    new TextLayer<number>({
      ...common,
      id: `${layerId}/counts`,
      data: clusters,
      getText: (at) => number.format(view.counts[at]!),
      getPosition: position,
      getSize: 12,
      getColor: isLight(style.iconColor) ? [28, 30, 33] : [255, 255, 255],
      getTextAnchor: 'middle',
      getAlignmentBaseline: 'center',
      fontFamily: 'Inter, system-ui, sans-serif',
      fontWeight: 600,
      characterSet: [...'0123456789.KMBT'],
      fontSettings: { fontSize: 24, buffer: 4 },
      updateTriggers: { getColor: style.iconColor },
    }),
  ];
}

function colorAt(view: ClusterView, at: number, { style, selected }: ClusterLook): Color {
  if (view.counts[at]! > 1) return style.iconColor;
  if (selected.has(view.fids[at]!)) return selectedColor;
  return view.classes ? classColor(style.symbology, view.classes[at]!, style.iconColor) : style.iconColor;
}

function isLight([red, green, blue]: Color): boolean {
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
}
