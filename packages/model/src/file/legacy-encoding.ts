/**
 * Encodings that text of geodata can be read in: Unicode, the code pages of Windows, of DOS and ISO that shapefiles and
 * spreadsheets still come in, and those of East Asia. The names are those of the WHATWG Encoding Standard where it has
 * one.
 */
export const legacyEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-7',
  'iso-8859-9',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-15',
  'ibm437',
  'ibm850',
  'ibm852',
  'ibm865',
  'ibm866',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

/** What an encoding is called in a narrow place. */
export function encodingLabel(encoding: LegacyEncoding): string {
  const [, family, part] = /^(utf|windows|iso-8859|ibm|koi8|euc)-?(.+)$/.exec(encoding) ?? [];
  switch (family) {
    case 'utf':
      return `UTF-${part!.replace('le', ' LE').replace('be', ' BE')}`;
    case 'windows':
      return `Windows-${part}`;
    case 'iso-8859':
      return `ISO 8859-${part}`;
    case 'ibm':
      return `DOS ${part}`;
    case 'koi8':
    case 'euc':
      return encoding.toUpperCase();
    default:
      return (
        { macintosh: 'Mac Roman', shift_jis: 'Shift JIS', gb18030: 'GB 18030', big5: 'Big5' }[encoding as string] ??
        encoding
      );
  }
}
