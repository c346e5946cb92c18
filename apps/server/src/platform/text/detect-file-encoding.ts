import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { detectEncoding } from '@groma/geo';
import { guessEncoding, type EncodingGuess } from './guess-encoding.ts';
import { WordSample } from './word-sample.ts';

const headBytes = 64 * 1024;
/** How much is read for a sample once it is known that a file is not UTF-8. */
const sampledBytes = 16 * 1024 * 1024;

/**
 * The encoding of a text file: by its mark, by zeros beside Latin letters (UTF-16), as UTF-8 where every byte of it
 * agrees, else guessed by the words beyond ASCII. A file in UTF-8 is read to its end.
 */
export async function detectFileEncoding(path: string, signal: AbortSignal): Promise<EncodingGuess> {
  let isFirst = true;
  let sampled: number | null = null;
  let rest: Uint8Array = new Uint8Array();
  const sample = new WordSample();
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal }) as AsyncIterable<Buffer>) {
    if (isFirst) {
      const { encoding, markBytes } = detectEncoding(chunk.subarray(0, headBytes));
      if ((markBytes > 0 && encoding !== 'utf-8') || encoding.startsWith('utf-16'))
        return { encoding, certainty: 'certain' };
      isFirst = false;
    }
    if (sampled === null) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.length - cutBytes(bytes);
      if (isUtf8(bytes.subarray(0, end))) rest = bytes.subarray(end);
      else sampled = 0;
    }
    sample.add(chunk);
    if (sampled !== null) sampled += chunk.length;
    if (sampled !== null && (sample.isFull || sampled > sampledBytes)) break;
  }
  return sampled === null && rest.length === 0
    ? { encoding: 'utf-8', certainty: 'certain' }
    : guessEncoding(sample.bytes);
}

/** How many bytes at the end belong to a character of UTF-8 that goes on in the next piece. */
function cutBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}
