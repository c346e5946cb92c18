import { copyFile, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type yauzl from 'yauzl';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { contentOf, entriesOf, openZip } from './zip-entries.ts';

const stylesName = 'xl/styles.xml';
/** Of a part of a workbook that is read as a whole. */
const mostBytes = 16 * 1024 * 1024;
/** Signature, lengths and places in a zip. Source: APPNOTE.TXT 6.3.10 (PKWARE). */
const endSignature = 0x06054b50;
const [endBytes, centralBytes, localBytes] = [22, 46, 30];
const most32 = 0xffffffff;

/**
 * Reads a workbook in whose formats GDAL sees the time of a date-time. It looks for `hh` alone, and takes the cells of
 * a format with `h` for dates; a copy of such a workbook says `hh`, and nothing else of it is touched.
 */
export async function withTimesOfDay(
  request: ReadRequest,
  read: (request: ReadRequest) => Promise<ImportedLayer[]>,
): Promise<ImportedLayer[]> {
  const styles = await partOf(request, stylesName);
  const written = styles?.text.replaceAll(/(\bformatCode=")([^"]*)"/g, (_, start: string, code: string) => {
    return `${start}${withWholeHours(code)}"`;
  });
  if (!styles || written === styles.text) return read(request);
  const folder = join(request.workFolder, 'recoded');
  await mkdir(folder);
  try {
    const sourcePath = join(folder, basename(request.sourcePath));
    await copyFile(request.sourcePath, sourcePath);
    const isWritten = await replacePart(sourcePath, styles.entry, Buffer.from(written!));
    return await read(isWritten ? { ...request, sourcePath } : request);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the days of a workbook are counted from 1904, as Excel for Macintosh did, of which GDAL knows nothing. */
export async function countsFrom1904(request: Pick<ReadRequest, 'sourcePath' | 'fileName'>): Promise<boolean> {
  const book = await partOf(request, 'xl/workbook.xml');
  return /<(?:\w+:)?workbookPr\b[^>]*\bdate1904\s*=\s*["'](?:1|true|on)["']/.test(book?.text ?? '');
}

/** A date or date-time in ISO 8601 that was counted from 1900, as one counted from 1904; other text as it is. */
export function from1904(text: string): string {
  const [, date, rest] = /^(\d{4}-\d\d-\d\d)(T.*)?$/.exec(text) ?? [];
  if (date === undefined) return text;
  const days = 1462;
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10) + (rest ?? '');
}

/** A format of cells (`d.m.yy h:mm`) with hours of two digits where it is one of dates with a time. */
function withWholeHours(code: string): string {
  const pieces = code.split(/(&quot;.*?&quot;|\[[^\]]*\]|\\.)/);
  const plain = pieces.filter((_, index) => index % 2 === 0).join('');
  if (!/[yd]/i.test(plain) || !/h/i.test(plain) || /hh/i.test(code)) return code;
  return pieces.map((piece, index) => (index % 2 === 0 ? piece.replaceAll(/h/gi, 'hh') : piece)).join('');
}

/** A text in a workbook; null where there is none, or the file is no zip. */
async function partOf(
  { sourcePath, fileName }: Pick<ReadRequest, 'sourcePath' | 'fileName'>,
  name: string,
): Promise<{ text: string; entry: yauzl.Entry } | null> {
  const zip = await openZip(sourcePath, fileName).catch(() => null);
  if (zip === null) return null;
  try {
    const entry = (await entriesOf(zip, fileName)).find((each) => each.fileName === name);
    if (entry === undefined || entry.uncompressedSize > mostBytes) return null;
    const pieces: Buffer[] = [];
    for await (const piece of (await contentOf(zip, entry, fileName)) as AsyncIterable<Buffer>) pieces.push(piece);
    return { text: Buffer.concat(pieces).toString('utf8'), entry };
  } catch {
    // What is wrong with it is for its reader to say.
    return null;
  } finally {
    zip.close();
  }
}

/**
 * Puts other content into a zip: it stands where the list of the parts stood, and a new list behind it. False, with
 * nothing written, for a zip whose list is not where that can be done (ZIP64, or something before its first part).
 */
async function replacePart(path: string, entry: yauzl.Entry, content: Buffer): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const end = await endOf(file);
    if (end === null) return false;
    const list = Buffer.alloc(end.record.readUInt32LE(12));
    const start = end.record.readUInt32LE(16);
    if (start + list.length !== end.at || start + content.length > most32 / 2) return false;
    await file.read(list, 0, list.length, start);
    const at = placeInList(list, entry.fileName);
    if (at === null) return false;
    const name = Buffer.from(entry.fileName);
    const local = Buffer.alloc(localBytes);
    local.writeUInt32LE(0x04034b50);
    // Stored as it is: version 2.0, no flags, no method.
    local.writeUInt16LE(20, 4);
    for (const [head, from] of [
      [local, 14],
      [list, at + 16],
    ] as const) {
      head.writeUInt32LE(crc32(content), from);
      head.writeUInt32LE(content.length, from + 4);
      head.writeUInt32LE(content.length, from + 8);
    }
    local.writeUInt16LE(name.length, 26);
    list.writeUInt32LE(0, at + 8);
    list.writeUInt32LE(start, at + 42);
    const part = Buffer.concat([local, name, content]);
    end.record.writeUInt32LE(start + part.length, 16);
    const written = Buffer.concat([part, list, end.record]);
    await file.write(written, 0, written.length, start);
    await file.truncate(start + written.length);
    return true;
  } finally {
    await file.close();
  }
}

/** The record at the end of a zip, and where it is. */
async function endOf(file: FileHandle): Promise<{ record: Buffer; at: number } | null> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(Math.min(size, endBytes + 0xffff));
  await file.read(tail, 0, tail.length, size - tail.length);
  for (let at = tail.length - endBytes; at >= 0; at--)
    if (tail.readUInt32LE(at) === endSignature && at + endBytes + tail.readUInt16LE(at + 20) === tail.length)
      return { record: tail.subarray(at), at: size - tail.length + at };
  return null;
}

/** Where a part stands in the list of a zip; null where the list is not as it should be. */
function placeInList(list: Buffer, name: string): number | null {
  for (let at = 0; at + centralBytes <= list.length;) {
    if (list.readUInt32LE(at) !== 0x02014b50) return null;
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((from) => list.readUInt16LE(at + from)) as [
      number,
      number,
      number,
    ];
    if (list.toString('utf8', at + centralBytes, at + centralBytes + nameBytes) === name) return at;
    at += centralBytes + nameBytes + extraBytes + noteBytes;
  }
  return null;
}
