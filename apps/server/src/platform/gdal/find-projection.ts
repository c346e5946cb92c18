import { plainProjection, type Projection } from '@groma/geo';
import { describeCrs } from './describe-crs.ts';
import { findGdal, GdalMissing, runWithoutFiles } from './gdal-sandbox.ts';
import { PositionProcess } from './position-process.ts';

/** Processes of this thread that may stay; each takes some 50 MB, half of them shared. */
const mostProcesses = 6;
const idleMs = 60_000;
const degrees = 'EPSG:4326';
const mostKnown = 200;
/** A tenth of a millimetre. Less is the rounding of the two conversions. */
const sameDegrees = 1e-9;
/**
 * Two operations differ by less than a kilometre or so; more is a projection that folds over itself, or the other side
 * of the antimeridian.
 */
const mostDegreesBetween = 0.02;

interface Held {
  process: PositionProcess;
  usedAt: number;
}

/** By what they convert from and to, the one that was used longest ago first. */
const held = new Map<string, Held>();
let sweep: NodeJS.Timeout | undefined;

/**
 * Both ways between a coordinate system and degrees of WGS 84, exactly as PROJ on this machine converts. Rasters and
 * vectors both come to their place by it (those that `ogr2ogr` reprojects by the same library), so that they lie on
 * each other.
 * @param crs a code (`EPSG:27700`), WKT or PROJJSON
 * @returns null for a system that PROJ does not know, and for one that is not of the earth
 * @throws GdalMissing where GDAL is not installed and the system needs it
 */
export async function findProjection(crs: string, signal?: AbortSignal): Promise<Projection | null> {
  const plain = plainProjection(crs.trim());
  if (plain) return plain;
  if (!(await findGdal())) throw new GdalMissing('GDAL is not installed (apt-get install gdal-bin)');
  const definition = await describeCrs(crs, 'wkt2', signal);
  if (definition === null || isLocal(definition)) return null;
  // A code stays a code: WKT of one loses what PROJ knows of its place in the world.
  const system = /^[\w:.]+$/.test(crs.trim()) ? crs.trim() : definition;
  return {
    isGeographic: isGeographic(definition),
    toDegrees: (positions) => convert(system, degrees, positions),
    fromDegrees: (positions) => convertBack(system, positions),
  };
}

/**
 * Degrees to a system, as the way back of what brings the system to degrees. Where the areas of two operations meet,
 * PROJ chooses by the box around an area, which differs in degrees and in the system: the two directions would not be
 * of the same operation, and a raster would lie beside a vector by as much as the operations differ. What comes back
 * elsewhere is moved by the difference, once.
 */
async function convertBack(system: string, positions: Float64Array): Promise<Float64Array> {
  const wanted = positions.slice();
  const found = await convert(degrees, system, positions);
  if (!(await hasSeveralOperations(system))) return found;
  const back = await convert(system, degrees, found.slice());
  const moved = wanted.map((degree, at) => {
    const off = degree - back[at]!;
    return Math.abs(off) > sameDegrees && Math.abs(off) < mostDegreesBetween ? degree + off : NaN;
  });
  const places = Array.from({ length: wanted.length / 2 }, (_, place) => place * 2).filter(
    (at) => Number.isFinite(moved[at]) || Number.isFinite(moved[at + 1]),
  );
  if (places.length === 0) return found;
  const again = await convert(
    degrees,
    system,
    Float64Array.from(
      places.flatMap((at) =>
        [0, 1].map((axis) => (Number.isFinite(moved[at + axis]) ? moved[at + axis]! : wanted[at + axis]!)),
      ),
    ),
  );
  for (const [index, at] of places.entries()) found.set(again.subarray(index * 2, index * 2 + 2), at);
  return found;
}

const several = new Map<string, Promise<boolean>>();

/** Whether PROJ brings positions of a system to degrees by another operation here than there. */
function hasSeveralOperations(system: string): Promise<boolean> {
  const known =
    several.get(system) ??
    runWithoutFiles('projinfo', ['-s', system, '-t', degrees, '--spatial-test', 'intersects', '--summary']).then(
      (printed) => Number(/operations found: (\d+)/.exec(printed)?.[1] ?? 0) > 1,
      () => false,
    );
  if (several.size > mostKnown) several.clear();
  several.set(system, known);
  return known;
}

/** Converts by a process that is kept for the next time. One that ended since is replaced once. */
async function convert(from: string, to: string, positions: Float64Array): Promise<Float64Array> {
  const { process } = processFor(from, to);
  const asked = positions.slice();
  try {
    return await process.convert(positions);
  } catch (error) {
    if (error instanceof GdalMissing) throw error;
    return processFor(from, to).process.convert(asked);
  }
}

function processFor(from: string, to: string): Held {
  const key = `${from} → ${to}`;
  const known = held.get(key);
  const one = known && !known.process.hasFailed ? known : { process: new PositionProcess(from, to), usedAt: 0 };
  one.usedAt = performance.now();
  held.delete(key);
  held.set(key, one);
  if (held.size > mostProcesses) dropWhere(() => held.size > mostProcesses);
  sweep ??= setInterval(() => {
    dropWhere(({ usedAt }) => performance.now() - usedAt > idleMs);
  }, idleMs / 4).unref();
  return one;
}

/** Ends processes that nobody waits for. */
function dropWhere(isDue: (one: Held) => boolean): void {
  for (const [key, one] of held) {
    if (!one.process.isIdle || !isDue(one)) continue;
    held.delete(key);
    one.process.close();
  }
  if (held.size > 0) return;
  clearInterval(sweep);
  sweep = undefined;
}

/** Systems of a building site or a drawing lie nowhere on the earth. */
function isLocal(wkt: string): boolean {
  return (
    /^(?:ENGCRS|ENGINEERINGCRS|LOCAL_CS)/i.test(wkt) ||
    /^(?:COMPOUNDCRS|COMPD_CS)\["[^"]*",\s*(?:ENGCRS|LOCAL_CS)/i.test(wkt)
  );
}

function isGeographic(wkt: string): boolean {
  return /^(?:(?:BOUNDCRS\[\s*SOURCECRS\[|COMPOUNDCRS\["[^"]*",\s*)\s*)*GEOG/i.test(wkt);
}
