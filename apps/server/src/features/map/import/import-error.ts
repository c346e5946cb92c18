/**
 * Why a file cannot become layers. Each message names the file and says what to do; `IMPORT_MESSAGES` is the catalogue.
 */
export type ImportErrorCode = keyof typeof IMPORT_MESSAGES;

const IMPORT_MESSAGES = {
  'unsupported-format': '"{file}" is not a vector file that maps can read.',
  'format-unavailable': '"{file}" cannot be read on this server: {detail}',
  'empty-file': '"{file}" is empty.',
  'not-what-it-says': '"{file}" is not what its name says: its content is not {detail}.',
  'too-large': 'File size is too large for its format type, please split the file into smaller files and try again',
  unreadable: '"{file}" is damaged or not complete: {detail}',
  'no-layers': '"{file}" holds no layer with features.',
  'missing-sidecar': '"{file}" needs its companion {detail} beside it. Upload both together.',
  'missing-crs':
    '"{file}" does not say which coordinate system it is in{detail}. Name it by an EPSG code, such as EPSG:32633.',
  'unknown-crs':
    '"{file}" is in a coordinate system that is not known: {detail}. Name another by an EPSG code, such as EPSG:32633.',
  'coordinates-out-of-range':
    '"{file}" has coordinates that are no place on earth: {detail}. Check its coordinate system.',
  'no-coordinates':
    '"{file}" has no columns with coordinates. Name them longitude and latitude (or lon and lat, lng and lat, x and y), or give a column of WKT named wkt or geometry.',
  'no-places': '"{file}" has no geometry in any row.',
  'unsure-encoding':
    '"{file}" does not say how its text is encoded{detail}. Import it again with the encoding that shows its letters as they should be.',
  'too-many-columns': '"{file}" has {detail}. Remove columns, or turn them into rows.',
  'all-left-out': '"{file}" has no row that can become a feature: {detail}',
  'too-complex': '"{file}" needs more memory than an import may use. Split it into smaller files.',
  'timed-out': '"{file}" took longer to read than an import may take. Split it into smaller files.',
  'disk-full': 'The disk is full: "{file}" was not imported.',
  canceled: 'The import of "{file}" was canceled.',
} as const;

/** Raised by every failing import; `file` is the name as the person knows it. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;
  readonly file: string;
  readonly detail: string;

  constructor(code: ImportErrorCode, file: string, detail = '') {
    super(IMPORT_MESSAGES[code].replace('{file}', () => file).replace('{detail}', () => detail));
    this.code = code;
    this.file = file;
    this.detail = detail;
  }
}
