import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFormat } from '@groma/geo';
import type { LegacyEncoding } from '@groma/model';
import type { ImportPreview } from '@groma/protocol';
import { decodeBytes } from '../../../platform/text/text-decoder.ts';
import type { EncodingGuess } from '../../../platform/text/guess-encoding.ts';
import { dbfBlocks } from './dbf-blocks.ts';
import { encodingOfText, headOfText } from './recode-text.ts';
import { companion, readDbfHead, shapefileEncoding, type DbfHead } from './shapefile-encoding.ts';
import { unpackedShapefiles } from './read-zip.ts';

const mostRows = 20;
const mostColumns = 30;
const longestCell = 200;
const headBytes = 256 * 1024;
/**
 * Records, and their bytes, that are looked through for some with letters beyond ASCII, which alone show whether an
 * encoding is right.
 */
const searched = { records: 20_000, bytes: 16 * 1024 * 1024 };
const mostPlainRows = 3;

type Request = {
  sourcePath: string;
  fileName: string;
  workFolder: string;
  encoding: LegacyEncoding | null;
  signal: AbortSignal;
};
type TextPreview = NonNullable<ImportPreview['text']>;

/**
 * How the text of a file that need not say it is encoded, and rows by which a person can see whether that is right.
 * Null for other formats.
 */
export async function previewText(format: FileFormat, request: Request): Promise<TextPreview | null> {
  switch (format) {
    case 'shapefile':
    case 'dbf':
      return previewShapefile(request);
    case 'zip':
      return previewZip(request);
    case 'geojson':
    case 'kml':
    case 'gpx':
    case 'gml':
    case 'topojson':
      return previewLines(request);
    default:
      return null;
  }
}

async function previewShapefile({ sourcePath, encoding }: Request): Promise<TextPreview | null> {
  const guess: EncodingGuess | null =
    encoding === null ? await shapefileEncoding(sourcePath) : { encoding, certainty: 'declared' };
  const table = await companion(sourcePath, 'dbf');
  if (guess === null || table === null) return null;
  const file = await open(table);
  try {
    const head = await readDbfHead(file);
    if (head === null) return null;
    const fields = head.fields.filter(({ isText }) => isText).slice(0, mostColumns);
    const rows = await shownRecords(file, { ...head, fields });
    const text = (bytes: Buffer): string =>
      decodeBytes(bytes, guess.encoding).replace(/\0.*$/s, '').trim().slice(0, longestCell);
    return { ...guess, header: fields.map(({ name }) => text(name)), rows: rows.map((row) => row.map(text)) };
  } finally {
    await file.close();
  }
}

/**
 * Text cells of the records to show, those that tell first. A head may claim 64 KB for each record: only what is shown
 * is kept.
 */
async function shownRecords(file: FileHandle, { records, ...table }: DbfHead): Promise<Buffer[][]> {
  const [telling, plain]: [Buffer[][], Buffer[][]] = [[], []];
  for await (const block of dbfBlocks(
    file,
    { ...table, records: Math.min(records, searched.records) },
    searched.bytes,
  )) {
    for (let at = 0; at < block.length && telling.length < mostRows; at += table.recordBytes) {
      const row = table.fields.map(({ offset, bytes }) => block.subarray(at + offset, at + offset + bytes));
      const rows = row.some((cell) => cell.some((byte) => byte > 0x7f)) ? telling : plain;
      if (rows === telling || plain.length < mostPlainRows) rows.push(row.map((cell) => Buffer.from(cell)));
    }
    if (telling.length === mostRows) break;
  }
  return [...telling, ...plain].slice(0, mostRows);
}

/** The first shapefile of an archive whose encoding is not sure, else the first. */
async function previewZip(request: Request): Promise<TextPreview | null> {
  const folder = join(request.workFolder, 'unpacked');
  let first: TextPreview | null = null;
  try {
    for (const sourcePath of await unpackedShapefiles({ ...request, folder })) {
      const found = await previewShapefile({ ...request, sourcePath });
      if (found?.certainty === 'unsure') return found;
      first ??= found;
    }
    return first;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function previewLines(request: Request): Promise<TextPreview | null> {
  const guess = await encodingOfText(request);
  if (guess.certainty === 'certain') return null;
  const lines = (await headOfText(request.sourcePath, guess.encoding, headBytes))
    .split(/\r\n|[\r\n]|(?<=\}),/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    ...guess,
    header: [],
    rows: tellingFirst(lines, (line) => /\P{ASCII}/u.test(line)).map((line) => [aroundLetters(line)]),
  };
}

function tellingFirst<Row>(rows: readonly Row[], tells: (row: Row) => boolean): Row[] {
  return [...rows.filter(tells), ...rows.filter((row) => !tells(row)).slice(0, mostPlainRows)].slice(0, mostRows);
}

/** The part of a long line that has letters beyond ASCII. */
function aroundLetters(line: string): string {
  const at = Math.max(0, line.search(/\P{ASCII}/u) - 60);
  return line.slice(at, at + longestCell);
}
