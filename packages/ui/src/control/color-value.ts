/**
 * A colour as six or eight letters of hexadecimal after `#`; null for what is none. Three and four letters are taken as
 * doubled.
 */
export function parseHex(text: string): string | null {
  const letters = text.trim().replace(/^#/, '').toLowerCase();
  if (!/^[0-9a-f]+$/.test(letters)) return null;
  if (letters.length === 3 || letters.length === 4) return `#${[...letters].map((letter) => letter + letter).join('')}`;
  return letters.length === 6 || letters.length === 8 ? `#${letters}` : null;
}

/** The opacity of a colour from 0 to 1; 1 where it says none. */
export function alphaOf(hex: string): number {
  return hex.length === 9 ? Number.parseInt(hex.slice(7), 16) / 255 : 1;
}

/** A colour with another opacity, in six letters where it is whole. */
export function withAlpha(hex: string, alpha: number): string {
  const level = Math.round(Math.min(1, Math.max(0, alpha)) * 255);
  return level === 255 ? hex.slice(0, 7) : hex.slice(0, 7) + level.toString(16).padStart(2, '0');
}
