import type { PropertyValue } from '@groma/geo';
import { isCodeColumn, isTitleColumn } from '@groma/model';

/** A property as a person reads it; what is empty is an empty text. Years and codes are written without grouping. */
export function propertyText(name: string, value: PropertyValue, number: Intl.NumberFormat): string {
  if (value === null) return '';
  if (typeof value === 'number') {
    const isCode = Number.isInteger(value) && isCodeColumn(name);
    const format = isCode ? new Intl.NumberFormat(number.resolvedOptions().locale, { useGrouping: false }) : number;
    return format.format(value).replace('-', '−');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The property that names a feature, if one does. */
export function titleOf(properties: readonly (readonly [name: string, value: PropertyValue])[]): string | null {
  const found = properties.find(([name, value]) => isTitleColumn(name) && typeof value === 'string' && value !== '');
  return found ? String(found[1]) : null;
}
