import type { LegacyEncoding } from '@groma/model';

/**
 * What else each encoding is called, beside its own name and, of a code page, its number. It stands here, and not with
 * the encodings in the model, as every thread that reads a file would load all of the model for it.
 */
const otherNames: Readonly<Record<LegacyEncoding, readonly string[]>> = {
  'utf-8': ['utf8', '65001', 'unicode', 'ascii', 'usascii'],
  'utf-16le': ['utf16', 'utf16le'],
  'utf-16be': ['utf16be'],
  // Browsers and GIS programs alike write text of Windows and call it Latin-1.
  'windows-1252': ['iso88591', '88591', 'latin1', 'ansi', '28591'],
  'windows-1250': [],
  'windows-1251': [],
  'windows-1253': [],
  'windows-1254': [],
  'windows-1255': [],
  'windows-1256': [],
  'windows-1257': [],
  'windows-1258': [],
  'windows-874': ['874', 'tis620'],
  'iso-8859-2': ['28592', 'latin2'],
  'iso-8859-4': ['28594'],
  'iso-8859-5': ['28595'],
  'iso-8859-7': ['28597'],
  'iso-8859-9': ['28599'],
  'iso-8859-10': [],
  'iso-8859-13': [],
  'iso-8859-15': ['28605', 'latin9'],
  ibm437: [],
  ibm850: [],
  ibm852: [],
  ibm865: [],
  ibm866: [],
  'koi8-r': ['koi8r', '20866'],
  'koi8-u': ['koi8u', '21866'],
  macintosh: ['10000', 'mac', 'macroman'],
  shift_jis: ['932', 'sjis', 'shiftjis'],
  'euc-jp': [],
  gb18030: ['936', 'gbk', 'gb2312'],
  big5: ['950', 'big5hkscs'],
  'euc-kr': ['949', 'ksc5601'],
};

/** All encodings. */
export const encodings = Object.keys(otherNames) as LegacyEncoding[];

const known = new Map(
  encodings.flatMap((encoding) =>
    [encoding, ...otherNames[encoding]].map((name): [string, LegacyEncoding] => [plain(name), encoding]),
  ),
);

/**
 * The encoding that a text names, as companion files of shapefiles (.cpg), declarations of XML and detectors write it:
 * `1250`, `ANSI 1250`, `CP852`, `OEM 866`, `ISO 8859-2`, `88592`. Null where no encoding has that name.
 */
export function encodingNamed(text: string): LegacyEncoding | null {
  const name = plain(text);
  const number = /^(?:ansi|oem|cp|ibm|windows|dos|ms)?(\d{3,5})$/.exec(name)?.[1];
  const found =
    known.get(name) ??
    (number === undefined
      ? undefined
      : (known.get(number) ?? known.get(`windows${number}`) ?? known.get(`ibm${number}`)));
  if (found) return found;
  const iso = /^(?:iso)?8859(\d{1,2})$/.exec(name)?.[1];
  return iso === undefined ? null : (known.get(`iso8859${iso}`) ?? null);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
