import type { GridTexts } from '../texts.ts';
import type { GridColumnType } from './grid-column.ts';

/** Makes the text a cell shows for a value that is not null. */
export type CellFormat = (value: unknown) => string;

/**
 * The formats of one locale: numbers with its separators and a true minus, times in its own notation and the person's
 * time zone.
 */
export function cellFormats(
  locale: string,
  texts: Pick<GridTexts, 'true' | 'false'>,
  useGrouping = true,
): Record<GridColumnType, CellFormat> {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 12, useGrouping });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return {
    text: plainText,
    number: (value) =>
      typeof value === 'number' || typeof value === 'bigint'
        ? number.format(value === 0 ? 0 : value).replace('-', '−')
        : plainText(value),
    time: (value) => (value instanceof Date || typeof value === 'number' ? time.format(value) : plainText(value)),
    boolean: (value) => (typeof value === 'boolean' ? (value ? texts.true : texts.false) : plainText(value)),
    geo: geometryText,
  };
}

/** A value as text without any formatting: what is copied. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  return typeof value === 'object' ? JSON.stringify(value, bigintAsText) : String(value);
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

const longestGeometry = 160;

/** A geometry in a cell: points whole, other shapes by kind; text is cut at 160 letters since a cell shows no more. */
export function geometryText(value: unknown): string {
  if (typeof value === 'string') return value.length > longestGeometry ? `${value.slice(0, longestGeometry)}…` : value;
  if (typeof value === 'object' && value !== null && 'type' in value) {
    const { type, coordinates } = value as { type: unknown; coordinates?: unknown };
    const kind = String(type).toUpperCase();
    return kind === 'POINT' && Array.isArray(coordinates) ? `POINT (${coordinates.join(' ')})` : kind;
  }
  return plainText(value);
}
