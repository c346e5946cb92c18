import type { Column, ColumnType } from '@groma/geo';
import { codeOfWkt } from '../../../platform/gdal/wkt.ts';

/** What `ogrinfo` says of a layer. `count` is null where it is not known beforehand. */
export type LayerDescription = {
  name: string;
  count: number | null;
  hasGeometry: boolean;
  /** Where its format names one. */
  geometryColumn: string | null;
  /** As GDAL calls it: `Polygon`, `3D Multi Point`, `Unknown (any)`, `None`. */
  geometryType: string;
  /** West, south, east and north in the units of its system, where it says them. */
  extent: readonly number[] | null;
  /** What is declared of heights. */
  heights: 'all' | 'none' | 'unknown';
  /** Whether it is declared to have M values. */
  isMeasured: boolean;
  /** Whether it is declared to hold curves. */
  isCurved: boolean;
  /** `local` is a system without a place on earth, `missing` none at all. */
  crs: 'known' | 'local' | 'missing';
  crsName: string | null;
  /** The definition of the system, where there is one. */
  crsWkt: string | null;
  /** `EPSG:32633`, where the definition names its authority. */
  crsCode: string | null;
  columns: OgrColumn[];
  /** SQL that reads it, where its name does not give all of it. */
  select?: string;
};

/** A column with the name of its type in GDAL. A column of date-times has zones where a value has one. */
export type OgrColumn = Column & {
  ogrType: string;
  /** Its doubles were floats of 32 bits. */
  isFloat32: boolean;
  /** GDAL cannot read it. */
  isUnread?: true;
  /** It holds whole numbers beyond 32 bits, though it is declared otherwise. */
  isWide?: true;
  /** GDAL counts its days from 1900, the file from 1904. */
  isFrom1904?: true;
};

/** Systems without a place on earth, as WKT 1 and 2 call them. */
const LOCAL_SYSTEMS = ['LOCAL_CS', 'ENGCRS', 'ENGINEERINGCRS'];

const COLUMN_TYPES: Record<string, ColumnType> = {
  Integer: 'integer',
  Integer64: 'integer',
  Real: 'number',
  Date: 'date',
  Time: 'time',
  DateTime: 'datetime',
};

/** Reads the output of `ogrinfo -so -al -wkt_format WKT1` of GDAL 3. */
export function describeLayers(output: string): LayerDescription[] {
  return layerBlocks(output).map(describeLayer);
}

/** What `ogrinfo -al` prints of each layer, from its name on. A column may be called "Layer name" too. */
export function layerBlocks(output: string): string[] {
  return output.split(/(?:^|\n)\nLayer name: /).slice(1);
}

function describeLayer(output: string): LayerDescription {
  const count = Number(/^Feature Count: (-?\d+)$/m.exec(output)?.[1] ?? -1);
  const [, system, kind = '', name = null] = /^Layer SRS WKT:\n(\(unknown\)|(\w+)\["([^"]*)")/m.exec(output) ?? [];
  return {
    name: output.slice(0, output.indexOf('\n')),
    count: count < 0 ? null : count,
    hasGeometry: !/^Geometry: None$/m.test(output),
    geometryType: /^Geometry: (.+)$/m.exec(output)?.[1] ?? '',
    extent: /^Extent: \((.+), (.+)\) - \((.+), (.+)\)$/m.exec(output)?.slice(1).map(Number) ?? null,
    geometryColumn: /^Geometry Column = (.+)$/m.exec(output)?.[1] ?? null,
    heights: /^Geometry: 3D /m.test(output) ? 'all' : /^Geometry: .*Unknown/m.test(output) ? 'unknown' : 'none',
    isMeasured: /^Geometry: (3D )?Measured /m.test(output),
    isCurved: /^Geometry: .*(Curve|Circular|Surface)/m.test(output),
    crs: !system || system === '(unknown)' ? 'missing' : LOCAL_SYSTEMS.includes(kind) ? 'local' : 'known',
    crsName: name,
    crsCode: codeOfWkt(layerWkt(output)),
    crsWkt: layerWkt(output)?.replaceAll(/\n\s*/g, '') ?? null,
    columns: describeColumns(output),
  };
}

/** The definition of the system of a layer, as `ogrinfo` prints it. */
export function layerWkt(block: string): string | undefined {
  return /^Layer SRS WKT:\n([\s\S]*?)\n(?:Data axis|FID Column|Geometry Column|[^\s])/m.exec(block)?.[1];
}

/** A name may be empty. */
function describeColumns(output: string): OgrColumn[] {
  const columns: OgrColumn[] = [];
  for (const [, name, type, subtype] of output.matchAll(
    /^(.*): ((?:String|Integer64|Integer|Real)(?:List)?|Date|Time|DateTime|Binary)(?:\((\w+)\))? \(\d+\.\d+\)/gm,
  )) {
    columns.push({ name: name!, type: columnType(type!, subtype), ogrType: type!, isFloat32: subtype === 'Float32' });
  }
  return columns;
}

function columnType(type: string, subtype: string | undefined): ColumnType {
  if (subtype === 'JSON' || type.endsWith('List')) return 'json';
  if (subtype === 'Boolean') return 'boolean';
  return COLUMN_TYPES[type] ?? 'text';
}
