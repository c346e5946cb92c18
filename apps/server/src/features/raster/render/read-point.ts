import { applyAffine, invertAffine, RasterError } from '@groma/raster';
import type { RasterTask } from '../pool/raster-task.ts';
import { readJoinedPart } from './joined-bands.ts';
import { requireSystem, type OpenRaster } from './open-raster.ts';
import { readValues, valueNames } from './read-values.ts';

/** Values of the pixel at a place in degrees. @throws RasterError NO_PLACE, BAD_REQUEST outside of the raster */
export async function readPoint(
  raster: OpenRaster,
  { values, longitude, latitude }: Extract<RasterTask, { kind: 'point' }>,
  signal: AbortSignal,
): Promise<{ coordinates: [number, number]; values: (number | null)[]; band_names: string[] }> {
  const { file } = raster;
  const [x, y] = await requireSystem(raster).projection.fromDegrees(Float64Array.of(longitude, latitude));
  const [column, row] = applyAffine(invertAffine(file.transform!), x!, y!);
  const window = { x: Math.floor(column), y: Math.floor(row), width: 1, height: 1 };
  if (!(window.x >= 0 && window.y >= 0 && window.x < file.width && window.y < file.height))
    throw new RasterError('BAD_REQUEST', `${longitude}, ${latitude} is outside the raster.`);
  const all = Array.from({ length: file.bands }, (_, band) => band + 1);
  const picture = await readValues(
    file,
    { ...values, resampling: 'nearest' },
    all,
    (wish) => readJoinedPart(raster, window, { width: 1, height: 1 }, wish),
    signal,
  );
  return {
    coordinates: [longitude, latitude],
    values: picture.bands.map(([value]) => (picture.valid[0] === 0 || !Number.isFinite(value) ? null : value!)),
    band_names: valueNames(file, values, all),
  };
}
