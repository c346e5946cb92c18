import { formatWkt, geometryCentroid, type LayerFeature, type PropertyValue } from '@groma/geo';
import type { FeatureWriter, WriterRequest } from './feature-writer.ts';
import { TextFile } from './text-file.ts';

/**
 * CSV (RFC 4180, UTF-8). The place is a column of WKT, or two of longitude and latitude (x and y in another system):
 * the point, or the centre of what is none. Where nothing has a place, there is no such column.
 */
export function writeCsv({ path, columns, crs, place, isTable }: WriterRequest): FeatureWriter {
  const file = new TextFile(path);
  const taken = new Set(columns.map(({ name }) => name));
  const placeNames = place === 'wkt' ? ['wkt'] : crs === null ? ['longitude', 'latitude'] : ['x', 'y'];
  const own = isTable ? [] : placeNames.map((name) => freeName(name, taken));
  const line = (cells: readonly string[]) => file.write(`${cells.map(quoted).join(',')}\r\n`);
  line([...own, ...columns.map(({ name }) => name)]);
  return {
    add({ geometry, properties }) {
      line([...(isTable ? [] : placeCells(geometry, place)), ...columns.map(({ name }) => cellText(properties[name]))]);
    },
    finish: () => file.flush(),
    close: () => file.close(),
  };
}

/** A name that no column has. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  return name;
}

function placeCells(geometry: LayerFeature['geometry'], place: WriterRequest['place']): string[] {
  if (place === 'wkt') return [geometry ? formatWkt(geometry) : ''];
  const centre = geometry && geometryCentroid(geometry);
  return centre ? centre.map(String) : ['', ''];
}

function cellText(value: PropertyValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoted(cell: string): string {
  return /[",\r\n;\t|]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
