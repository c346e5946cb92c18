import { plainProjection, type Projection } from '@groma/geo';
import { describeCrs } from './describe-crs.ts';
import { findGdal, GdalMissing } from './gdal-sandbox.ts';
import { PositionProcess } from './position-process.ts';

/** Processes of this thread that may stay; each takes some 50 MB, half of them shared. */
const mostProcesses = 6;
const idleMs = 60_000;
const degrees = 'EPSG:4326';

interface Held { process: PositionProcess; usedAt: number }

/** By what they convert from and to, the one that was used longest ago first. */
const held = new Map<string, Held>();
let sweep: NodeJS.Timeout | undefined;

/**
 * Both ways between a coordinate system and degrees of WGS 84, exactly as PROJ on this machine converts. Rasters and vectors
 * both come to their place by it (those that `ogr2ogr` reprojects by the same library), so that they lie on each other.
 * @param crs a code (`EPSG:27700`), WKT or PROJJSON
 * @returns null for a system that PROJ does not know, and for one that is not of the earth
 * @throws GdalMissing where GDAL is not installed and the system needs it
 */
export async function findProjection(crs: string, signal?: AbortSignal): Promise<Projection | null> {
  const plain = plainProjection(crs.trim());
  if (plain) return plain;
  if (!await findGdal()) throw new GdalMissing('GDAL is not installed (apt-get install gdal-bin)');
  const definition = await describeCrs(crs, 'wkt2', signal);
  if (definition === null || isLocal(definition)) return null;
  // A code stays a code: WKT of one loses what PROJ knows of its place in the world.
  const system = /^[\w:.]+$/.test(crs.trim()) ? crs.trim() : definition;
  return {
    isGeographic: isGeographic(definition),
    toDegrees: (positions) => convert(system, degrees, positions),
    fromDegrees: (positions) => convert(degrees, system, positions),
  };
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
  sweep ??= setInterval(() => { dropWhere(({ usedAt }) => performance.now() - usedAt > idleMs); }, idleMs / 4).unref();
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
  return /^(?:ENGCRS|ENGINEERINGCRS|LOCAL_CS)/i.test(wkt) || /^(?:COMPOUNDCRS|COMPD_CS)\["[^"]*",\s*(?:ENGCRS|LOCAL_CS)/i.test(wkt);
}

function isGeographic(wkt: string): boolean {
  return /^(?:(?:BOUNDCRS\[\s*SOURCECRS\[|COMPOUNDCRS\["[^"]*",\s*)\s*)*GEOG/i.test(wkt);
}
