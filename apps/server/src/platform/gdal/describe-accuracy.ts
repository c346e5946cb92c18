import { isCrsText } from './describe-crs.ts';
import { runWithoutFiles } from './gdal-sandbox.ts';

/**
 * How far off positions of a system may be after they were brought to WGS 84, where something better is to be had:
 * `metres` is what PROJ says of the operation that is used, null where it knows none and takes the datums for the same;
 * `missingGrid` is the file of a more accurate operation that is not installed.
 */
export interface PositionAccuracy {
  metres: number | null;
  missingGrid: string | null;
}

const degrees = 'EPSG:4326';

/**
 * Asks `projinfo` how PROJ brings positions of a system to degrees.
 * @param crs a code or WKT
 * @param box where they lie: west, south, east, north in degrees
 * @returns null where nothing is to be said, or nobody can say it (`projinfo` is not installed)
 */
export async function describeAccuracy(
  crs: string,
  box: readonly [number, number, number, number],
  signal?: AbortSignal,
): Promise<PositionAccuracy | null> {
  const text = crs.trim();
  if (!isCrsText(text) || text.toUpperCase() === degrees) return null;
  const within = [
    Math.max(-180, box[0]),
    Math.max(-90, box[1]),
    box[2] > 180 ? box[2] - 360 : box[2],
    Math.min(90, box[3]),
  ];
  const printed = await runWithoutFiles(
    'projinfo',
    [
      '-s',
      text,
      '-t',
      degrees,
      '--spatial-test',
      'intersects',
      '--bbox',
      within.join(','),
      '-o',
      'PROJ',
      '--single-line',
    ],
    signal,
  ).catch(() => '');
  signal?.throwIfAborted();
  return readAccuracy(printed);
}

/** Reads the operations that `projinfo` lists, the best first. */
function readAccuracy(printed: string): PositionAccuracy | null {
  const operations = printed
    .split(/^Operation No\. \d+:\s*$/m)
    .slice(1)
    .map((block) => ({
      metres: metresOf(/, ([\d.]+) m, /.exec(block)?.[1]),
      isBallpark: /has ballpark transformation/.test(block),
      grid: /^Grid (\S+) needed but not found/m.exec(block)?.[1] ?? null,
    }));
  const used = operations.find(({ grid }) => grid === null);
  if (!used) return null;
  if (used.isBallpark) return { metres: null, missingGrid: operations.find(({ grid }) => grid !== null)?.grid ?? null };
  if (used.metres === null) return null;
  const better = operations
    .filter(({ grid, metres }) => grid !== null && metres !== null && metres < used.metres!)
    .toSorted((a, b) => a.metres! - b.metres!);
  return better.length === 0 ? null : { metres: used.metres, missingGrid: better[0]!.grid };
}

function metresOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
