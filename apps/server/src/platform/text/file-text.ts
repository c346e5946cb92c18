import { detectEncoding } from '@groma/geo';
import {
  decodeUnicode,
  encodeUnicode,
  isUnicode,
  markedEncoding,
  withLineEnding,
  withLineFeeds,
  type DecodedText,
  type LegacyEncoding,
  type TextFormat,
} from '@groma/model';
import { guessEncoding } from './guess-encoding.ts';
import { bytesOfText, textOfBytes, withWesternLetters } from './text-codec.ts';
import { replacement } from './text-decoder.ts';
import { WordSample } from './word-sample.ts';

/** Letters that are named when an encoding has no place for them. */
const mostNamed = 8;

/**
 * Reads the bytes of a text file that is to be edited: by its mark, as UTF-8, as UTF-16 by zeros beside Latin letters,
 * in the encoding it had before, else in the one that the letters speak for. Null for what is not text. What is found
 * can be written back to the same bytes.
 * @param before in which the file was read the last time; what its bytes say themselves goes first
 */
export function readFileText(bytes: Uint8Array, before?: LegacyEncoding): DecodedText | null {
  const unicode = decodeUnicode(bytes);
  // Text of ASCII alone is in any encoding: the next letter is to be written in the file's own.
  const isOpen = markedEncoding(bytes) === null && (unicode === null || isAscii(bytes));
  if (!isOpen) return unicode;
  const own = before !== undefined && !isUnicode(before) ? readFileTextAs(bytes, before) : null;
  if (own ?? unicode) return own ?? unicode;
  const { encoding: wide } = detectEncoding(bytes.subarray(0, 64 * 1024));
  if (isUnicode(wide) && wide !== 'utf-8') return decodeUnicode(bytes, wide);
  if (hasBinaryBytes(bytes)) return null;
  const sample = new WordSample();
  sample.add(bytes);
  // Bytes that are left over in the likeliest encoding have a place in Windows-1252 at least, in which nothing is lost.
  const found = readFileTextAs(bytes, guessEncoding(sample.bytes).encoding) ?? readFileTextAs(bytes, 'windows-1252');
  return found && { ...found, format: { ...found.format, isGuessed: true } };
}

/**
 * Reads the bytes of a text file in an encoding that a person has chosen; null where some of them are not text in it.
 */
export function readFileTextAs(bytes: Uint8Array, encoding: LegacyEncoding): DecodedText | null {
  if (isUnicode(encoding)) return decodeUnicode(bytes, encoding);
  const text = textOfBytes(bytes, encoding);
  if (text.includes('\0') || text.includes(replacement) || !isSame(bytesOfText(text, encoding), bytes)) return null;
  return withLineFeeds(text, { encoding, hasMark: false });
}

/** The bytes of a text in the format of its file, or the first of the letters that its encoding has no place for. */
export function writeFileText(
  text: string,
  format: TextFormat,
): { bytes: Uint8Array } | { bytes: null; letters: string[] } {
  const { encoding, lineEnding } = format;
  if (isUnicode(encoding)) return { bytes: encodeUnicode(text, format) };
  // A text that was opened long ago may hold control characters for the letters of Windows-1252.
  const lines = withLineEnding(encoding === 'windows-1252' ? withWesternLetters(text) : text, lineEnding);
  const bytes = bytesOfText(lines, encoding);
  if (textOfBytes(bytes, encoding) === lines) return { bytes };
  const missing = [...new Set(lines)].filter(
    (letter) => textOfBytes(bytesOfText(letter, encoding), encoding) !== letter,
  );
  return { bytes: null, letters: missing.slice(0, mostNamed) };
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** Text in an old encoding has no control characters but tabs, line ends, form feeds and escapes. */
function hasBinaryBytes(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && byte !== 0x1b && (byte < 0x09 || byte > 0x0d));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
