/** Names that the formats in between, or layers, have for themselves. */
const ownNames = new Set(['groma_fid', 'fid', 'geom', 'ogr_fid', 'ogr_geometry', '__proto__']);
const longestName = 240;

/** Columns of a GeoPackage, less id and geometry. */
export const mostPlainColumns = 1_998;

/** Whether layers and all formats take a name as it is. */
export function isPlainName(name: string): boolean {
  return (
    name !== '' &&
    name.trim() === name &&
    name.length <= longestName &&
    !/[\0\ufffd]/.test(name) &&
    name.isWellFormed() &&
    !ownNames.has(name.toLowerCase())
  );
}
