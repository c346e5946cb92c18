import { colorAt, findColorMap, type RasterStyle } from '@groma/model';
import { toCss } from './color-text.ts';

const places = 17;

/** The colours of one channel from end to end, as a picture of style sheets. */
export function paletteCss(
  {
    customPalette,
    colorMap,
    isReversed,
    algorithm,
  }: Pick<RasterStyle, 'customPalette' | 'colorMap' | 'isReversed' | 'algorithm'>,
  direction: 'to right' | 'to top',
): string {
  if (customPalette && algorithm === null) {
    const { kind, stops } = customPalette;
    const [from, to] = [stops[0]!.value, stops.at(-1)!.value];
    const percent = (value: number): number => (to === from ? 0 : ((value - from) / (to - from)) * 100);
    if (kind === 'linear')
      return `linear-gradient(${direction}, ${stops.map(({ value, color }) => `${color} ${percent(value)}%`).join(', ')})`;
    return `linear-gradient(${direction}, ${stops.map(({ color }, index) => `${color} ${(index * 100) / stops.length}% ${((index + 1) * 100) / stops.length}%`).join(', ')})`;
  }
  const map = findColorMap(algorithm === null ? (colorMap ?? 'gray') : 'gray');
  const isBack = isReversed && algorithm === null && colorMap !== null;
  if (map.colors) {
    const colors = isBack ? map.colors.toReversed() : map.colors;
    return `linear-gradient(${direction}, ${colors.map((color, index) => `${toCss(color)} ${(index * 100) / colors.length}% ${((index + 1) * 100) / colors.length}%`).join(', ')})`;
  }
  return `linear-gradient(${direction}, ${Array.from({ length: places }, (_, index) => toCss(colorAt(map, isBack ? 1 - index / (places - 1) : index / (places - 1)))).join(', ')})`;
}

/** Some of the colours of one channel, from its lower end to its upper. */
export function paletteColors({
  customPalette,
  colorMap,
  isReversed,
}: Pick<RasterStyle, 'customPalette' | 'colorMap' | 'isReversed'>): string[] {
  if (customPalette) return customPalette.stops.map(({ color }) => color);
  const map = findColorMap(colorMap ?? 'gray');
  const isBack = isReversed && colorMap !== null;
  const colors = map.colors
    ? map.colors.map(toCss)
    : Array.from({ length: places }, (_, index) => toCss(colorAt(map, index / (places - 1))));
  return isBack ? colors.toReversed() : colors;
}
