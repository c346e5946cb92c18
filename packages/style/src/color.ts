import type { Paint } from './style-model.ts';

/** Red, green and blue from 0 to 255 as `#rrggbb`. */
export function hexColor(red: number, green: number, blue: number): string {
  return `#${[red, green, blue]
    .map((each) =>
      Math.max(0, Math.min(255, Math.round(each)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The opposite of `hexColor`; black for what is no such colour. */
export function channelsOf(color: string): [number, number, number] {
  const long = /^#[0-9a-f]{3}$/i.test(color) ? color.replaceAll(/[0-9a-f]/gi, '$&$&') : color;
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(long);
  return found ? [parseInt(found[1]!, 16), parseInt(found[2]!, 16), parseInt(found[3]!, 16)] : [0, 0, 0];
}

/** Hue in degrees, saturation and value from 0 to 1 as `#rrggbb` (Smith, “Color gamut transform pairs”, 1978). */
export function hexOfHsv(hue: number, saturation: number, value: number): string {
  const channel = (offset: number): number => {
    const at = (offset + hue / 60) % 6;
    return 255 * (value - value * saturation * Math.max(0, Math.min(at, 4 - at, 1)));
  };
  return hexColor(channel(5), channel(3), channel(1));
}

/** A paint that covers less by a factor. */
export function faded<T extends Paint | null>(paint: T, factor: number): T {
  return paint && factor !== 1 ? { ...paint, opacity: Number((paint.opacity * factor).toFixed(4)) } : paint;
}
