import type { Color, VectorStyle } from '@groma/model';
import type { Text } from '../../../platform/text.ts';
import { categoryText, classTexts } from './class-text.ts';
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
  number: Intl.NumberFormat;
}

/** The classes of a layer for its legend; none where all its features look alike. */
export function legendClasses(
  { symbology, fillColor }: Pick<VectorStyle, 'symbology' | 'fillColor'>,
  shape: SwatchShape,
  { t, locale, number }: Speech,
): LegendClass[] {
  if (symbology.kind === 'single') return [];
  const alpha = shape === 'polygon' || shape === 'mixed' ? (fillColor[3] ?? 255) / 255 : 1;
  const shown = (color: Color) => [color[0], color[1], color[2], Math.round((color[3] ?? 255) * alpha)] as const;
  const other = symbology.other
    ? [
        {
          key: 'other',
          text: t(symbology.kind === 'graduated' ? 'style.noClass' : 'style.other'),
          color: shown(symbology.other),
        },
      ]
    : [];
  if (symbology.kind === 'graduated') {
    const texts = classTexts(symbology.breaks, locale);
    return [
      ...symbology.colors.map((color, index) => ({ key: String(index), text: texts[index]!, color: shown(color) })),
      ...other,
    ];
  }
  return [
    ...symbology.categories
      .filter(({ isHidden }) => !isHidden)
      .map(({ value, color }) => ({
        key: `${typeof value} ${String(value)}`,
        text: categoryText(value, t, number),
        color: shown(color),
      })),
    ...other,
  ];
}
