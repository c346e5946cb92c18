import { RasterError } from '../raster-error.ts';
import type { Target } from './pixel-grid.ts';

/** Half the width of the web Mercator world: π times the radius 6378137 m. */
const halfWorld = Math.PI * 6_378_137;
/** Pixels of a tile on a side (RAS-023). */
export const tilePixels = 256;
const deepestZoom = 30;

/**
 * The place of a tile of WebMercatorQuad (OGC 17-083r4, annex D.1): column from the west, row from the north.
 * @param buffer pixels beyond the tile on each side
 * @returns metres of EPSG:3857
 * @throws RasterError BAD_REQUEST for a tile that does not exist
 */
export function mercatorTile(zoom: number, column: number, row: number, scale = 1, buffer = 0): Target {
  const across = 2 ** zoom;
  const isThere =
    Number.isInteger(zoom) &&
    zoom >= 0 &&
    zoom <= deepestZoom &&
    [column, row].every((each) => Number.isInteger(each) && each >= 0 && each < across);
  if (!isThere) throw new RasterError('BAD_REQUEST', `There is no tile ${zoom}/${column}/${row}.`);
  const [side, pixels] = [(halfWorld * 2) / across, tilePixels * scale];
  const margin = (side / pixels) * buffer;
  return {
    west: -halfWorld + column * side - margin,
    east: -halfWorld + (column + 1) * side + margin,
    north: halfWorld - row * side + margin,
    south: halfWorld - (row + 1) * side - margin,
    width: pixels + buffer * 2,
    height: pixels + buffer * 2,
  };
}
