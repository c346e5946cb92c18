const PAIRS: readonly [longitude: readonly string[], latitude: readonly string[]][] = [
  [
    ['longitude', 'long', 'lon', 'lng'],
    ['latitude', 'lat'],
  ],
  [
    ['decimallongitude', 'longitudedd', 'londd', 'xcoord', 'xcoordinate', 'pointx'],
    ['decimallatitude', 'latitudedd', 'latdd', 'ycoord', 'ycoordinate', 'pointy'],
  ],
  [['x'], ['y']],
];
const WKT_NAMES = ['wkt', 'geometry', 'geom', 'thegeom', 'wktgeom', 'geometrywkt', 'geomwkt', 'shape'];

/** Where the places of a table stand: two columns of degrees, or one of WKT. Indices into the header. */
export type CoordinateColumns = { kind: 'pair'; longitude: number; latitude: number } | { kind: 'wkt'; column: number };

/**
 * Finds the coordinate columns of a table by their names (VEC-010), whatever the case, spaces, dots and underscores:
 * a WKT column first, then longitude and latitude, then x and y. Null where there are none.
 */
export function coordinateColumns(header: readonly string[]): CoordinateColumns | null {
  const names = header.map((name) => name.toLowerCase().replace(/[\s._-]/g, ''));
  const wkt = names.findIndex((name) => WKT_NAMES.includes(name));
  if (wkt >= 0) return { kind: 'wkt', column: wkt };
  for (const [longitudes, latitudes] of PAIRS) {
    const longitude = names.findIndex((name) => longitudes.includes(name));
    const latitude = names.findIndex((name) => latitudes.includes(name));
    if (longitude >= 0 && latitude >= 0) return { kind: 'pair', longitude, latitude };
  }
  return null;
}
