/** How the characters of a text file stand on disk. Both are kept when the file is edited. */
export interface TextFormat {
  encoding: TextEncodingName;
  /** The file begins with a byte order mark. */
  hasMark: boolean;
  lineEnding: LineEnding;
}

export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncodingName = (typeof textEncodings)[number];

/** `mixed` keeps each carriage return as a character of the text, so that not a byte is lost. */
export const lineEndings = ['lf', 'crlf', 'cr', 'mixed'] as const;
export type LineEnding = (typeof lineEndings)[number];

export const plainFormat: TextFormat = { encoding: 'utf-8', hasMark: false, lineEnding: 'lf' };

/** A text with line feeds alone between its lines (unless `mixed`), and what its file was like. */
export interface DecodedText { text: string; format: TextFormat }

/**
 * Reads the bytes of a text file: UTF-8 with or without a mark, UTF-16 with one, else Windows-1252. Null for what is no
 * text, and for what could not be written back to the same bytes.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = readMarked(bytes);
  const encoded = marked === undefined ? readPlain(bytes) : marked;
  if (!encoded) return null;
  const lineEnding = lineEndingOf(encoded.text);
  const text = lineEnding === 'crlf' ? encoded.text.replaceAll('\r\n', '\n') : lineEnding === 'cr' ? encoded.text.replaceAll('\r', '\n') : encoded.text;
  return { text, format: { encoding: encoded.encoding, hasMark: encoded.hasMark, lineEnding } };
}

/** The bytes of a text in a format; null when Windows-1252 has no place for one of its characters. */
export function encodeText(text: string, { encoding, hasMark, lineEnding }: TextFormat): Uint8Array<ArrayBuffer> | null {
  const lines = lineEnding === 'crlf' ? text.replaceAll('\n', '\r\n') : lineEnding === 'cr' ? text.replaceAll('\n', '\r') : text;
  const marked = hasMark ? `\ufeff${lines}` : lines;
  switch (encoding) {
    case 'utf-8': return new TextEncoder().encode(marked);
    case 'windows-1252': return encodeWindows(lines);
    default: return encodeUtf16(marked, encoding === 'utf-16le');
  }
}

interface Encoded { text: string; encoding: TextEncodingName; hasMark: boolean }

/** Undefined when there is no mark. */
function readMarked(bytes: Uint8Array): Encoded | null | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return withMark(readAs(bytes.subarray(3), 'utf-8'), 'utf-8');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return withMark(readAs(bytes.subarray(2), 'utf-16le'), 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return withMark(readAs(bytes.subarray(2), 'utf-16be'), 'utf-16be');
  return undefined;
}

function withMark(text: string | null, encoding: TextEncodingName): Encoded | null {
  return text === null || text.includes('\0') ? null : { text, encoding, hasMark: true };
}

function readPlain(bytes: Uint8Array): Encoded | null {
  if (bytes.includes(0)) return null;
  const text = readAs(bytes, 'utf-8');
  if (text !== null) return { text, encoding: 'utf-8', hasMark: false };
  if (hasManyControls(bytes)) return null;
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252', hasMark: false };
}

function readAs(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Text in an old encoding has no control characters but tabs, line ends, form feeds and escapes. */
function hasManyControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && byte !== 0x1b && (byte < 0x09 || byte > 0x0d));
}

/** One kind of line end throughout, or none: its name. */
function lineEndingOf(text: string): LineEnding {
  if (!text.includes('\r')) return 'lf';
  const pairs = text.split('\r\n').length - 1;
  const returns = text.split('\r').length - 1;
  const feeds = text.split('\n').length - 1;
  if (pairs === returns && pairs === feeds) return 'crlf';
  return feeds === 0 ? 'cr' : 'mixed';
}

let windowsBytes: ReadonlyMap<string, number> | null = null;

function encodeWindows(text: string): Uint8Array<ArrayBuffer> | null {
  windowsBytes ??= new Map(Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(new Uint8Array([byte])), byte]));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const byte = windowsBytes.get(text[i]!);
    if (byte === undefined) return null;
    bytes[i] = byte;
  }
  return bytes;
}

function encodeUtf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle);
  return bytes;
}
