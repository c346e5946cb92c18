import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileFormat } from '@groma/geo';
import { decodeBytes } from '../../../platform/text/text-decoder.ts';
import type { EncodingGuess } from '../../../platform/text/guess-encoding.ts';
import type { DescriptionRequest } from './file-description.ts';
import { encodingOfText, recode } from './recode-text.ts';
import { shapefileEncoding } from './shapefile-encoding.ts';

/** How GDAL is made to hand over names that a person can read. */
export interface ReadableText {
  /** Null of a format that says how its text is encoded. */
  guess: EncodingGuess | null;
  /** The file, or a copy of it in UTF-8. */
  sourcePath: string;
  openOptions: string[];
  decode(name: string): string;
}

/** Formats of which GDAL reads the text as UTF-8. */
const textFormats: readonly FileFormat[] = ['geojson', 'kml', 'gpx', 'gml', 'topojson'];

/** Finds out how the text of a file is encoded, and how to read it so, as an import does. */
export async function readableText(format: FileFormat, request: DescriptionRequest): Promise<ReadableText> {
  const { sourcePath, encoding = null } = request;
  const asIs: ReadableText = { guess: null, sourcePath, openOptions: [], decode: (name) => name };
  if (format === 'shapefile' || format === 'dbf') {
    const guess =
      encoding === null ? await shapefileEncoding(sourcePath) : { encoding, certainty: 'declared' as const };
    if (guess === null) return asIs;
    return {
      guess,
      sourcePath,
      openOptions: ['-oo', 'ENCODING=ISO-8859-1'],
      decode: (name) => decodeBytes(Buffer.from(name, 'latin1'), guess.encoding),
    };
  }
  if (!textFormats.includes(format)) return asIs;
  const guess = await encodingOfText({ ...request, encoding });
  if (guess.encoding === 'utf-8') return { ...asIs, guess };
  const folder = join(request.workFolder, 'readable');
  await mkdir(folder);
  const copy = join(folder, basename(sourcePath));
  await recode(request, copy, guess.encoding);
  return { ...asIs, guess, sourcePath: copy };
}
