import { shortestFloat32 } from '@groma/geo';
import type { LayerText } from './layer-text.ts';
import type { OgrColumn } from './ogr-layer.ts';
import { wideInteger } from './wide-integers.ts';
import { from1904 } from './workbook-dates.ts';

/** Values the KML driver writes for what a placemark does not say. */
const KML_DEFAULTS: Record<string, unknown[]> = { tessellate: [-1, 0], extrude: [-1, 0], visibility: [-1] };

/**
 * Brings values as GDAL gives them to what the file says, in place. `text` decodes what GDAL handed over byte by byte.
 */
export function tidyProperties(
  properties: Record<string, unknown>,
  columns: readonly OgrColumn[],
  isKml: boolean,
  text: LayerText | null,
): Record<string, unknown> {
  if (isKml) {
    for (const name in properties)
      if (properties[name] === null || KML_DEFAULTS[name]?.includes(properties[name])) delete properties[name];
  }
  for (const { name, type, isFloat32, isUnread, isFrom1904, isWide } of columns) {
    const value = properties[name];
    if (isUnread) delete properties[name];
    else if (isFrom1904 && typeof value === 'string') properties[name] = from1904(value);
    else if (isWide) properties[name] = wideInteger(value);
    else if (isFloat32 && typeof value === 'number') properties[name] = shortestFloat32(value);
    else if (typeof value === 'string' && text) properties[name] = text.decode(value);
    // GDAL writes JSON fields as JSON; one that holds mere text would make its column a mixture.
    else if (type === 'text' && typeof value === 'object' && value !== null) properties[name] = JSON.stringify(value);
  }
  return properties;
}
