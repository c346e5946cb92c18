import { open } from 'node:fs/promises';
import { dbfBlocks } from './dbf-blocks.ts';
import { companion, readDbfHead } from './shapefile-encoding.ts';

const deletedMark = 0x2a;
/** Texts, numbers, truth values and dates: the types that GDAL reads of a dBASE table. */
const readTypes = new Set(['C', 'N', 'F', 'L', 'D']);
/** Where FoxPro keeps which of its cells are empty; nobody's column. */
const nullFlags = '0';

/** What a dBASE table holds beside the rows and columns that GDAL hands over. */
export interface DbfContent {
  /** Records that are marked as deleted: GDAL counts them, and skips them. */
  deleted: number;
  /** For each column whether it is left out, and whether somebody should be told. */
  columns: { isUnread: boolean; isHidden: boolean }[];
}

/** Reads the marks of all records of the table that is a file or lies beside it; null where there is none. */
export async function readDbfContent(sourcePath: string, signal: AbortSignal): Promise<DbfContent | null> {
  const path = await companion(sourcePath, 'dbf');
  if (path === null) return null;
  const file = await open(path);
  try {
    const head = await readDbfHead(file);
    if (head === null) return null;
    let deleted = 0;
    for await (const block of dbfBlocks(file, head, Infinity)) {
      signal.throwIfAborted();
      for (let at = 0; at < block.length; at += head.recordBytes) if (block[at] === deletedMark) deleted++;
    }
    const columns = head.fields.map(({ type }) => ({ isUnread: !readTypes.has(type), isHidden: type === nullFlags }));
    return { deleted, columns };
  } finally {
    await file.close();
  }
}
