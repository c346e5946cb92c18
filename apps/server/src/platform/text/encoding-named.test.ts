import { expect, test } from 'vitest';
import { legacyEncodings } from '@groma/model';
import { encodingNamed, encodings } from './encoding-named.ts';

test('[VEC-060] names of encodings are read as companion files and detectors write them', () => {
  expect(encodings).toEqual(legacyEncodings);
  for (const name of legacyEncodings) expect(encodingNamed(name), name).toBe(name);
  const said = [
    'UTF-8',
    '65001',
    '1250',
    'ANSI 1250',
    'CP852',
    'OEM 866',
    'ISO 8859-2',
    '88592',
    'ISO-8859-1',
    'Latin1',
    '936',
    'Big5',
    'Shift-JIS',
    'GBK',
    'Klingon',
    '99999',
    '',
  ];
  expect(said.map(encodingNamed)).toEqual([
    'utf-8',
    'utf-8',
    'windows-1250',
    'windows-1250',
    'ibm852',
    'ibm866',
    'iso-8859-2',
    'iso-8859-2',
    'windows-1252',
    'windows-1252',
    'gb18030',
    'big5',
    'shift_jis',
    'gb18030',
    null,
    null,
    null,
  ]);
});
