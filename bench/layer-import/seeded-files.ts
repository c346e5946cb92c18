import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { seededPolygons } from '../map-kepler/seeded-polygons.ts';

const run = promisify(execFile);
const stepFeatures = 2_000;

/** The formats that are imported, by their extension, and the drivers that write them from GeoJSON. */
export const formats = { geojson: null, gpkg: 'GPKG', shp: 'ESRI Shapefile', fgb: 'FlatGeobuf' } as const;

/** The same polygons in each format, in a folder. */
export async function writeSeededFiles(folder: string, count: number): Promise<void> {
  const source = join(folder, 'parcels.geojson');
  const file = createWriteStream(source);
  file.write('{"type":"FeatureCollection","features":[\n');
  const features = seededPolygons(count);
  for (let at = 0; at < count; at += stepFeatures) {
    const piece = features
      .slice(at, at + stepFeatures)
      .map((feature) => JSON.stringify(feature))
      .join(',\n');
    if (!file.write(at + stepFeatures < count ? `${piece},\n` : piece)) await once(file, 'drain');
  }
  file.end(']}\n');
  await once(file, 'close');
  for (const [extension, driver] of Object.entries(formats))
    if (driver !== null) await run('ogr2ogr', ['-f', driver, join(folder, `parcels.${extension}`), source]);
}
