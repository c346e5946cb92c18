import { filesOfRaster, GromaError } from '@groma/model';
import type { LayerRow } from '../record/layer-records.ts';

/**
 * The address of one of the files that a raster layer draws.
 * @throws GromaError LAYER_NOT_RASTER; BAD_INPUT for a file of the project, or one that the layer does not have
 */
export function imageAddress({ type, kind, name, source }: LayerRow, file: number): string {
  if (kind !== 'raster' || type !== 'Layer') throw new GromaError('LAYER_NOT_RASTER', { name });
  const url = filesOfRaster(source as { url: string })[file];
  if (url === undefined) throw new GromaError('BAD_INPUT', { detail: `file: the layer "${name}" has no such file.` });
  if (!/^https?:\/\//i.test(url))
    throw new GromaError('BAD_INPUT', { detail: `The image of the layer "${name}" is a file of the project: ${url}.` });
  return url;
}
