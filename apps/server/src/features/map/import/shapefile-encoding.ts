import { open, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAscii, isUtf8 } from 'node:buffer';
import type { LegacyEncoding } from '@groma/model';
import { encodingNamed } from '../../../platform/text/encoding-named.ts';
import { fitsEncoding, guessEncoding, type EncodingGuess } from '../../../platform/text/guess-encoding.ts';
import { WordSample } from '../../../platform/text/word-sample.ts';
import { dbfBlocks } from './dbf-blocks.ts';

const headerBytes = 32;
const fieldBytes = 32;
const languageByte = 29;
const endOfFields = 0x0d;
/** Records that are looked at; what comes later is decoded all the same, and told where it does not fit. */
const readBytes = 64 * 1024 * 1024;

/** The attribute table of a shapefile, as far as it must be known to read its text. */
export interface DbfHead {
  records: number;
  recordBytes: number;
  start: number;
  /**
   * What the language driver byte means, null for 0 and bytes without a meaning. `isVague` for "ANSI", which says no
   * more than that it is not of DOS.
   */
  language: { encoding: LegacyEncoding; isVague: boolean } | null;
  /** `type` is the letter of the field's type. */
  fields: { name: Buffer; type: string; isText: boolean; offset: number; bytes: number }[];
}

/** Code pages by the language driver byte (dBASE, Visual FoxPro and ESRI; GDAL's ogrdbf list). */
const languages: Readonly<Record<number, LegacyEncoding>> = {
  0x01: 'ibm437',
  0x02: 'ibm850',
  0x04: 'macintosh',
  0x08: 'ibm865',
  0x09: 'ibm437',
  0x0a: 'ibm850',
  0x0b: 'ibm437',
  0x0d: 'ibm437',
  0x0e: 'ibm850',
  0x0f: 'ibm437',
  0x10: 'ibm850',
  0x11: 'ibm437',
  0x12: 'ibm850',
  0x13: 'shift_jis',
  0x14: 'ibm850',
  0x15: 'ibm437',
  0x16: 'ibm850',
  0x17: 'ibm865',
  0x18: 'ibm437',
  0x19: 'ibm437',
  0x1a: 'ibm850',
  0x1b: 'ibm437',
  0x1d: 'ibm850',
  0x1f: 'ibm852',
  0x22: 'ibm852',
  0x23: 'ibm852',
  0x25: 'ibm850',
  0x26: 'ibm866',
  0x37: 'ibm850',
  0x40: 'ibm852',
  0x4d: 'gb18030',
  0x4e: 'euc-kr',
  0x4f: 'big5',
  0x50: 'windows-874',
  0x58: 'windows-1252',
  0x59: 'windows-1252',
  0x64: 'ibm852',
  0x65: 'ibm866',
  0x66: 'ibm865',
  0x78: 'big5',
  0x79: 'euc-kr',
  0x7a: 'gb18030',
  0x7b: 'shift_jis',
  0x7c: 'windows-874',
  0x7d: 'windows-1255',
  0x7e: 'windows-1256',
  0xc8: 'windows-1250',
  0xc9: 'windows-1251',
  0xca: 'windows-1254',
  0xcb: 'windows-1253',
  0xcc: 'windows-1257',
};
const vague = new Set([0x03, 0x57]);

/**
 * The encoding of the text of a shapefile: what its bytes can only be, else what the .cpg file or the language driver
 * byte declares where the bytes agree, else a guess. Null where there is no attribute table.
 */
export async function shapefileEncoding(sourcePath: string): Promise<EncodingGuess | null> {
  const path = await companion(sourcePath, 'dbf');
  if (path === null) return null;
  const sample = await sampleOf(path);
  if (sample === null) return null;
  const page = await companion(sourcePath, 'cpg');
  const declared = page === null ? null : encodingNamed((await readFile(page, 'latin1')).slice(0, 100).trim());
  return judge(sample, declared);
}

