import type { OpenRaster } from '../render/open-raster.ts';
import { systemBy } from '../source/find-system.ts';
import type { CompositeSource } from '../pool/raster-task.ts';
import { namesOfComposite } from './names-of-composite.ts';
import { openComposite } from './open-composite.ts';

/** A composite as a raster of floating point, whose pixels are made when they are read. @throws as `openComposite` */
export async function compositeRaster(source: CompositeSource, files: readonly OpenRaster[]): Promise<OpenRaster> {
  const [first] = files as [OpenRaster];
  const { grid } = source;
  const names = namesOfComposite(source);
  const [main] = first.file.levels;
  return {
    ...first,
    name: names.join(', '),
    system: await systemBy(grid.system),
    file: {
      ...first.file,
      width: grid.width,
      height: grid.height,
      bands: names.length,
      alpha: null,
      layout: { ...first.file.layout, type: 'float32', photometric: 1 },
      // Its memory is shared with the files; none of its pixels is read.
      levels: [{ image: main!.image, mask: null }],
      nodata: NaN,
      notes: names.map((description) => ({ description, scale: 1, offset: 0 })),
      palette: null,
      transform: { a: grid.pixel, b: 0, c: grid.west, d: 0, e: -grid.pixel, f: grid.north },
      isPoint: false,
    },
    composite: openComposite(source, files),
  };
}
