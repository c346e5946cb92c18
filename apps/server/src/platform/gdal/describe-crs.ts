import { runWithoutFiles } from './gdal-sandbox.ts';

/** Authorities whose codes PROJ knows. */
const code = /^(?:EPSG|ESRI|IAU_2015|IGNF|NKG|OGC):+[A-Za-z0-9_.]{1,32}$/i;
/** How a system that is written out begins in WKT 1 and 2. */
const wellKnownText =
  /^(?:(?:PROJ|GEOG|GEOC|GEOD|COMPD|PROJECTED|GEOGRAPHIC|GEODETIC|BOUND|COMPOUND|DERIVEDPROJ|ENGINEERING|ENG)(?:CRS|CS)|LOCAL_CS)\s*[[(]/i;
const longest = 100_000;

/**
 * Whether a text is a code, WKT or PROJJSON: the programs of GDAL and PROJ take names of files and addresses in their
 * place.
 */
export function isCrsText(text: string): boolean {
  return text.length <= longest && (code.test(text) || wellKnownText.test(text) || isProjJson(text));
}

/**
 * A coordinate system as WKT or PROJJSON, by its code (`EPSG:32633`), WKT or PROJJSON. Null where GDAL does not know it
 * or is not there, and for what is none of these.
 */
export async function describeCrs(
  definition: string,
  form: 'wkt2' | 'PROJJSON',
  signal?: AbortSignal,
): Promise<string | null> {
  const text = definition.trim();
  if (!isCrsText(text)) return null;
  const printed = await runWithoutFiles('gdalsrsinfo', ['-o', form, '--single-line', text], signal).then(
    (output) => output.trim(),
    () => '',
  );
  signal?.throwIfAborted();
  return (form === 'wkt2' ? wellKnownText.test(printed) : printed.startsWith('{')) ? printed : null;
}

function isProjJson(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    return String((JSON.parse(text) as { type?: unknown }).type).endsWith('CRS');
  } catch {
    return false;
  }
}
