import { expect, test } from 'vitest';
import { legacyEncodings, type LegacyEncoding } from '@groma/model';
import { readFileText, readFileTextAs, writeFileText } from './file-text.ts';
import { bytesOfText } from './text-codec.ts';

const polish = 'Łódź;Kraków\r\nWrocław;Gdańsk\r\nCzęstochowa;Zielona Góra\r\n';
const plain = { hasMark: false, lineEnding: 'lf' } as const;

test('[FIL-088] the encoding of a text is found by its letters, and every byte is written back', () => {
  for (const [encoding, text] of [
    ['windows-1250', polish],
    ['ibm866', 'Москва Новосибирск\n'],
    ['shift_jis', '東京都 大阪府 北海道\n'],
    ['gb18030', '北京市 上海市 广州市 深圳市\n'],
  ] as [LegacyEncoding, string][]) {
    const bytes = bytesOfText(text, encoding);
    const read = readFileText(bytes)!;
    expect([read.text, read.format.encoding, read.format.isGuessed]).toEqual([
      text.replaceAll('\r\n', '\n'),
      encoding,
      true,
    ]);
    expect(writeFileText(read.text, read.format).bytes).toEqual(bytes);
  }
  const any = Uint8Array.from({ length: 256 - 32 }, (_, index) => index + 32);
  const read = readFileText(any)!;
  expect(Buffer.from(writeFileText(read.text, read.format).bytes!)).toEqual(Buffer.from(any));
  const wide = Buffer.from('name;place\r\n', 'utf16le');
  expect(readFileText(wide)).toEqual({
    text: 'name;place\n',
    format: { encoding: 'utf-16le', hasMark: false, lineEnding: 'crlf' },
  });
});

test('[FIL-088] what a file was read in before is tried first where its bytes leave it open', () => {
  const word = bytesOfText('Łódź', 'iso-8859-2');
  expect(readFileText(word, 'iso-8859-2')).toEqual({ text: 'Łódź', format: { encoding: 'iso-8859-2', ...plain } });
  expect(readFileText(Buffer.from('plain'), 'iso-8859-2')!.format.encoding).toBe('iso-8859-2');
  expect(readFileText(Buffer.from('Łódź'), 'iso-8859-2')!.format.encoding).toBe('utf-8');
});

test('[FIL-088] bytes that are none of a chosen encoding are told, and so are letters that it has no place for', () => {
  expect(readFileTextAs(Buffer.from([0x61, 0x81]), 'windows-1250')).toBe(null);
  expect(readFileTextAs(Buffer.from([0xff]), 'utf-8')).toBe(null);
  expect(writeFileText('Łódź ☃ 水☃', { encoding: 'windows-1250', ...plain })).toEqual({
    bytes: null,
    letters: ['☃', '水'],
  });
  expect(writeFileText('Ł', { encoding: 'windows-1252', ...plain })).toEqual({ bytes: null, letters: ['Ł'] });
});

test('[FIL-088] bytes that are no text are never read as one', () => {
  for (const bytes of [
    [0x61, 0, 0x62, 0xff],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0xef, 0xbb, 0xbf, 0xff],
  ])
    expect(readFileText(Uint8Array.from(bytes))).toBe(null);
  for (const encoding of legacyEncodings)
    expect(readFileTextAs(Uint8Array.of(0x61, 0, 0x62, 0), encoding)?.text ?? null, encoding).toBe(
      encoding === 'utf-16le' ? 'ab' : encoding === 'utf-16be' ? '愀戀' : null,
    );
});
