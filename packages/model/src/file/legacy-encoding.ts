/**
 * Encodings that text of geodata can be read in: Unicode, the code pages of Windows, of DOS and ISO that shapefiles and
 * spreadsheets still come in, and those of East Asia. The names are those of the WHATWG Encoding Standard where it has one.
 */
export const legacyEncodings = [
  'utf-8', 'utf-16le', 'utf-16be',
  'windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'windows-874',
  'iso-8859-2', 'iso-8859-4', 'iso-8859-5', 'iso-8859-7', 'iso-8859-9', 'iso-8859-10', 'iso-8859-13', 'iso-8859-15',
  'ibm437', 'ibm850', 'ibm852', 'ibm865', 'ibm866', 'koi8-r', 'koi8-u', 'macintosh',
  'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr',
] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

const aliases: Readonly<Record<string, LegacyEncoding>> = {
  utf8: 'utf-8', '65001': 'utf-8', unicode: 'utf-8', utf16: 'utf-16le', utf16le: 'utf-16le', utf16be: 'utf-16be',
  // Browsers and GIS programs alike write text of Windows and call it Latin-1.
  iso88591: 'windows-1252', '88591': 'windows-1252', latin1: 'windows-1252', ansi: 'windows-1252', ascii: 'utf-8', usascii: 'utf-8',
  '932': 'shift_jis', sjis: 'shift_jis', shiftjis: 'shift_jis', '936': 'gb18030', gbk: 'gb18030', gb2312: 'gb18030', '949': 'euc-kr', ksc5601: 'euc-kr', '950': 'big5', big5hkscs: 'big5',
  '10000': 'macintosh', mac: 'macintosh', macroman: 'macintosh', '874': 'windows-874', tis620: 'windows-874', koi8r: 'koi8-r', koi8u: 'koi8-u', '20866': 'koi8-r', '21866': 'koi8-u',
  '28591': 'windows-1252', '28592': 'iso-8859-2', '28594': 'iso-8859-4', '28595': 'iso-8859-5', '28597': 'iso-8859-7', '28599': 'iso-8859-9', '28605': 'iso-8859-15',
  latin2: 'iso-8859-2', latin9: 'iso-8859-15',
};
const known = new Map<string, LegacyEncoding>([...legacyEncodings.map((name): [string, LegacyEncoding] => [plain(name), name]), ...Object.entries(aliases)]);

/**
 * The encoding that a text names, as companion files of shapefiles (.cpg), declarations of XML and detectors write it:
 * `1250`, `ANSI 1250`, `CP852`, `OEM 866`, `ISO 8859-2`, `88592`. Null where no encoding has that name.
 */
export function encodingNamed(text: string): LegacyEncoding | null {
  const name = plain(text);
  const number = /^(?:ansi|oem|cp|ibm|windows|dos|ms)?(\d{3,5})$/.exec(name)?.[1];
  const found = known.get(name) ?? (number === undefined ? undefined : known.get(number) ?? known.get(`windows${number}`) ?? known.get(`ibm${number}`));
  if (found) return found;
  const iso = /^(?:iso)?8859(\d{1,2})$/.exec(name)?.[1];
  return iso === undefined ? null : known.get(`iso8859${iso}`) ?? null;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
