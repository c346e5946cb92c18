import { expect, test } from 'vitest';
import { decodeUnicode, encodeUnicode, markedEncoding } from './text-codec.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) new DataView(bytes.buffer).setUint16(i * 2, text.charCodeAt(i), isLittle);
  return bytes;
};

test('[FIL-069] a file that is read and written without an edit keeps every byte', () => {
  const files: [Uint8Array, object][] = [
    [utf8(''), { lineEnding: 'lf', hasMark: false }],
    [utf8('a\nb'), { lineEnding: 'lf' }],
    [utf8('a\r\nb\r\n'), { lineEnding: 'crlf' }],
    [utf8('a\rb\r'), { lineEnding: 'cr' }],
    [utf8('a\r\nb\nc\r'), { lineEnding: 'mixed' }],
    [utf8('\ufeffmarked \ud83d\uddfa\r\n'), { encoding: 'utf-8', hasMark: true, lineEnding: 'crlf' }],
    [utf16('\ufeffh\u00e9\ud83d\uddfa\r\n', true), { encoding: 'utf-16le', hasMark: true, lineEnding: 'crlf' }],
    [utf16('\ufeffh\u00e9\n', false), { encoding: 'utf-16be', hasMark: true }],
  ];
  for (const [bytes, format] of files) {
    const decoded = decodeUnicode(bytes)!;
    expect(decoded.format).toMatchObject(format);
    expect([...encodeUnicode(decoded.text, decoded.format)]).toEqual([...bytes]);
  }
});

test('[FIL-069] lines end with a line feed in the text, and as before in the file', () => {
  const decoded = decodeUnicode(utf8('a\r\nb'))!;
  expect(decoded.text).toBe('a\nb');
  expect(new TextDecoder().decode(encodeUnicode('a\nnew\nb', decoded.format))).toBe('a\r\nnew\r\nb');
});

test('[FIL-069] what is no text is told apart: NUL bytes, bytes of an old encoding, half a UTF-16 character, a lone surrogate', () => {
  for (const bytes of [
    [0x61, 0, 0x62],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0xff, 0xfe, 0x61],
    [0xff, 0xfe, 0x00, 0xd8],
    [0xef, 0xbb, 0xbf, 0xff],
  ]) {
    expect(decodeUnicode(new Uint8Array(bytes))).toBe(null);
  }
  expect(markedEncoding(new Uint8Array([0x61]))).toBe(null);
});
