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

/** Words in a name that say a longitude or a latitude: `pickup_lat`, `longd`, `LatDeg`. */
const LONGITUDE_WORD =
  /^(?:lon|lng|long|longitude|longitud|longitudine|laengengrad|längengrad|dolgota)(?:d|dd|deg|dec|decimal|degrees)?$/;
const LATITUDE_WORD = /^(?:lat|latitude|latitud|latitudine|breitengrad|shirota)(?:d|dd|deg|dec|decimal|degrees)?$/;

/** What stands where there is no number. */
const NOTHING = /^\s*(?:nan|n\/?a|null|none|<na>)?\s*$/i;

/** Share of the values of a sample that must be degrees for a name that only seems to say so. */
const LEAST_IN_RANGE = 0.9;

/** Where the places of a table stand: two columns of degrees, or one of WKT. Indices into the header. */
export type CoordinateColumns = { kind: 'pair'; longitude: number; latitude: number } | { kind: 'wkt'; column: number };

/**
 * Finds the coordinate columns of a table (VEC-010): by their exact names, whatever the case, spaces, dots and
 * underscores (a WKT column first, then longitude and latitude, then x and y); else a pair of names with a word for
 * each in them, such as `latd` and `longd`, if `sample`, some of its rows, holds degrees there. Null where there are
 * none.
 */
export function coordinateColumns(
  header: readonly string[],
  sample: readonly (readonly unknown[])[] = [],
): CoordinateColumns | null {
  const names = header.map((name) => name.toLowerCase().replace(/[\s._-]/g, ''));
  const wkt = names.findIndex((name) => WKT_NAMES.includes(name));
  if (wkt >= 0) return { kind: 'wkt', column: wkt };
  for (const [longitudes, latitudes] of PAIRS) {
    const longitude = names.findIndex((name) => longitudes.includes(name));
    const latitude = names.findIndex((name) => latitudes.includes(name));
    if (longitude >= 0 && latitude >= 0) return { kind: 'pair', longitude, latitude };
  }
  return pairByWords(header, sample);
}

/**
 * The columns of degrees among those of a table, as `coordinateColumns` finds them, and only where `sample` holds
 * degrees there.
 */
export function degreeColumns(
  header: readonly string[],
  sample: readonly (readonly unknown[])[],
): { longitude: number; latitude: number } | null {
  const found = coordinateColumns(header, sample);
  if (found?.kind !== 'pair') return null;
  return holdsDegrees(sample, found.longitude, 180) && holdsDegrees(sample, found.latitude, 90) ? found : null;
}

function pairByWords(header: readonly string[], sample: readonly (readonly unknown[])[]): CoordinateColumns | null {
  const latitudes = header.map((name) => restOf(name, LATITUDE_WORD));
  for (const [longitude, name] of header.entries()) {
    const rest = restOf(name, LONGITUDE_WORD);
    if (rest === null) continue;
    const latitude = latitudes.indexOf(rest);
    if (latitude >= 0 && holdsDegrees(sample, longitude, 180) && holdsDegrees(sample, latitude, 90))
      return { kind: 'pair', longitude, latitude };
  }
  return null;
}

/** What a name says besides the word, which tells pairs apart (`from_lat`, `to_lat`); null where it lacks the word. */
function restOf(name: string, word: RegExp): string | null {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((each) => each !== '');
  const at = words.findIndex((each) => word.test(each));
  return at < 0 ? null : words.toSpliced(at, 1).join(' ');
}

/** Whether nearly all filled cells of a column are numbers within ± `most`; none of a sample without any. */
function holdsDegrees(sample: readonly (readonly unknown[])[], column: number, most: number): boolean {
  const cells = sample
    .map((row) => row[column])
    .filter((cell) => cell !== null && cell !== undefined && !NOTHING.test(String(cell)));
  const within = cells.filter((cell) => Math.abs(Number(String(cell).trim().replace(',', '.'))) <= most);
  return within.length > 0 && within.length >= LEAST_IN_RANGE * cells.length;
}
