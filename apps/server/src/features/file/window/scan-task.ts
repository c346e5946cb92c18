import type { CellType, TableQuery, TextEncoding } from '@groma/geo';

interface OfFile { file: string; bytes: number; start: number; lineEnd: number }
/** Bytes between two marks of an index. */
interface Marked { markEvery: number }

/** Work over a whole file, done by a thread of its own. */
export type ScanTask =
  | ({ kind: 'index-lines'; isUtf8: boolean } & OfFile & Marked)
  | ({ kind: 'index-records'; delimiter: number } & OfFile & Marked)
  | ({ kind: 'search-lines'; bytesAre: 'utf-8' | 'windows-1252'; query: string; matchCase: boolean } & OfFile)
  | ({ kind: 'query-records'; bytesAre: 'utf-8' | 'windows-1252'; delimiter: string; types: CellType[]; query: TableQuery; target: string } & OfFile)
  | { kind: 'transcode'; file: string; target: string; encoding: TextEncoding; start: number };

/** What a thread says of its work. `marks` and `rows` are what is new since the last news. */
export interface ScanNews {
  scannedBytes: number;
  rowCount: number;
  marks?: { row: number; offset: number; isInside: boolean }[];
  rows?: number[];
}
