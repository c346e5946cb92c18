import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { legacyEncodings, type LegacyEncoding } from '@groma/model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detectFileEncoding } from './detect-file-encoding.ts';
import { guessEncoding } from './guess-encoding.ts';
import { decodeBytes, pieceDecoder } from './text-decoder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-text-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const asBytes = (text: string, encoding: LegacyEncoding): Buffer =>
  iconv.encode(text, encoding.startsWith('ibm') ? `cp${encoding.slice(3)}` : encoding);

it('[VEC-060] every encoding that can be chosen can be read, also in pieces that end within a character', () => {
  for (const encoding of legacyEncodings) {
    const bytes = asBytes('Abc', encoding);
    expect(decodeBytes(bytes, encoding), encoding).toBe('Abc');
  }
  expect(decodeBytes(Buffer.from([0x80, 0x93, 0x9c]), 'windows-1252')).toBe('€“œ');
  const decoder = pieceDecoder('shift_jis');
  expect(
    [...asBytes('東京都', 'shift_jis')].map((byte) => decoder.write(Buffer.from([byte]))).join('') + decoder.end(),
  ).toBe('東京都');
});

it.each<[LegacyEncoding, string]>([
  ['windows-1250', 'Łódź Kraków Wrocław Gdańsk'],
  ['ibm852', 'Łódź Kraków Wrocław Gdańsk Poznań Częstochowa'],
  ['windows-1252', 'München Köln Düsseldorf Nürnberg'],
  ['windows-1251', 'Москва Санкт-Петербург'],
  ['ibm866', 'Москва Санкт-Петербург Новосибирск'],
  ['shift_jis', '東京都 大阪府 北海道 京都府'],
  ['gb18030', '北京市 上海市 广州市 深圳市'],
  ['big5', '臺北市 高雄市 臺中市'],
  ['windows-1257', 'Klaipėda Šiauliai Panevėžys Rīga'],
])('[VEC-060] a few names are enough to suggest %s, and too few to be sure', (encoding, names) => {
  expect(guessEncoding(asBytes(names, encoding))).toEqual({ encoding, certainty: 'unsure' });
});

it('[VEC-060] a file is Unicode by its mark or because each of its bytes agrees, also across pieces, and ASCII is', async () => {
  const write = async (content: Buffer | string) => {
    const path = join(folder, crypto.randomUUID());
    await writeFile(path, content);
    return detectFileEncoding(path, new AbortController().signal);
  };
  expect(await write('plain')).toEqual({ encoding: 'utf-8', certainty: 'certain' });
  expect(await write(`${'x'.repeat((1 << 20) - 1)}ł${'ź'.repeat(700_000)}`)).toEqual({
    encoding: 'utf-8',
    certainty: 'certain',
  });
  expect(await write(Buffer.concat([Buffer.from('x'.repeat(3_000_000)), Buffer.from([0xc5])]))).toMatchObject({
    certainty: 'unsure',
  });
  for (const encoding of ['utf-16le', 'utf-16be'] as const)
    expect(await write(iconv.encode('Łódź', encoding, { addBOM: true }))).toEqual({ encoding, certainty: 'certain' });
  const polish =
    'Częstochowa Zielona Góra Świdnica Żyrardów Włocławek Ostrów Świętochłowice Dąbrowa Łódź Kraków Gdańsk Poznań Białystok Toruń Rzeszów Piła Łomża Ełk Śląska Tarnów Płock Elbląg Wałbrzych Mińsk Chełm Zamość Przemyśl Nowy Sącz Głogów Słupsk';
  expect((await write(asBytes(polish, 'windows-1250'))).encoding).toBe('windows-1250');
});
