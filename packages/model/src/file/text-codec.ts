import type { LegacyEncoding } from './legacy-encoding.ts';

/** How the characters of a text file stand on disk. Both are kept when the file is edited. */
export interface TextFormat {
  encoding: LegacyEncoding;
  /** The file begins with a byte order mark. */
  hasMark: boolean;
  lineEnding: LineEnding;
  /** Neither a mark nor the bytes say which encoding it is, and nobody has chosen it. */
  isGuessed?: true;
}

/** `mixed` keeps each carriage return as a character of the text, so that not a byte is lost. */
export const lineEndings = ['lf', 'crlf', 'cr', 'mixed'] as const;
export type LineEnding = (typeof lineEndings)[number];

export const plainFormat: TextFormat = { encoding: 'utf-8', hasMark: false, lineEnding: 'lf' };

/** A text with line feeds alone between its lines (unless `mixed`), and what its file was like. */
export interface DecodedText {
  text: string;
  format: TextFormat;
}

type Unicode = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How each encoding of Unicode marks the beginning of a file. */
const marks: Readonly<Record<Unicode, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** The encoding whose mark begins the bytes; null where none does. */
export function markedEncoding(bytes: Uint8Array): Unicode | null {
  return (
    (Object.keys(marks) as Unicode[]).find((encoding) =>
      marks[encoding].every((byte, index) => bytes[index] === byte),
    ) ?? null
  );
}

/** Whether an encoding holds every character there is. */
export function isUnicode(encoding: LegacyEncoding): encoding is Unicode {
  return encoding in marks;
}

/**
 * Reads the bytes of a text file in an encoding of Unicode, with or without its mark. Null for what is not text in it,
 * and for what could not be written back to the same bytes.
 * @param encoding that of the mark, else UTF-8, where it is left out
 */
export function decodeUnicode(
  bytes: Uint8Array,
  encoding: Unicode = markedEncoding(bytes) ?? 'utf-8',
): DecodedText | null {
  const hasMark = markedEncoding(bytes) === encoding;
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(
      hasMark ? bytes.subarray(marks[encoding].length) : bytes,
    );
    return text.includes('\0') ? null : withLineFeeds(text, { encoding, hasMark });
  } catch {
    return null;
  }
}

/** The bytes of a text in a format whose encoding is one of Unicode. */
export function encodeUnicode(text: string, { encoding, hasMark, lineEnding }: TextFormat): Uint8Array<ArrayBuffer> {
  const lines = withLineEnding(text, lineEnding);
  const marked = hasMark ? `\ufeff${lines}` : lines;
  return encoding === 'utf-8' ? new TextEncoder().encode(marked) : encodeUtf16(marked, encoding === 'utf-16le');
}

/** Puts line feeds in the place of the one kind of line end that a text has. */
export function withLineFeeds(text: string, format: Omit<TextFormat, 'lineEnding'>): DecodedText {
  const lineEnding = lineEndingOf(text);
  return {
    text:
      lineEnding === 'crlf' ? text.replaceAll('\r\n', '\n') : lineEnding === 'cr' ? text.replaceAll('\r', '\n') : text,
    format: { ...format, lineEnding },
  };
}

/** Puts the line ends of a file in the place of line feeds. */
export function withLineEnding(text: string, lineEnding: LineEnding): string {
  return lineEnding === 'crlf'
    ? text.replaceAll('\n', '\r\n')
    : lineEnding === 'cr'
      ? text.replaceAll('\n', '\r')
      : text;
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

function encodeUtf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle);
  return bytes;
}
