import { isUnicode, type LegacyEncoding } from '@groma/model';
import { textOfBytes } from '../../../platform/text/text-codec.ts';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * What a lent file is written in: UTF-8, or an encoding in which each byte is a character and those of ASCII are
 * themselves.
 */
export type PlainEncoding = Exclude<
  LegacyEncoding,
  'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' | 'euc-kr'
>;

const wide: ReadonlySet<LegacyEncoding> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);

/** Whether lines and delimiters are found in the bytes as they are; other encodings are written out as UTF-8 first. */
export function isPlain(encoding: LegacyEncoding): encoding is PlainEncoding {
  return encoding === 'utf-8' || !(isUnicode(encoding) || wide.has(encoding));
}

/** Bytes as text. */
export function decodeText(bytes: Uint8Array, bytesAre: PlainEncoding): string {
  return bytesAre === 'utf-8' ? utf8.decode(bytes) : textOfBytes(bytes, bytesAre);
}

/** A part of a block as text. Node's own cutting of short texts is several times faster than a decoder. */
export function sliceText(block: Buffer, start: number, end: number, bytesAre: PlainEncoding): string {
  return bytesAre === 'utf-8' ? block.toString('utf8', start, end) : decodeText(block.subarray(start, end), bytesAre);
}
