import { describeCrs } from '../../../platform/gdal/describe-crs.ts';

const known = new Map<number, Promise<string | null>>();

/** The PROJ string of an EPSG code, as PROJ on this machine has it; null where it does not know the code or is not there. */
export function findDefinition(epsg: number): Promise<string | null> {
  const found = known.get(epsg) ?? describeCrs(`EPSG:${epsg}`, 'proj4');
  known.set(epsg, found);
  return found;
}
