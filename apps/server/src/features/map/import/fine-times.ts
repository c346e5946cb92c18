import { createReadStream } from 'node:fs';
import type { ReadRequest } from './imported-layer.ts';
import { readZipped } from './zip-entries.ts';

const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** Digits of a second beyond the third, any of which is not 0, at the end of an ISO 8601 date-time in UTC. */
const fineText = /\d\d:\d\d:\d\d\.\d{3}\d*[1-9]/;
/** Characters of a date-time, which may lie on the edge of two pieces. */
const overlap = 64;

/**
 * SQL that answers for each column of a table of a GeoPackage 1 where a date-time is finer than the milliseconds that
 * GDAL keeps, and else 0.
 */
export function findFineTimes(table: string, columns: readonly string[]): string {
  const fine = (column: string): string =>
    `(instr(${column}, '.') > 0 AND rtrim(substr(${column}, instr(${column}, '.') + 4), '0Z') GLOB '[0-9]*')`;
  return `SELECT ${columns.map((name, index) => `coalesce(max(${fine(named(name))}), 0) AS c${index}`).join(', ')} FROM ${named(table)}`;
}

/**
 * Whether a file that holds its date-times as text has one finer than the milliseconds that GDAL keeps. The KML of a
 * KMZ is looked into.
 */
export async function holdsFineTimes(
  { sourcePath, fileName, signal }: Pick<ReadRequest, 'sourcePath' | 'fileName' | 'signal'>,
  isArchive: boolean,
): Promise<boolean> {
  const pieces = isArchive
    ? readZipped({ sourcePath, fileName, signal }, 'kml')
    : createReadStream(sourcePath, { highWaterMark: 1_048_576, signal });
  let end = '';
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    const text = end + piece.toString('latin1');
    if (fineText.test(text)) return true;
    end = text.slice(-overlap);
  }
  return false;
}
