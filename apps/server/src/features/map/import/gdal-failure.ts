import { gdalComplaint, gdalWarnings, type GdalExit } from '../../../platform/gdal/gdal-sandbox.ts';
import type { GdalFormat } from './gdal-format-table.ts';
import { ImportError } from './import-error.ts';

/** What GDAL says of a single row, after which the others can be read. */
const ROW_FAILURES =
  /Failed to reproject feature|outside of projection domain|Corrupted \.shp file : shape|Error in fread\(\) reading object|Unable to read geometry|Fatal error parsing feature|Invalid coordinate|latitude or longitude exceeded/i;

const OUT_OF_RANGE =
  /Failed to reproject|tolerance condition|out of source or destination|Invalid coordinate|latitude or longitude exceeded/i;

const UNKNOWN_CRS = /coordinate transformation|Failed to process SRS|coordinate operation|crs not found/i;

/** Warnings of how GDAL reads and hands over what it has read, of which nothing is lost. */
const OWN_AFFAIRS = new RegExp(
  [
    'does not natively support',
    'Progress turned off',
    'successfully parsed',
    'Geometry to be inserted',
    'create as .* field',
    'whereas maximum allowed is',
    'GPX schema version is unknown',
  ].join('|'),
  'i',
);

/** A failure that concerns rows, not the file. */
export class RowFailure extends ImportError {}

export function isCutFlatGeobuf({ detail }: RowFailure, { drivers }: GdalFormat): boolean {
  return drivers[0] === 'FlatGeobuf' && /I\/O failure|parsing feature/i.test(detail);
}

/** What GDAL warned of that concerns the data. */
export function warningsOfData(exit: GdalExit): string[] {
  return gdalWarnings(exit).filter((warning) => !OWN_AFFAIRS.test(warning));
}

/** Why a run of GDAL failed, in the words of the import; null where it did not. */
export function failureOf(exit: GdalExit, fileName: string): ImportError | null {
  const complaint = gdalComplaint(exit);
  if (exit.code === 0 && complaint === null) return null;
  const text = exit.errorText;
  if (ROW_FAILURES.test(text)) return new RowFailure('unreadable', fileName, complaint ?? 'a row of it cannot be read');
  if (OUT_OF_RANGE.test(text))
    return new ImportError('coordinates-out-of-range', fileName, 'they cannot be brought to longitude and latitude');
  if (UNKNOWN_CRS.test(text))
    return new ImportError('unknown-crs', fileName, complaint ?? 'no transformation is known');
  if (/bad_alloc|out of memory|cannot allocate/i.test(text)) return new ImportError('too-complex', fileName);
  return new ImportError('unreadable', fileName, complaint ?? `the reader ended with ${exit.code ?? 'a signal'}`);
}
