/** Bytes from `start` to `end` inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a `Range` header for something of so many bytes (RFC 9110 §14). Undefined means the whole: no header, another
 * unit, or several ranges at once, which the standard lets a server answer with the whole.
 */
export function readByteRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/);
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const start = match[1] === '' ? Math.max(0, bytes - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? bytes - 1 : Math.min(Number(match[2]), bytes - 1);
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}
