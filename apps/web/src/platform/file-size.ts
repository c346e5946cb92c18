import { formatFileSize } from '@groma/model';
import { presentLocale } from './text.ts';

const units = { B: 'byte', KB: 'kilobyte', MB: 'megabyte', GB: 'gigabyte', TB: 'terabyte' } as const;
const formats = new Map<string, Intl.NumberFormat>();

/**
 * A size of a file in the language of the texts: `887.8 KB`, `887,8 ko`. Steps and decimals are those of
 * `formatFileSize`.
 */
export function fileSizeText(bytes: number, locale = presentLocale()): string {
  const english = formatFileSize(bytes);
  if (locale === 'en') return english;
  const [number = '', unit = 'B'] = english.split(' ') as [string?, (keyof typeof units)?];
  const digits = unit === 'B' ? 0 : 1;
  const name = `${locale} ${unit}`;
  const format =
    formats.get(name) ??
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: units[unit],
      unitDisplay: 'short',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(name, format);
  return format.format(Number(number));
}
