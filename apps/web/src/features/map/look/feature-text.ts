import type { PropertyValue } from '@groma/geo';

/** A property as a person reads it; what is empty is an empty text. */
export function propertyText(value: PropertyValue, number: Intl.NumberFormat): string {
  if (value === null) return '';
  if (typeof value === 'number') return number.format(value).replace('-', '−');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const titles = /^(name|title|label|nom|nombre|naam|naziv)(_?(en|long|1))?$/i;

/** The property that names a feature, if one does. */
export function titleOf(properties: readonly (readonly [name: string, value: PropertyValue])[]): string | null {
  const found = properties.find(([name, value]) => titles.test(name) && typeof value === 'string' && value !== '');
  return found ? String(found[1]) : null;
}
