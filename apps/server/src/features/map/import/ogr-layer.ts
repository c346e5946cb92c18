import type { Column, ColumnType } from '@groma/geo';

/** What `ogrinfo` says of a layer. `count` is null where it is not known beforehand. */
export type LayerDescription = {
  count: number | null;
  hasGeometry: boolean;
  /** `local` is a system without a place on earth, `missing` none at all. */
  crs: 'known' | 'local' | 'missing';
  crsName: string | null;
  columns: Column[];
};

const COLUMN_TYPES: Record<string, ColumnType> = { Integer: 'integer', Integer64: 'integer', Real: 'number' };

/** The names of the layers in the output of `ogrinfo -q` of GDAL 3, such as `1: roads (Line String)`. */
export function listLayers(output: string): string[] {
  const known = /^\d+: (.*?)(?: \((?:Unknown|None|3D|Measured|Point|Multi|Line|Polygon|Geometry|Curve|Compound|Surface|TIN|Triangle|Polyhedral)[A-Za-z0-9 ()]*\))?(?: \[[^\]]*\])?$/;
  return output.split('\n').map((line) => known.exec(line)?.[1]).filter((name) => name !== undefined);
}

/** Reads the output of `ogrinfo -so -wkt_format WKT1` of GDAL 3 for one layer. */
export function describeLayer(output: string): LayerDescription {
  const count = Number(/^Feature Count: (-?\d+)$/m.exec(output)?.[1] ?? -1);
  const [, wkt = ''] = /^Layer SRS WKT:\n([\s\S]*?)(?=^(?:Data axis to CRS|FID Column|Geometry Column|[^\s\]].*: \w+))/m.exec(output) ?? [];
  const system = wkt.trim();
  const isLocal = /^(LOCAL_CS|ENGCRS|ENGINEERINGCRS)/.test(system);
  return {
    count: count < 0 ? null : count,
    hasGeometry: !/^Geometry: None$/m.test(output),
    crs: system === '' || system.startsWith('(unknown)') ? 'missing' : isLocal ? 'local' : 'known',
    crsName: /^\w+\["([^"]*)"/.exec(system)?.[1] ?? null,
    columns: describeColumns(output),
  };
}

function describeColumns(output: string): Column[] {
  const columns: Column[] = [];
  for (const [, name, type, subtype] of output.matchAll(/^(.+): (String|Integer64|Integer|Real|Date|Time|DateTime|Binary|StringList|IntegerList|Integer64List|RealList)(?:\(([A-Za-z0-9]+)\))? \(\d+\.\d+\)/gm)) {
    columns.push({ name: name!, type: columnType(type!, subtype) });
  }
  return columns;
}

function columnType(type: string, subtype: string | undefined): ColumnType {
  if (subtype === 'Boolean') return 'boolean';
  if (subtype === 'JSON' || type.endsWith('List')) return 'json';
  return COLUMN_TYPES[type] ?? 'text';
}
