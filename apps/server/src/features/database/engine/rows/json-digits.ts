const billion = 1_000_000_000;

/** Letters of ASCII, as they are. Each of these writes from a place on and answers where it ended. */
export function writeAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let each = 0; each < text.length; each++) bytes[at + each] = text.charCodeAt(each);
  return at + text.length;
}

/** A whole number that JavaScript does not round. */
export function writeWhole(bytes: Uint8Array, at: number, value: number): number {
  if (value < 0) {
    bytes[at++] = 0x2d;
    value = -value;
  }
  if (value < billion) return writePadded(bytes, at, value, digitsOf(value));
  const high = Math.floor(value / billion);
  return writePadded(bytes, writeWhole(bytes, at, high), value - high * billion, 9);
}

/** A number below a billion with so many digits. */
export function writePadded(bytes: Uint8Array, at: number, value: number, digits: number): number {
  let rest = value | 0;
  for (let place = at + digits - 1; place >= at; place--) {
    const next = (rest / 10) | 0;
    bytes[place] = 0x30 + rest - next * 10;
    rest = next;
  }
  return at + digits;
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits += 1;
  return digits;
}

const shortEscapes: Record<number, string> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  0x22: '\\"',
  0x5c: '\\\\',
};

/** UTF-8 as it stands between the quotes of a text of JSON. */
export function writeTextBody(bytes: Uint8Array, at: number, from: Uint8Array, start: number, end: number): number {
  for (let each = start; each < end; each++) {
    const byte = from[each]!;
    if (byte >= 0x20 && byte !== 0x22 && byte !== 0x5c) bytes[at++] = byte;
    else at = writeAscii(bytes, at, escapeOf(byte));
  }
  return at;
}

/** How many bytes `writeTextBody` writes. */
export function textBodyBytes(from: Uint8Array, start: number, end: number): number {
  let length = end - start;
  for (let each = start; each < end; each++) {
    const byte = from[each]!;
    if (byte < 0x20 || byte === 0x22 || byte === 0x5c) length += escapeOf(byte).length - 1;
  }
  return length;
}

function escapeOf(byte: number): string {
  return shortEscapes[byte] ?? `\\u${byte.toString(16).padStart(4, '0')}`;
}
