import type { CellType, TableQuery } from '@groma/geo';
import type { LegacyEncoding } from '@groma/model';
import type { PlainEncoding } from './decode-text.ts';

interface OfFile {
  file: string;
  bytes: number;
  start: number;
  lineEnd: number;
}
/** Bytes between two marks of an index. */
interface Marked {
  markEvery: number;
}

/** Work over a whole file, done by a thread of its own. */
export type ScanTask =
  | ({ kind: 'index-lines'; isUtf8: boolean } & OfFile & Marked)
  | ({ kind: 'index-records'; delimiter: number } & OfFile & Marked)
  | ({ kind: 'search-lines'; bytesAre: PlainEncoding; query: string; matchCase: boolean } & OfFile)
  | ({
      kind: 'query-records';
      bytesAre: PlainEncoding;
      delimiter: string;
      types: CellType[];
      query: TableQuery;
      target: string;
    } & OfFile)
  | { kind: 'transcode'; file: string; target: string; encoding: LegacyEncoding; start: number };

/** What a thread says of its work. `marks` and `rows` are what is new since the last news. */
export interface ScanNews {
  scannedBytes: number;
  rowCount: number;
  marks?: { row: number; offset: number; isInside: boolean }[];
  rows?: number[];
}
