import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ImportError } from './import-error.ts';
import type { ReadRequest } from './imported-layer.ts';
import { layerNameOfFile } from './layer-writer.ts';

/** @throws ImportError for the binary form of DXF, which GDAL does not read. */
export async function requireTextDxf({ sourcePath, fileName }: ReadRequest): Promise<void> {
  const mark = 'AutoCAD Binary DXF';
  const file = await open(sourcePath);
  try {
    const { buffer } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0);
    if (buffer.toString('latin1') === mark)
      throw new ImportError('unreadable', fileName, 'it is in the binary form of DXF. Save it as text (ASCII) DXF');
  } finally {
    await file.close();
  }
}

/** A shapefile cannot be read without its index, whose name may be in capitals. */
export async function requireIndex({ sourcePath, fileName }: ReadRequest): Promise<void> {
  const stem = basename(sourcePath).replace(/\.[^.]+$/, '');
  const found = await Promise.all(
    ['shx', 'SHX', 'Shx'].map((extension) =>
      stat(join(dirname(sourcePath), `${stem}.${extension}`)).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (!found.includes(true)) throw new ImportError('missing-sidecar', fileName, `${layerNameOfFile(fileName)}.shx`);
}
