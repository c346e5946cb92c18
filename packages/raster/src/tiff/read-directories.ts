import { RasterError } from '../raster-error.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { readDirectory, type Directory } from './directory.ts';

/** Images in one file: the raster, its overviews and masks. More is a damaged chain. */
const mostDirectories = 256;

/** Reads the chain of directories of a TIFF or BigTIFF file. @throws RasterError NOT_A_TIFF, DAMAGED */
export async function readDirectories(source: ByteSource): Promise<Directory[]> {
  if (source.size < 16) throw new RasterError('NOT_A_TIFF', 'The file is too short for a TIFF.');
  const bytes = await source.read(0, 16);
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = head.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) throw new RasterError('NOT_A_TIFF', 'The file is not a TIFF.');
  const isLittle = order === 0x4949;
  const version = head.getUint16(2, isLittle);
  if (version !== 42 && version !== 43) throw new RasterError('NOT_A_TIFF', 'The file is not a TIFF.');
  const isBig = version === 43;
  const directories: Directory[] = [];
  const seen = new Set<number>();
  let offset = isBig ? Number(head.getBigUint64(8, isLittle)) : head.getUint32(4, isLittle);
  while (offset !== 0) {
    if (seen.has(offset)) throw new RasterError('DAMAGED', 'The directories of the file run in a circle.');
    if (directories.length >= mostDirectories)
      throw new RasterError('DAMAGED', `The file has more than ${mostDirectories} images.`);
    seen.add(offset);
    // Each directory says where the next one is.
    // oxlint-disable-next-line no-await-in-loop
    const { directory, next } = await readDirectory(source, offset, { isLittle, isBig });
    directories.push(directory);
    offset = next;
  }
  if (directories.length === 0) throw new RasterError('DAMAGED', 'The file holds no image.');
  return directories;
}
