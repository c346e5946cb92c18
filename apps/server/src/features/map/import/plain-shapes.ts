/** Bytes of a box before the shape, by its code in the flags (OGC 12-128r18, GeoPackageBinaryHeader). */
const boxBytes = [0, 32, 48, 48, 64];

/** Points to multipolygons without heights, as the first five bytes of WKB say it, in either order of bytes. */
const plainTypes = [1, 2, 3, 4, 5, 6].flatMap((type) => [`010${type}000000`, `000000000${type}`]);

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * SQL that answers 1 where a table of a GeoPackage holds any shape that has heights or measures, is curved or a
 * collection, and else 0.
 */
export function findOtherShapes(table: string, column: string): string {
  const shape = named(column);
  const code = `((instr('0123456789ABCDEF', substr(hex(substr(${shape}, 4, 1)), 2, 1)) - 1) / 2)`;
  const start = `(9 + CASE ${code} ${boxBytes.map((bytes, box) => `WHEN ${box} THEN ${bytes}`).join(' ')} END)`;
  const isPlain = `coalesce(hex(substr(${shape}, ${start}, 5)) IN (${plainTypes.map((type) => `'${type}'`).join(', ')}), 0)`;
  return `SELECT EXISTS (SELECT 1 FROM ${named(table)} WHERE ${shape} IS NOT NULL AND NOT ${isPlain}) AS other`;
}
