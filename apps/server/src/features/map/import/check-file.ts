import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { FILE_FORMATS, SIGNATURE_BYTES, detectFormat, sizeLimit, type FileFormat } from '@groma/geo';
import { ImportError } from './import-error.ts';

/** Refuses what can be told without reading: another kind of file, an empty one, one too large for its format. */
export async function checkFile(sourcePath: string, fileName: string): Promise<FileFormat> {
  // A pipe would keep a thread of the whole server waiting for somebody to write into it.
  const file = await open(sourcePath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new ImportError('unsupported-format', fileName);
    const { size } = found;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    const { format, fits } = detectFormat(fileName, buffer.subarray(0, bytesRead));
    if (!format || FILE_FORMATS[format].role !== 'vector') throw new ImportError('unsupported-format', fileName);
    if (size === 0) throw new ImportError('empty-file', fileName);
    if (!fits) throw new ImportError('not-what-it-says', fileName, FILE_FORMATS[format].label);
    if (size > (sizeLimit(format) ?? Infinity)) throw new ImportError('too-large', fileName);
    return format;
  } finally {
    await file.close();
  }
}
