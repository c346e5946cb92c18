import { isSurface, plainSymbology, type Color, type VectorStyle } from '@groma/model';
import type { Text } from '../../../platform/text.ts';
import { otherClass } from '../layer/classing.ts';
import { categoryNumber, categoryText, classTexts } from './class-text.ts';
import type { SwatchShape } from './layer-shape.ts';

/** A class of a layer with its colour, as the map shows it. */
export interface LegendClass {
  key: string;
  text: string;
  color: Color;
}

/** The words and numbers of whoever reads a legend. */
interface Speech {
  t: Text;
  locale: string;
}

/**
 * The classes of a layer for its legend; none where all its features look alike. Those without features are left out
 * where it is known which those are (`present`): a legend explains what can be seen (MAP-155).
 */
export function legendClasses(
  { symbology, fillColor }: Pick<VectorStyle, 'symbology' | 'fillColor'>,
  shape: SwatchShape,
  present: ReadonlySet<number> | null,
  { t, locale }: Speech,
): LegendClass[] {
  if (symbology.kind === 'single') return [];
  const alpha = shape === 'polygon' || shape === 'mixed' ? (fillColor[3] ?? 255) / 255 : 1;
  const shown = (color: Color) => [color[0], color[1], color[2], Math.round((color[3] ?? 255) * alpha)] as const;
  const isThere = (place: number) => present === null || present.has(place);
  const other =
    symbology.other && isThere(otherClass)
      ? [
          {
            key: 'other',
            text: t(symbology.kind === 'graduated' ? 'style.noClass' : 'style.other'),
            color: shown(symbology.other),
          },
        ]
      : [];
  if (symbology.kind === 'graduated') {
    const texts = classTexts(symbology.breaks, locale, symbology.column, { isShort: true });
    return [
      ...symbology.colors
        .map((color, index) => ({ key: String(index), text: texts[index]!, color: shown(color), index }))
        .filter(({ index }) => isThere(index))
        .map(({ key, text, color }) => ({ key, text, color })),
      ...other,
    ];
  }
  const values = symbology.categories.map(({ value }) => value);
  const number = categoryNumber(symbology.column, values, locale);
  return [
    ...symbology.categories
      .filter(({ isHidden }, index) => !isHidden && isThere(index))
      .map(({ value, color }) => ({
        key: `${typeof value} ${String(value)}`,
        text: categoryText(value, t, number),
        color: shown(color),
      })),
    ...other,
  ];
}

/** A style as a legend tells of it: points of which only a density is drawn show no classes. */
export function shownStyle(style: VectorStyle, shape: SwatchShape): VectorStyle {
  return shape === 'point' && isSurface(style.pointDrawing) ? { ...style, symbology: plainSymbology } : style;
}
