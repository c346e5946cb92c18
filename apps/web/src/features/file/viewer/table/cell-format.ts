import type { TableWindow } from '../window-calls.ts';

export type CellFormat = 'grouped' | 'plain' | 'rounded' | 'text';

/** Columns whose numbers are names of things, not amounts. */
const names =
  /(^|[^a-z])(year|jahr|annee|año|id|fid|gid|oid|uid|code|zip|plz|postal|postcode|phone|fips|geoid|iso|epsg|nr|no|number|key|index)([^a-z]|$)/i;
const amounts = /population|einwohner|inhabitants/i;

/**
 * How the numbers of a column are written: amounts with thousands separators (FIL-045), densities rounded to whole
 * numbers (FIL-046), years and numbers that name things without separators.
 */
export function cellFormatOf({ name, type }: TableWindow['columns'][number], sample: readonly unknown[]): CellFormat {
  if (type !== 'number') return 'text';
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').replaceAll('_', ' ');
  if (amounts.test(words)) return 'grouped';
  if (/density/i.test(name)) return 'rounded';
  return names.test(words) || looksLikeYears(sample) ? 'plain' : 'grouped';
}

function looksLikeYears(sample: readonly unknown[]): boolean {
  const values = sample.filter((value) => typeof value === 'number');
  return values.length > 0 && values.every((value) => Number.isInteger(value) && value >= 1000 && value < 2200);
}

/** The text of a cell; what is no number in a column of numbers is shown as it is. */
export function formatCell(value: unknown, format: CellFormat, locale: string): string {
  if (typeof value !== 'number') return String(value);
  const options: Intl.NumberFormatOptions =
    format === 'rounded'
      ? { maximumFractionDigits: 0 }
      : { maximumFractionDigits: 12, useGrouping: format === 'grouped' };
  return numberFormat(locale, options).format(value).replace('-', '−');
}

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known;
}
