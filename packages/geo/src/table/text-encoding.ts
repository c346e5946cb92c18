/** Encodings of text files that are told apart. `windows-1252` holds latin-1 and reads any bytes. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes that say the encoding of a file at its beginning. */
const marks: readonly [TextEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Finds the encoding of a text by its first bytes: by its mark, by zeros beside Latin letters, by being valid UTF-8,
 * else windows-1252. `head` may end inside a character.
 * @returns the encoding and how many bytes the mark takes.
 */
export function detectEncoding(head: Uint8Array): { encoding: TextEncoding; markBytes: number } {
  for (const [encoding, mark] of marks)
    if (mark.every((byte, index) => head[index] === byte)) return { encoding, markBytes: mark.length };
  const wide = wideEncoding(head);
  if (wide) return { encoding: wide, markBytes: 0 };
  return { encoding: isUtf8(head) ? 'utf-8' : 'windows-1252', markBytes: 0 };
}

/** UTF-16 without a mark: nearly every second byte of Latin text is zero, and nearly no other. */
function wideEncoding(head: Uint8Array): TextEncoding | undefined {
  const zeros = [0, 0];
  for (let index = 0; index < head.length; index++) if (head[index] === 0) zeros[index % 2]!++;
  const half = head.length / 2;
  if (half < 2) return undefined;
  if (zeros[1]! > half * 0.7 && zeros[0]! < half * 0.1) return 'utf-16le';
  return zeros[0]! > half * 0.7 && zeros[1]! < half * 0.1 ? 'utf-16be' : undefined;
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
