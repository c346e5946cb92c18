import { open } from 'node:fs/promises';
import { copyImage } from '@groma/raster';
import { readJoinedPart } from '../render/joined-bands.ts';
import type { OpenRaster } from '../render/open-raster.ts';
import { windowOfBox } from '../render/window-of-box.ts';
import { bandName, findBand } from './band-names.ts';
import type { ImageQuestion } from './image-question.ts';
import { requireSize } from './require-size.ts';

/**
 * Writes what is wanted of an image into a file, which may lie elsewhere or be joined of several: the part in a box, as
 * coarse as is enough, and the bands that are asked for. Bands keep their names and numbers.
 * @throws GromaError TOO_LARGE; RasterError NO_PLACE, DAMAGED, UNSUPPORTED, BAD_REQUEST where no part lies in the box
 */
export async function copyPart(
  raster: OpenRaster,
  { box, longest, bands, file }: Extract<ImageQuestion, { kind: 'copy' }>,
  onRows: (fraction: number) => void,
): Promise<null> {
  const { width, height, bands: count } = raster.file;
  const window = box ? await windowOfBox(raster, box) : { x: 0, y: 0, width, height };
  const coarser = Math.max(1, Math.max(window.width, window.height) / longest);
  const size = {
    width: Math.max(1, Math.round(window.width / coarser)),
    height: Math.max(1, Math.round(window.height / coarser)),
  };
  const found = bands?.map((each) => findBand(raster.file, each));
  // What is not there is named by the tool.
  const isWhole = !found || found.length === 0 || found.includes(null);
  const named = Array.from({ length: count }, (_, band) => ({
    name: bandName(raster.file, band),
    isThere: isWhole || found.includes(band),
  }));
  requireSize(raster.name, size.width * size.height * named.filter(({ isThere }) => isThere).length);
  const handle = await open(file, 'w');
  try {
    await copyImage(
      isMixed(raster) ? { ...raster.file, layout: { ...raster.file.layout, type: 'float64' } } : raster.file,
      async (part, rows, wanted) =>
        (await readJoinedPart(raster, part, rows, { bands: wanted, resampling: 'nearest' })).bands,
      { window, size, bands: named, onRows },
      async (bytes, at) => void (await handle.write(bytes, 0, bytes.length, at)),
    );
  } finally {
    await handle.close();
  }
  return null;
}

/** Whether the bands of several files are stored differently. */
function isMixed({ file, parts = [] }: OpenRaster): boolean {
  return parts.some((part) => part.file.layout.type !== file.layout.type || part.file.nodata !== file.nodata);
}
