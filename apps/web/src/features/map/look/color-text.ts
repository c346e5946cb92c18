import type { Color } from '@groma/model';

const two = (channel: number): string => Math.round(channel).toString(16).padStart(2, '0');

/** A colour as `#rrggbb`, or `#rrggbbaa` where it is see-through. */
export function toHex([red, green, blue, alpha = 255]: Color): string {
  return `#${two(red)}${two(green)}${two(blue)}${alpha === 255 ? '' : two(alpha)}`;
}

/** The colour of six or eight letters after `#`. */
export function fromHex(hex: string): Color {
  const at = (place: number) => Number.parseInt(hex.slice(place, place + 2), 16);
  return hex.length === 9 ? [at(1), at(3), at(5), at(7)] : [at(1), at(3), at(5)];
}

/** As style sheets take it. */
export function toCss([red, green, blue, alpha = 255]: Color): string {
  return `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
}

export function alphaPercent([, , , alpha = 255]: Color): number {
  return Math.round((alpha / 255) * 100);
}

export function withAlphaPercent([red, green, blue]: Color, percent: number): Color {
  const alpha = Math.round((percent / 100) * 255);
  return alpha === 255 ? [red, green, blue] : [red, green, blue, alpha];
}
