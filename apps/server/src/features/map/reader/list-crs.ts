import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CrsInfo } from '@groma/protocol';

const folders = [
  ...(process.env['PROJ_DATA'] ?? process.env['PROJ_LIB'] ?? '').split(':'),
  '/usr/share/proj',
  '/usr/local/share/proj',
  '/opt/homebrew/share/proj',
].filter(Boolean);

/**
 * Coordinate systems in the plane or in degrees that the PROJ of this machine knows by EPSG code; none where its
 * database is not found. It blocks its thread.
 */
export function listCrs(): CrsInfo[] {
  const path = folders.map((folder) => join(folder, 'proj.db')).find((each) => existsSync(each));
  if (path === undefined) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database
      .prepare(`
      SELECT v.code AS code, v.name AS name, v.type AS type, e.name AS area, e.west_lon AS west, e.south_lat AS south, e.east_lon AS east, e.north_lat AS north
      FROM crs_view v LEFT JOIN usage u ON u.object_table_name = v.table_name AND u.object_auth_name = v.auth_name AND u.object_code = v.code
      LEFT JOIN extent e ON e.auth_name = u.extent_auth_name AND e.code = u.extent_code
      WHERE v.auth_name = 'EPSG' AND v.deprecated = 0 AND v.type IN ('projected', 'geographic 2D') GROUP BY v.code`)
      .all() as Record<string, string | number | null>[];
    return rows.map(({ code, name, type, area, west, south, east, north }) => ({
      code: `EPSG:${String(code)}`,
      name: String(name),
      kind: type === 'projected' ? 'projected' : 'geographic',
      area: area === null || area === undefined ? '' : String(area),
      extent: typeof west === 'number' ? [west, south as number, east as number, north as number] : null,
    }));
  } finally {
    database.close();
  }
}
