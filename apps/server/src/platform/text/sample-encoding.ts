import { isUtf8 } from 'node:buffer';
import { detectEncoding } from '@groma/geo';
import { isUnicode, markedEncoding } from '@groma/model';
import { guessEncoding, type EncodingGuess } from './guess-encoding.ts';
import { WordSample } from './word-sample.ts';

const headBytes = 256 * 1024;
/** Pieces that are read behind the beginning: a large file is never read whole. */
const pieces = 16;
const pieceBytes = 64 * 1024;

/**
 * The encoding of a text file of any size, by its beginning and some pieces of the rest. What `detectFileEncoding`
 * finds by all bytes is found here by less than two megabytes.
 * @param read bytes from a place on, fewer at the end
 */
export async function sampleEncoding(
  read: (start: number, bytes: number) => Promise<Uint8Array>,
  bytes: number,
): Promise<EncodingGuess> {
  const head = await read(0, headBytes);
  const marked = markedEncoding(head) ?? detectEncoding(head.subarray(0, headBytes / 4)).encoding;
  if (markedEncoding(head) !== null || (isUnicode(marked) && marked !== 'utf-8'))
    return { encoding: marked, certainty: 'certain' };
  const sample = new WordSample();
  let isUnicodeText = true;
  const take = (piece: Uint8Array, isWhole: boolean): void => {
    isUnicodeText &&= isUtf8(isWhole ? piece : withinCharacters(piece));
    sample.add(piece);
  };
  take(head, head.length >= bytes);
  const step = Math.max(pieceBytes, Math.ceil((bytes - headBytes) / pieces));
  for (let start = headBytes; start < bytes; start += step) {
    // oxlint-disable-next-line no-await-in-loop
    take(await read(start, pieceBytes), false);
  }
  return isUnicodeText ? { encoding: 'utf-8', certainty: 'certain' } : guessEncoding(sample.bytes);
}

/** Bytes without what a cut has left of a character of UTF-8 at both ends. */
function withinCharacters(piece: Uint8Array): Uint8Array {
  const first = piece.subarray(0, 3).findIndex((byte) => (byte & 0xc0) !== 0x80);
  const rest = piece.subarray(Math.max(0, first));
  for (let back = 1; back <= Math.min(3, rest.length); back++)
    if (rest[rest.length - back]! >= 0xc0) return rest.subarray(0, rest.length - back);
  return rest;
}
