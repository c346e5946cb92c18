import { open } from 'node:fs/promises';

const EDGE_BYTES = 64 * 1024;
const DEGREES = /CRS84|EPSG:{1,2}(4326|4979)$/i;
const CRS_MEMBER = /"crs"\s*:\s*\{\s*"type"\s*:\s*"name"\s*,\s*"properties"\s*:\s*\{\s*"name"\s*:\s*"([^"]+)"/;

/** The coordinate system of the `crs` member, which stands near the start of a file, or at its end. */
export async function namedCrs(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (const position of [0, Math.max(0, size - EDGE_BYTES)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(EDGE_BYTES), 0, EDGE_BYTES, position);
      const found = CRS_MEMBER.exec(buffer.toString('utf8', 0, bytesRead));
      if (found) return found[1]!;
    }
    return null;
  } finally {
    await file.close();
  }
}

/** Whether a system of the old GeoJSON of 2008 is longitude and latitude. */
export function namesDegrees(crs: string): boolean {
  return DEGREES.test(crs);
}

/** The same of the text of a `crs` member; false for one that is of another form. */
export function isMemberOfDegrees(member: string): boolean {
  const named = CRS_MEMBER.exec(`"crs":${member}`);
  return named !== null && namesDegrees(named[1]!);
}
