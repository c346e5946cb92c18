import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Geometry } from '@groma/geo';
import { GeoJsonScanner } from './geojson-scanner.ts';
import type { ReadRequest } from './imported-layer.ts';
import { parseExact } from './parse-feature.ts';
import { placedGeometry, RowProblem } from './placed-geometry.ts';

const longestShown = 10_000;

/**
 * Writes GeoJSON in another system than longitude and latitude anew with the features alone that GDAL can read, since
 * it reads all of a file or nothing. @returns the request for the new file; null where no feature can be read.
 */
export async function cleanGeoJson(request: ReadRequest, crs: string): Promise<ReadRequest | null> {
  const folder = join(request.workFolder, 'cleaned');
  await mkdir(folder, { recursive: true });
  const sourcePath = join(folder, basename(request.sourcePath));
  const output = createWriteStream(sourcePath, { flags: 'wx' });
  const leftBefore: NonNullable<ReadRequest['leftBefore']> = { rows: [], rowNumbers: [] };
  let row = 0;
  output.write(
    `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":${JSON.stringify(crs)}}},"features":[\n`,
  );
  const scanner = new GeoJsonScanner();
  try {
    for await (const chunk of createReadStream(request.sourcePath, {
      highWaterMark: 1 << 20,
      signal: request.signal,
    })) {
      let lines = '';
      for (const piece of scanner.push(chunk as Buffer)) {
        if (piece.kind !== 'feature') continue;
        row++;
        const problem = problemOf(piece.text);
        if (problem)
          leftBefore.rows.push({
            row,
            reason: problem.reason,
            detail: problem.message,
            content: { text: piece.text.slice(0, longestShown) },
          });
        else lines += `${leftBefore.rowNumbers.push(row) > 1 ? ',\n' : ''}${piece.text}`;
      }
      if (!output.write(lines)) await once(output, 'drain');
    }
    scanner.end();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    leftBefore.rows.push({ row: row + 1, reason: 'cut-off', detail: error.message, content: {} });
  } finally {
    output.end(']}');
    await once(output, 'close');
  }
  return leftBefore.rowNumbers.length === 0 ? null : { ...request, sourcePath, leftBefore };
}

function problemOf(text: string): RowProblem | null {
  try {
    const feature = parseExact(text) as { type?: unknown; geometry?: Geometry | null } | null;
    if (feature?.type !== 'Feature') return new RowProblem('unreadable-row', 'it is no GeoJSON feature');
    return feature.geometry ? problemOfShape(feature.geometry) : null;
  } catch (error) {
    return new RowProblem('unreadable-row', (error as Error).message);
  }
}

/**
 * What is wrong with a geometry in any system; null for nothing. Whether it is on the earth is seen once it has been
 * brought to degrees.
 */
export function problemOfShape(geometry: Geometry): RowProblem | null {
  try {
    placedGeometry(geometry, true);
    return null;
  } catch (error) {
    if (error instanceof RowProblem) return error.reason === 'out-of-range' ? null : error;
    return new RowProblem('unreadable-geometry', (error as Error).message);
  }
}
