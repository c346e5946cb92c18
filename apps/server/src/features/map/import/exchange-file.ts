import {
  int64Value,
  isTemporal,
  parseGeoPackageGeometry,
  type Column,
  type Geometry,
  type PropertyValue,
} from '@groma/geo';
import { EXCHANGE } from './exchange-names.ts';
import { isoOfOgr } from './ogr-dates.ts';
import { parseJson } from './parse-feature.ts';

/**
 * The features of an exchange GeoPackage. Doubles and texts come out as they went in, which GeoJSON from GDAL cannot
 * promise, and seven times faster. Throws `TypeError` or `RangeError` where it cannot be read.
 */
export function* readExchange(
  path: string,
  columns: Column[],
  signal: AbortSignal,
): Generator<{ geometry: Geometry | null; properties: Record<string, PropertyValue> }> {
  // Loaded where it is used: a server that only copies or asks says nothing of an experimental module.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const statement = database.prepare(`SELECT * FROM "${EXCHANGE.table}"`);
    statement.setReadBigInts(columns.some(({ type }) => type === 'integer' || type === 'int64'));
    const stored = statement.columns().map(({ name }) => name);
    const hasGeometry = stored.includes(EXCHANGE.geometry);
    // GDAL renames columns that differ only in case, which SQLite cannot tell apart; their order it keeps.
    const cellNames = stored.filter((name) => name !== EXCHANGE.id && name !== EXCHANGE.geometry);
    if (cellNames.length !== columns.length)
      throw new TypeError(`${columns.length} columns were expected, ${cellNames.length} could be read`);
    for (const row of statement.iterate() as Iterable<Record<string, unknown>>) {
      signal.throwIfAborted();
      const properties: Record<string, PropertyValue> = {};
      columns.forEach(({ name, type }, index) => (properties[name] = cellValue(row[cellNames[index]!], type)));
      const blob = hasGeometry ? (row[EXCHANGE.geometry] as Uint8Array | null) : null;
      yield { geometry: blob ? parseGeoPackageGeometry(blob) : null, properties };
    }
  } finally {
    database.close();
  }
}

function cellValue(value: unknown, type: Column['type']): PropertyValue {
  if (value === null || value === undefined) return null;
  if (type === 'boolean') return Number(value) !== 0;
  if (typeof value === 'bigint') return int64Value(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  // Doubles that a layer is written from by way of GDAL are texts.
  if (type === 'number' && typeof value === 'string')
    return Number.isNaN(Number(value)) && value !== 'NaN' ? value : Number(value);
  if (isTemporal(type)) return isoOfOgr(String(value));
  return type === 'json' ? parsedOrText(String(value)) : (value as PropertyValue);
}

/** JSON as what it says, other text as it is. */
export function parsedOrText(text: string): PropertyValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
