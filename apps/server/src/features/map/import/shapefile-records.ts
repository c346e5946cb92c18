import { open, stat } from 'node:fs/promises';
import { companion } from './shapefile-encoding.ts';
import type { StoredGeometry } from './tolerant-exchange.ts';

const headerBytes = 100;
const entryBytes = 8;
/** Words of the content of a null shape: its type alone. */
const nullWords = 2;

/**
 * What the index of a shapefile says of each of its shapes, by row from 1: whether there is one, and whether the file
 * holds it to its end. Source: ESRI Shapefile Technical Description, 1998.
 */
export async function shapefileRecords(sourcePath: string): Promise<(row: number) => StoredGeometry> {
  const path = await companion(sourcePath, 'shx');
  if (path === null) return () => 'none';
  const { size } = await stat(sourcePath);
  const file = await open(path);
  try {
    const index = await file.readFile();
    return (row) => {
      const at = headerBytes + (row - 1) * entryBytes;
      if (at + entryBytes > index.length) return 'none';
      const words = index.readInt32BE(at + 4);
      if (words <= nullWords) return 'none';
      return (index.readInt32BE(at) + words) * 2 + entryBytes > size ? 'cut-off' : 'whole';
    };
  } finally {
    await file.close();
  }
}

/** How many of the shapes that the index names end behind the end of the file. */
export async function cutShapes(sourcePath: string): Promise<number> {
  const stored = await shapefileRecords(sourcePath);
  const path = await companion(sourcePath, 'shx');
  const rows = path === null ? 0 : ((await stat(path)).size - headerBytes) / entryBytes;
  let cut = 0;
  for (let row = 1; row <= rows; row++) if (stored(row) === 'cut-off') cut++;
  return cut;
}
