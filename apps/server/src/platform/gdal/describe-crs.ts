import { runWithoutFiles } from './gdal-sandbox.ts';

/** Authorities whose codes PROJ knows. */
const code = /^(?:EPSG|ESRI|IAU_2015|IGNF|NKG|OGC):+[A-Za-z0-9_.]{1,32}$/i;
/** How a system that is written out begins in WKT 1 and 2. */
const wellKnownText = /^(?:(?:PROJ|GEOG|GEOC|GEOD|COMPD|PROJECTED|GEOGRAPHIC|GEODETIC|BOUND|COMPOUND|DERIVEDPROJ|ENGINEERING|ENG)(?:CRS|CS)|LOCAL_CS)\s*[[(]/i;
const longest = 100_000;

/**
 * A coordinate system in a form that PROJ or GeoParquet takes, by its code (`EPSG:32633`), PROJJSON or WKT. Null where
 * GDAL does not know it or is not there, and for what is none of these: a program of GDAL takes names of files and
 * addresses in their place.
 */
export async function describeCrs(definition: string, form: 'proj4' | 'PROJJSON', signal?: AbortSignal): Promise<string | null> {
  const text = definition.trim();
  if (text.length > longest || !(code.test(text) || wellKnownText.test(text) || isProjJson(text))) return null;
  const printed = await runWithoutFiles('gdalsrsinfo', ['-o', form, text], signal).then((output) => output.trim(), () => '');
  signal?.throwIfAborted();
  return printed.startsWith(form === 'proj4' ? '+proj' : '{') ? printed : null;
}

function isProjJson(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    return String((JSON.parse(text) as { type?: unknown }).type).endsWith('CRS');
  } catch {
    return false;
  }
}
