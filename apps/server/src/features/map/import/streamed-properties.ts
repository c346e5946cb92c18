import type { PropertyValue } from '@groma/geo';
import { parsedOrText } from './exchange-file.ts';
import type { OgrColumn } from './ogr-layer.ts';

/** The values of a feature by the names of its columns. @throws TypeError where there are others than were announced. */
export function streamedProperties(values: readonly PropertyValue[], columns: readonly OgrColumn[]): Record<string, PropertyValue> {
  if (values.length !== columns.length) throw new TypeError(`${columns.length} columns were expected, ${values.length} could be read`);
  const properties: Record<string, PropertyValue> = {};
  for (let index = 0; index < columns.length; index++) {
    const { name, type, ogrType } = columns[index]!;
    const value = values[index]!;
    properties[name] = typeof value !== 'string' ? value : type === 'json' ? parsedOrText(value) : dateText(value, ogrType);
  }
  return properties;
}

/** FlatGeobuf writes dates and times as moments. A moment that says its zone is told in UTC, as elsewhere. */
function dateText(text: string, ogrType: string): string {
  switch (ogrType) {
    case 'Date': return text.slice(0, 10);
    case 'Time': return text.slice(text.indexOf('T') + 1);
    case 'DateTime': {
      const moment = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : NaN;
      return Number.isNaN(moment) ? text : new Date(moment).toISOString();
    }
    default: return text;
  }
}
