/**
 * The eight presence hues of `tokens.css` as hex, for canvases that cannot read a CSS variable; a test keeps them
 * equal.
 */
export const presenceHexes = [
  '#a8452f',
  '#8a6116',
  '#56702a',
  '#24736a',
  '#2a6f9e',
  '#3f5bb0',
  '#9a3f70',
  '#6f5a49',
] as const;

export interface PresenceColor {
  /** 1 to 8. */
  hue: number;
  /** `var(--p3)`. */
  css: string;
  /** `#rrggbb`, equal in both themes; white text on it keeps 4.5:1. */
  hex: string;
}

/** A person's hue: the same id gives the same of eight hues on every screen. FNV-1a, 32 bit, over the UTF-16 units. */
export function presenceColor(id: string): PresenceColor {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  // The low bits of FNV follow the last letters; folding the high half in spreads ids that differ at the front.
  const hue = (((hash ^ (hash >>> 15)) >>> 0) % presenceHexes.length) + 1;
  return { hue, css: `var(--p${hue})`, hex: presenceHexes[hue - 1] as string };
}