function judge(
  { words, language }: { words: Buffer; language: DbfHead['language'] },
  declared: LegacyEncoding | null,
): EncodingGuess {
  if (words.length === 0) return { encoding: declared ?? 'utf-8', certainty: 'certain' };
  if (isUtf8(words) && (declared === null || declared === 'utf-8' || !isFew(words)))
    return { encoding: 'utf-8', certainty: 'certain' };
  const said = declared ?? (language && !language.isVague ? language.encoding : null);
  if (said !== null && fitsEncoding(words, said)) return { encoding: said, certainty: 'declared' };
  const guess = guessEncoding(words);
  const agrees = language?.isVague === true && guess.encoding === language.encoding && said === null;
  // What is declared and cannot be leaves nothing to be sure of.
  return { encoding: guess.encoding, certainty: said !== null ? 'unsure' : agrees ? 'likely' : guess.certainty };
}

/** So little text that a pair of letters of an old encoding may look like one of UTF-8. */
function isFew(words: Buffer): boolean {
  return words.length < 8;
}

async function sampleOf(path: string): Promise<{ words: Buffer; language: DbfHead['language'] } | null> {
  const file = await open(path);
  try {
    const head = await readDbfHead(file);
    if (head === null) return null;
    const sample = new WordSample();
    for (const { name } of head.fields) sample.add(name);
    for await (const block of dbfBlocks(file, head, readBytes)) {
      const end = isAscii(block) ? 0 : block.length;
      for (let record = 0; record < end; record += head.recordBytes) {
        for (const { isText, offset, bytes } of head.fields)
          if (isText) sample.add(block.subarray(record + offset, record + offset + bytes));
      }
      if (sample.isFull) break;
    }
    return { words: sample.bytes, language: head.language };
  } finally {
    await file.close();
  }
}

/** The head of a dBASE file, null where it is none. Source: dBASE III table file structure. */
export async function readDbfHead(file: Awaited<ReturnType<typeof open>>): Promise<DbfHead | null> {
  const { buffer: head, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
  if (bytesRead < headerBytes) return null;
  const [records, start, recordBytes] = [head.readUInt32LE(4), head.readUInt16LE(8), head.readUInt16LE(10)];
  if (start <= headerBytes || recordBytes === 0) return null;
  const { buffer: described } = await file.read(Buffer.alloc(start - headerBytes), 0, start - headerBytes, headerBytes);
  const fields: DbfHead['fields'] = [];
  let offset = 1;
  for (let at = 0; at + fieldBytes <= described.length && described[at] !== endOfFields; at += fieldBytes) {
    const name = described.subarray(at, at + 11);
    const type = String.fromCharCode(described[at + 11]!);
    const isText = type === 'C';
    // Texts may be longer than 255 bytes: the number of decimals is then the high byte.
    const bytes = described[at + 16]! + (isText ? described[at + 17]! * 256 : 0);
    // A field that its record has no room for holds nothing; a table may name thousands of them.
    const isHeld = bytes > 0 && offset + bytes <= recordBytes;
    fields.push({ name: name.subarray(0, (name.indexOf(0) + 12) % 12), type, isText: isText && isHeld, offset, bytes });
    offset += bytes;
  }
  const code = head[languageByte]!;
  const language = vague.has(code)
    ? { encoding: 'windows-1252' as const, isVague: true }
    : languages[code] === undefined
      ? null
      : { encoding: languages[code], isVague: false };
  return { records, recordBytes, start, language, fields };
}

/** Path of a companion, whose extension may be in capitals. */
export async function companion(sourcePath: string, extension: string): Promise<string | null> {
  const stem = basename(sourcePath)
    .replace(/\.[^.]+$/, '')
    .toLowerCase();
  const names = await readdir(dirname(sourcePath));
  const found = names.find((name) => name.toLowerCase() === `${stem}.${extension}`);
  return found === undefined ? null : join(dirname(sourcePath), found);
}
