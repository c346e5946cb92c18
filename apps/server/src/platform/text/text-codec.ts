import iconv from 'iconv-lite';
import type { LegacyEncoding } from '@groma/model';
import { decodeBytes, iconvName } from './text-decoder.ts';

/**
 * What Windows-1252 has where Latin-1 has control characters, from 0x80 on; the five that it leaves out are themselves.
 */
const westernLetters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const westernBytes = new Map([...westernLetters].map((letter, index) => [letter, String.fromCharCode(index + 0x80)]));

/**
 * Decodes text so that it can be written back. Every byte has a place in Windows-1252, also those that the encoding
 * leaves out; in other encodings bytes that are none of it become U+FFFD.
 */
export function textOfBytes(bytes: Uint8Array, encoding: LegacyEncoding): string {
  if (encoding !== 'windows-1252') return decodeBytes(bytes, encoding);
  return withWesternLetters(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
}

/**
 * Puts the letters of Windows-1252 in the place of control characters of Latin-1, which Node's own decoder gives for
 * them.
 */
export function withWesternLetters(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (letter) => westernLetters[letter.charCodeAt(0) - 0x80]!);
}

/**
 * The bytes of a text in an encoding of before Unicode. A letter that it has no place for becomes a question mark:
 * callers have to compare.
 */
export function bytesOfText(text: string, encoding: LegacyEncoding): Uint8Array {
  if (encoding !== 'windows-1252') return iconv.encode(text, iconvName(encoding));
  return Buffer.from(
    text.replace(/[^\0-\x7f\u00a0-\u00ff]/g, (letter) => westernBytes.get(letter) ?? '?'),
    'latin1',
  );
}
