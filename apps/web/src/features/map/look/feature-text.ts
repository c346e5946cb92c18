import type { PropertyValue } from '@groma/geo';
import { isCodeColumn, isTitleColumn } from '@groma/model';

/** A property as a person reads it; what is empty is an empty text. Years and codes are written without grouping. */
export function propertyText(name: string, value: PropertyValue, number: Intl.NumberFormat): string {
  if (value === null) return '';
  if (typeof value === 'number') {
    const isCode = Number.isInteger(value) && isCodeColumn(name);
    const format = isCode ? ungrouped(number.resolvedOptions().locale) : number;
    return format.format(value).replace('-', '−');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than writing with it, and a tip is written for each feature that is pointed at. */
function ungrouped(locale: string): Intl.NumberFormat {
  const known = formats.get(locale);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  formats.set(locale, format);
  return format;
}

/** The property that names a feature, if one does. */
export function titleOf(properties: readonly (readonly [name: string, value: PropertyValue])[]): string | null {
  const found = properties.find(([name, value]) => isTitleColumn(name) && typeof value === 'string' && value !== '');
  return found ? String(found[1]) : null;
}
