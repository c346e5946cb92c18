import { isTemporal, type PropertyValue } from '@groma/geo';
import { parsedOrText } from './exchange-file.ts';
import { isoOfOgr } from './ogr-dates.ts';
import type { OgrColumn } from './ogr-layer.ts';

/**
 * The values of a feature by the names of its columns.
 * @throws TypeError where there are others than were announced.
 */
export function streamedProperties(
  values: readonly PropertyValue[],
  columns: readonly OgrColumn[],
): Record<string, PropertyValue> {
  if (values.length !== columns.length)
    throw new TypeError(`${columns.length} columns were expected, ${values.length} could be read`);
  const properties: Record<string, PropertyValue> = {};
  for (let index = 0; index < columns.length; index++) {
    const { name, type } = columns[index]!;
    const value = values[index]!;
    properties[name] =
      typeof value !== 'string'
        ? value
        : type === 'json'
          ? parsedOrText(value)
          : isTemporal(type)
            ? isoOfOgr(value)
            : value;
  }
  return properties;
}
