import iconv from 'iconv-lite';
import type { LegacyEncoding } from '@groma/model';

/** What stands in a decoded text where bytes were none of the encoding. */
export const replacement = '\ufffd';

/** Decodes text that comes in pieces; a byte order mark at the beginning is left out. */
interface PieceDecoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

/**
 * A decoder of an encoding. Bytes that are none of it become U+FFFD, which callers have to look for. Node's own decoder
 * is used for Unicode only: its windows-1252 gives control characters for the letters from 0x80 to 0x9F, and it has no
 * code pages of DOS.
 */
export function pieceDecoder(encoding: LegacyEncoding): PieceDecoder {
  if (encoding.startsWith('utf-')) {
    const decoder = new TextDecoder(encoding);
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  }
  const decoder = iconv.getDecoder(iconvName(encoding));
  return {
    write: (bytes) => decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    end: () => decoder.end() ?? '',
  };
}

export function decodeBytes(bytes: Uint8Array, encoding: LegacyEncoding): string {
  const decoder = pieceDecoder(encoding);
  return decoder.write(bytes) + decoder.end();
}

export function iconvName(encoding: LegacyEncoding): string {
  return encoding.startsWith('ibm') ? `cp${encoding.slice(3)}` : encoding;
}
