import { isInk, type RasterFile } from '@groma/raster';
import type { raster } from '@groma/protocol';
import { describeAccuracy } from '../../../platform/gdal/describe-accuracy.ts';
import { nameOfWkt } from '../../../platform/gdal/wkt.ts';
import type { OpenRaster } from './open-raster.ts';
import { boundsOf } from './raster-bounds.ts';

/** Half the width of the web Mercator world over half the pixels of its one tile. */
const metresAtZoom0 = (Math.PI * 2 * 6_378_137) / 256;

/** What `/cog/info` says of a raster. */
export async function describeRaster({ file, system }: OpenRaster, signal: AbortSignal): Promise<raster.CogInfo> {
  const bounds = system ? await boundsOf(file, system.projection) : null;
  const accuracy = system && bounds ? await describeAccuracy(system.definition, bounds, signal) : null;
  const names = Array.from({ length: file.bands }, (_, band) => `b${band + 1}`);
  return {
    bounds,
    crs: system && addressOf(system.definition),
    lacks_crs: !system && file.transform !== null,
    accuracy: accuracy && { metres: accuracy.metres, missing_grid: accuracy.missingGrid },
    ...(bounds ? zoomsOf(file, bounds) : { minzoom: 0, maxzoom: 0 }),
    band_metadata: names.map((name) => [name, {}]),
    band_descriptions: names.map((name, band) => [name, file.notes[band]?.description ?? '']),
    dtype: file.layout.type,
    nodata_type:
      file.nodata !== null ? 'Nodata' : file.alpha !== null ? 'Alpha' : file.levels[0]!.mask ? 'Mask' : 'None',
    nodata_value: file.nodata === null || Number.isFinite(file.nodata) ? file.nodata : String(file.nodata),
    colorinterp: interpretationOf(file),
    scales: names.map((_, band) => file.notes[band]!.scale),
    offsets: names.map((_, band) => file.notes[band]!.offset),
    driver: 'GTiff',
    count: file.bands,
    width: file.width,
    height: file.height,
    overviews: file.levels.slice(1).map(({ image }) => Math.round(file.width / image.layout.width)),
    has_palette: file.palette !== null,
  };
}

/** A code as the address that the OGC gives it; of what has none its name. */
function addressOf(definition: string): string {
  const [, authority, code] = /^(\w+):(\w+)$/.exec(definition) ?? [];
  return code === undefined
    ? (nameOfWkt(definition) ?? definition)
    : `http://www.opengis.net/def/crs/${authority}/0/${code}`;
}

/** Zooms at which a tile shows the raster pixel by pixel, and at which the coarsest level fills one. */
function zoomsOf(
  file: RasterFile,
  [west, south, east, north]: [number, number, number, number],
): { minzoom: number; maxzoom: number } {
  const middle = ((south + north) / 2) * (Math.PI / 180);
  const across = ((east - west) / 360) * metresAtZoom0 * 256;
  const zoomFor = (pixels: number): number =>
    Math.min(24, Math.max(0, Math.round(Math.log2(metresAtZoom0 / (across / pixels)))));
  // A square kilometre near the pole is wide in Mercator: the zoom follows the narrower side.
  const pixels = Math.max(file.width, file.height * Math.cos(middle));
  return { minzoom: zoomFor(Math.min(256, pixels)), maxzoom: zoomFor(pixels) };
}

function interpretationOf({ layout, bands, alpha, palette }: RasterFile): string[] {
  const colours =
    layout.photometric === 2 || layout.photometric === 6 || isInk(layout)
      ? ['red', 'green', 'blue']
      : palette
        ? ['palette']
        : ['gray'];
  return [
    ...Array.from({ length: bands }, (_, band) => colours[band] ?? 'undefined'),
    ...(alpha === null ? [] : ['alpha']),
  ];
}
