import { flatMessage, type FlatField } from './flat-message.ts';

export const FLATGEOBUF_MAGIC = Buffer.from([0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x00]);
/** Children of each node of the index. */
export const INDEX_NODE_SIZE = 16;

/** Types of columns, by their numbers in the format. */
const FLAT_TYPES = { boolean: 2, integer: 7, number: 10, text: 11 } as const;
export type FlatType = keyof typeof FLAT_TYPES;

interface FlatLayer {
  name: string;
  geometryType: number;
  hasHeight: boolean;
  /** West, south, east, north. */
  box: readonly number[];
  columns: readonly { name: string; type: FlatType }[];
  count: number;
}

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';

/** The beginning of a FlatGeobuf in longitude and latitude, up to its index. Source: flatgeobuf.org, header.fbs. */
export function flatGeobufHead({ name, geometryType, hasHeight, box, columns, count }: FlatLayer): Buffer {
  const system: FlatField[] = [
    { field: 0, text: 'EPSG' },
    { field: 1, bytes: 4, value: 4326 },
    { field: 2, text: 'WGS 84' },
    { field: 4, text: wgs84 },
  ];
  const described = columns.map(({ name: column, type }): FlatField[] => [
    { field: 0, text: column },
    { field: 1, bytes: 1, value: FLAT_TYPES[type] },
  ]);
  const header = flatMessage([
    { field: 0, text: name },
    { field: 1, doubles: box },
    { field: 2, bytes: 1, value: geometryType },
    { field: 3, bytes: 1, value: hasHeight ? 1 : 0 },
    ...(described.length > 0 ? [{ field: 7, tables: described }] : []),
    { field: 8, bytes: 8, value: count },
    { field: 9, bytes: 2, value: INDEX_NODE_SIZE },
    { field: 10, table: system },
  ]);
  return Buffer.concat([FLATGEOBUF_MAGIC, header]);
}
