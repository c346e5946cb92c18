import {
  completeVectorStyle,
  legendSizes,
  type Color,
  type PointSize,
  type RasterStyle,
  type VectorStyle,
} from '@groma/model';
import type { Text } from '../../../platform/text.ts';
import { toCss } from '../look/color-text.ts';
import { shapeOf, type SwatchShape } from '../look/layer-shape.ts';
import { columnText, hexagonText, sizeTexts } from '../look/class-text.ts';
import { legendClasses, shownStyle } from '../look/legend-classes.ts';
import { presentClasses } from '../session/present-classes.ts';
import { heatColors, hexagonClasses } from '../look/group-legend.tsx';
import { paletteColors } from '../look/palette-css.ts';
import { drawnLayers } from '../session/drawn-layers.ts';
import type { MapState } from '../session/map-state.ts';

/** A row of the legend: a mark of one colour, or a ramp of several. */
export interface LegendRow {
  text: string;
  shape: SwatchShape | 'ramp' | 'none';
  colors: readonly string[];
  /** Pixels of the page; for circles of a size. */
  radius?: number;
}

/** A layer in the legend, with its classes. */
export interface LegendLayer extends LegendRow {
  rows: readonly LegendRow[];
}

interface Speech {
  t: Text;
  locale: string;
  number: Intl.NumberFormat;
}

/** What a printed legend tells of the layers that are drawn at a zoom, from the top down. */
export function legendLayers(state: MapState, zoom: number, speech: Speech): LegendLayer[] {
  return drawnLayers(state, zoom).flatMap((id): LegendLayer[] => {
    const text = state.hierarchy[id]?.text ?? '';
    const raster = state.rasters[id];
    if (raster) return raster.style.isInLegend ? [rasterLegend(text, raster.style, speech.number)] : [];
    const data = state.data[id];
    const shape = shapeOf(data);
    const style = shownStyle(completeVectorStyle(state.styles[id] ?? {}), shape);
    if (!data || shape === 'none' || !style.isInLegend) return [];
    const { symbology } = style;
    const classes = legendClasses(style, shape, presentClasses(state.loaded[id], symbology), speech);
    const caption: LegendRow[] =
      symbology.kind === 'single' ? [] : [{ text: columnText(symbology.column), shape: 'none', colors: [] }];
    const own = shape === 'polygon' ? style.fillColor : shape === 'line' ? style.lineColor : style.iconColor;
    return [
      {
        text,
        shape,
        colors: classes.length === 0 ? [toCss(own)] : [],
        rows: [
          ...caption,
          ...classes.map((each) => ({ text: each.text, shape, colors: [toCss(each.color)] })),
          ...(shape === 'point' || shape === 'mixed' ? pointRows(style, speech) : []),
        ],
      },
    ];
  });
}

/** What a legend says of points that are drawn together, or sized. */
function pointRows({ pointDrawing, pointSize, iconColor }: VectorStyle, { t, locale }: Speech): LegendRow[] {
  if (pointDrawing.kind === 'clusters')
    return [{ text: t('style.clustersOf'), shape: 'point', colors: [toCss(iconColor)] }];
  if (pointDrawing.kind === 'hexagons')
    return [
      { text: hexagonText(pointDrawing, t), shape: 'none', colors: [] },
      ...hexagonClasses(pointDrawing, locale).map(({ text, color }) => ({
        text,
        shape: 'polygon' as const,
        colors: [toCss(color)],
      })),
    ];
  if (pointDrawing.kind === 'heat')
    return [
      ...(pointDrawing.weight === null
        ? []
        : [{ text: columnText(pointDrawing.weight), shape: 'none' as const, colors: [] }]),
      { text: `${t('style.low')} – ${t('style.high')}`, shape: 'ramp', colors: heatColors(pointDrawing) },
    ];
  return sizeRows(pointSize, iconColor, locale);
}

/** Circles of round values, as large as the map draws them. */
function sizeRows(size: PointSize | null, color: Color, locale: string): LegendRow[] {
  if (!size) return [];
  const circles = legendSizes(size);
  const texts = sizeTexts(
    circles.map(({ value }) => value),
    locale,
  );
  return [
    { text: columnText(size.column), shape: 'none', colors: [] },
    ...circles.map(({ radius }, index) => ({
      text: texts[index]!,
      shape: 'point' as const,
      colors: [toCss(color)],
      radius,
    })),
  ];
}

function rasterLegend(text: string, style: RasterStyle, number: Intl.NumberFormat): LegendLayer {
  const range = style.ranges[0];
  if (style.displayMode === 'multi-channel' || style.algorithm !== null || (!range && !style.customPalette))
    return { text, shape: 'none', colors: [], rows: [] };
  const { customPalette } = style;
  if (customPalette?.kind === 'steps')
    return {
      text,
      shape: 'none',
      colors: [],
      rows: customPalette.stops.map(({ value, color, name }) => ({
        text: name ?? `≥ ${number.format(value)}`,
        shape: 'polygon',
        colors: [color],
      })),
    };
  const [from, to] = customPalette
    ? [customPalette.stops[0]!.value, customPalette.stops.at(-1)!.value]
    : [range![0], range![1]];
  const rows = [
    { text: `${number.format(from)} – ${number.format(to)}`, shape: 'ramp' as const, colors: paletteColors(style) },
  ];
  return { text, shape: 'none', colors: [], rows };
}
