import { expect, test } from 'vitest';
import { decodeText, encodeText, plainFormat } from './text-codec.ts';

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
    [Uint8Array.from({ length: 256 - 32 }, (_, i) => i + 32), { encoding: 'windows-1252', hasMark: false }],
  ];
  for (const [bytes, format] of files) {
    const decoded = decodeText(bytes)!;
    expect(decoded.format).toMatchObject(format);
    expect([...encodeText(decoded.text, decoded.format)!]).toEqual([...bytes]);
  }
});

test('[FIL-069] lines end with a line feed in the text, and as before in the file', () => {
  const decoded = decodeText(utf8('a\r\nb'))!;
  expect(decoded.text).toBe('a\nb');
  expect(new TextDecoder().decode(encodeText('a\nnew\nb', decoded.format)!)).toBe('a\r\nnew\r\nb');
});

test('[FIL-069] what is no text is told apart: NUL bytes, control bytes, half a UTF-16 character, a lone surrogate', () => {
  for (const bytes of [[0x61, 0, 0x62], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xfe, 0x61], [0xff, 0xfe, 0x00, 0xd8], [0xef, 0xbb, 0xbf, 0xff]]) {
    expect(decodeText(new Uint8Array(bytes))).toBe(null);
  }
  expect(encodeText('\u6c34', { ...plainFormat, encoding: 'windows-1252' })).toBe(null);
});
