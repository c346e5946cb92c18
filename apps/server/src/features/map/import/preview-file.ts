import { open, stat } from 'node:fs/promises';
import { FILE_FORMATS, formatOfName, sizeLimit, type FileFormat } from '@groma/geo';
import type { LegacyEncoding } from '@groma/model';
import type { ImportPreview } from '@groma/protocol';
import { describeFile, DescriptionError } from './describe-file.ts';
import { ImportError } from './import-error.ts';
import { checkFile } from './check-file.ts';
import { parquetGeometry, crsDefinition } from './parquet-geometry.ts';
import { ParquetFile } from './parquet-file.ts';
import { previewText } from './preview-text.ts';
import { previewTableAside } from './table-thread.ts';

/** Megabytes that are read in a second on two cores, from measurements; GDAL reads XML slowest. */
const megabytesPerSecond: Record<FileFormat, number> = {
  geojson: 25,
  shapefile: 30,
  dbf: 30,
  geopackage: 25,
  flatgeobuf: 30,
  kml: 4,
  kmz: 1,
  csv: 12,
  geoparquet: 10,
  geotiff: 50,
  jpeg: 50,
  png: 50,
  envi: 50,
  netcdf: 50,
  hdf5: 50,
  zarr: 50,
  zip: 10,
  spreadsheet: 1,
  gpx: 4,
  gml: 4,
  topojson: 4,
  mapinfo: 20,
  dxf: 5,
  spatialite: 25,
  openstreetmap: 2,
  filegdb: 20,
};
/** Formats that say how many features they hold without being read. */
const quick: readonly FileFormat[] = ['shapefile', 'dbf', 'geopackage', 'flatgeobuf', 'mapinfo', 'spatialite'];
/** A file below this is not looked into: reading it takes less than asking. */
const smallBytes = 8 * 1024 * 1024;

/**
 * What an import would be: format, size and limit, features where that is cheap, the head of a table, and what speaks
 * against it.
 */
export async function previewFile(request: {
  sourcePath: string;
  fileName: string;
  workFolder: string;
  delimiter: string | undefined;
  encoding: LegacyEncoding | null;
  signal: AbortSignal;
}): Promise<ImportPreview> {
  const { sourcePath, fileName } = request;
  const { size } = await stat(sourcePath);
  const format = formatOfName(fileName);
  const preview: ImportPreview = {
    format: format && FILE_FORMATS[format].label,
    bytes: size,
    limit_bytes: format && sizeLimit(format),
    problem: null,
    estimated_seconds: format === null ? 0 : Math.ceil(size / 1024 ** 2 / megabytesPerSecond[format]),
    layers: null,
    text: null,
    table: null,
  };
  try {
    const found = await checkFile(sourcePath, fileName);
    if (found === 'csv')
      preview.table = await previewTableAside({ ...request, table: { delimiter: request.delimiter } });
    else {
      preview.text = await previewText(found, request);
      if (size >= smallBytes) preview.layers = await layersOf(found, request);
    }
  } catch (error) {
    if (error instanceof ImportError) preview.problem = error.message;
    else if (error instanceof DescriptionError)
      preview.problem = new ImportError('unreadable', fileName, error.message).message;
    else throw error;
  }
  return preview;
}

async function layersOf(
  format: FileFormat,
  request: { sourcePath: string; workFolder: string; signal: AbortSignal },
): Promise<ImportPreview['layers']> {
  if (format === 'geoparquet') return parquetLayers(request);
  if (!quick.includes(format)) return null;
  const { layers } = await describeFile(request);
  return layers.map(({ name, count, geometry, crs }) => ({
    name,
    count,
    geometry,
    crs: crs?.code ?? crs?.name ?? null,
  }));
}

async function parquetLayers({
  sourcePath,
  signal,
}: {
  sourcePath: string;
  signal: AbortSignal;
}): Promise<ImportPreview['layers']> {
  const file = await open(sourcePath);
  try {
    const parquet = await ParquetFile.open(file, signal);
    const crs = parquetGeometry(parquet.metadata)?.crs ?? null;
    return [
      {
        name: '',
        count: parquet.rowCount,
        geometry: null,
        crs: crs === null ? null : (crsDefinition(crs) ?? 'EPSG:4326').slice(0, 100),
      },
    ];
  } catch (error) {
    throw error instanceof Error ? new DescriptionError(error.message.slice(0, 300)) : error;
  } finally {
    await file.close();
  }
}
