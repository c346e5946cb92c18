import { channelsOf, hexColor } from './color.ts';
import { points, rounded } from './length.ts';
import type { Length, LengthUnit, Paint } from './style-model.ts';
import { element, type XmlNode } from './xml-node.ts';

/** What a symbol layer of QGIS says of itself, in both forms in which it has been written. */
export function optionsOf(layer: XmlNode): Map<string, string> {
  const found = new Map<string, string>();
  for (const { attributes } of layer.all('prop')) found.set(attributes['k'] ?? '', attributes['v'] ?? '');
  for (const { attributes } of layer.child('Option')?.all('Option') ?? [])
    if (attributes['value'] !== undefined) found.set(attributes['name'] ?? '', attributes['value']);
  return found;
}

/** Both forms, as QGIS itself writes them: programs read the one or the other. */
export function writeOptions(options: Readonly<Record<string, string | number>>): XmlNode[] {
  const entries = Object.entries(options);
  return [
    element(
      'Option',
      { type: 'Map' },
      entries.map(([name, value]) => element('Option', { name, type: 'QString', value })),
    ),
    ...entries.map(([k, v]) => element('prop', { k, v })),
  ];
}

/** `red,green,blue,alpha`, each to 255; later programs add the same in another form. */
export function readQmlColor(text: string | undefined, factor = 1): Paint {
  const [red = 0, green = 0, blue = 0, alpha = 255] = (text ?? '').split(',').slice(0, 4).map(Number);
  return { color: hexColor(red || 0, green || 0, blue || 0), opacity: Number(((alpha / 255) * factor).toFixed(4)) };
}

export function writeQmlColor({ color, opacity }: Paint): string {
  return [...channelsOf(color), Math.round(Math.max(0, Math.min(1, opacity)) * 255)].join(',');
}

/** A length with the unit that QGIS names beside it. */
export function readQmlLength(value: string | number | undefined, unit: string | undefined): Length {
  const number = Number(value ?? 0) || 0;
  if (unit === 'Pixel') return { value: number, unit: 'px' };
  if (unit === 'Point') return points(number);
  if (unit === 'Inch') return { value: rounded(number * 25.4), unit: 'mm' };
  if (unit === 'MapUnit') return { value: number, unit: 'map' };
  if (unit === 'RenderMetersInMapUnits' || unit === 'MetersInMapUnits') return { value: number, unit: 'm' };
  return { value: number, unit: 'mm' };
}

/** What QGIS calls a unit. */
export const qmlUnits: Record<LengthUnit, string> = {
  px: 'Pixel',
  mm: 'MM',
  m: 'RenderMetersInMapUnits',
  map: 'MapUnit',
};
