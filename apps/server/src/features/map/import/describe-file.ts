import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { FILE_FORMATS, SIGNATURE_BYTES, detectFormat, type FileFormat } from '@groma/geo';
import { GDAL_FORMATS } from './gdal-format-table.ts';
import { ImportError } from './import-error.ts';
import { findProjection } from '../../../platform/gdal/find-projection.ts';
import { readGdalInfo } from '../../../platform/gdal/gdal-info.ts';
import {
  findGdal,
  gdalComplaint,
  GdalSandbox,
  type GdalExit,
  type GdalSetup,
} from '../../../platform/gdal/gdal-sandbox.ts';
import { codeOfWkt } from '../../../platform/gdal/wkt.ts';
import { describeTableAside } from './table-thread.ts';
import type { DescriptionRequest, Extent, FileDescription } from './file-description.ts';
import { describeLayers, layerBlocks, layerWkt } from './ogr-layer.ts';
import { readableText, type ReadableText } from './readable-text.ts';

/** Raised for a file that cannot be described; the message says why in a word a person can read. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}

const timeLimitMs = 30_000;

/**
 * Says what a geodata file holds, by GDAL in its sandbox. The file and its companions lie in a folder that only the
 * server can change; `workFolder` is the only place GDAL may write to. Tables of text need no GDAL: they are
 * read in a thread, with `encoding` or else what is found out.
 * @throws DescriptionError
 */
export async function describeFile(request: Request, lookForGdal = findGdal): Promise<FileDescription> {
  const format = await formatOf(request.sourcePath);
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  const limited = { ...request, signal: AbortSignal.any([request.signal, timeLimit]) };
  try {
    if (format === 'csv')
      return await describeTableAside({
        ...limited,
        fileName: basename(request.sourcePath),
        encoding: request.encoding ?? null,
        table: {},
      });
    if (FILE_FORMATS[format].role === 'array')
      throw new DescriptionError('its images are listed when it is added to a map');
    const gdal = await lookForGdal();
    if (!gdal) throw new DescriptionError('GDAL is not installed (apt-get install gdal-bin)');
    return FILE_FORMATS[format].role === 'vector'
      ? await describeVector(format, limited, gdal)
      : await describeRaster(format, limited, gdal);
  } catch (error) {
    if (error instanceof ImportError) throw new DescriptionError(error.message);
    if (timeLimit.aborted) throw new DescriptionError(`reading it took longer than ${timeLimitMs / 1000} s`);
    throw error;
  } finally {
    await rm(request.workFolder, { recursive: true, force: true });
  }
}

async function formatOf(path: string): Promise<FileFormat> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
    const { format, fits } = detectFormat(basename(path), buffer.subarray(0, bytesRead));
    if (!format) throw new DescriptionError('it is no geodata file');
    if (!fits) throw new DescriptionError(`its content is not ${FILE_FORMATS[format].label}`);
    return format;
  } finally {
    await file.close();
  }
}

type Request = DescriptionRequest;

async function describeVector(format: FileFormat, request: Request, gdal: GdalSetup): Promise<FileDescription> {
  const how = GDAL_FORMATS[format];
  if (!how) throw new DescriptionError(`GDAL of this server has no driver for ${FILE_FORMATS[format].label}`);
  const text = await readableText(format, request);
  const sandbox = new GdalSandbox({ ...request, sourcePath: text.sourcePath }, gdal, how.drivers);
  const { output, ...exit } = await sandbox.text('ogrinfo', [
    '-ro',
    '-so',
    '-al',
    '-nomd',
    '-wkt_format',
    'WKT1',
    ...(how.openOptions ?? []),
    ...text.openOptions,
    `${how.prefix ?? ''}${sandbox.source}`,
  ]);
  if (exit.code !== 0) throw new DescriptionError(complaintOf(exit));
  const blocks = layerBlocks(output);
  const layers = await Promise.all(
    describeLayers(output).map(async ({ name, count, hasGeometry, crsName, columns }, index) => {
      const block = blocks[index] ?? '';
      const wkt = layerWkt(block);
      return {
        name,
        count,
        columns: columns.map((column) => ({ name: text.decode(column.name), type: column.type })),
        geometry: hasGeometry ? (/^Geometry: (.+)$/m.exec(block)?.[1] ?? null) : null,
        crs: crsName === null ? null : { name: crsName, code: codeOfWkt(wkt) },
        extent: await vectorExtent(block, wkt, request.signal),
      };
    }),
  );
  return {
    format: FILE_FORMATS[format].label,
    extent: joined(layers.map(({ extent }) => extent)),
    layers,
    raster: null,
    text: readingOf(text),
  };
}

function readingOf({ guess }: ReadableText): FileDescription['text'] {
  return guess && { encoding: guess.encoding, isGuessed: guess.certainty === 'likely' || guess.certainty === 'unsure' };
}

function complaintOf(exit: GdalExit): string {
  return gdalComplaint(exit) ?? 'it is damaged or not complete';
}

const stepsOfEdge = 8;

/** The extent in degrees: points along the edges are brought there, since edges may bend. */
async function vectorExtent(block: string, wkt: string | undefined, signal: AbortSignal): Promise<Extent | null> {
  const match = /^Extent: \(([-\d.e+]+), ([-\d.e+]+)\) - \(([-\d.e+]+), ([-\d.e+]+)\)$/m.exec(block);
  if (!match || !wkt) return null;
  const [west, south, east, north] = match.slice(1).map(Number) as [number, number, number, number];
  const projection = await findProjection(codeOfWkt(wkt) ?? wkt.replaceAll(/\n\s*/g, ''), signal).catch(() => null);
  if (!projection) return null;
  const places: number[] = [];
  for (let step = 0; step <= stepsOfEdge; step++) {
    const [x, y] = [west + ((east - west) * step) / stepsOfEdge, south + ((north - south) * step) / stepsOfEdge];
    places.push(x, south, x, north, west, y, east, y);
  }
  const found = await projection.toDegrees(Float64Array.from(places));
  return boxOf(
    Array.from({ length: found.length / 2 }, (_, index): [number, number] => [
      found[index * 2]!,
      found[index * 2 + 1]!,
    ]),
  );
}

function boxOf(places: readonly (readonly [number, number])[]): Extent | null {
  const [longitudes, latitudes] = [places.map(([longitude]) => longitude), places.map(([, latitude]) => latitude)];
  const box: Extent = [
    Math.min(...longitudes),
    Math.min(...latitudes),
    Math.max(...longitudes),
    Math.max(...latitudes),
  ];
  return box.every(Number.isFinite) ? box : null;
}

function joined(extents: readonly (Extent | null)[]): Extent | null {
  const known = extents.filter((extent) => extent !== null);
  return known.length === 0
    ? null
    : boxOf(
        known.flatMap(([west, south, east, north]): [number, number][] => [
          [west, south],
          [east, north],
        ]),
      );
}

async function describeRaster(format: FileFormat, request: Request, gdal: GdalSetup): Promise<FileDescription> {
  const sandbox = new GdalSandbox(request, gdal, format === 'jpeg' ? ['JPEG'] : format === 'png' ? ['PNG'] : ['GTiff']);
  const { info, ...exit } = await readGdalInfo(sandbox);
  if (!info) throw new DescriptionError(complaintOf(exit));
  const wkt = info.coordinateSystem?.wkt ?? '';
  const name = /^\w+\["([^"]*)"/.exec(wkt)?.[1];
  const transform = info.geoTransform;
  const crs = name === undefined ? null : { name, code: codeOfWkt(wkt) };
  return {
    format: FILE_FORMATS[format].label,
    extent: crs && info.wgs84Extent ? boxOf(info.wgs84Extent.coordinates.flat()) : null,
    layers: [],
    raster: {
      width: info.size[0],
      height: info.size[1],
      crs,
      pixelSize:
        transform && crs ? [Math.hypot(transform[1]!, transform[4]!), Math.hypot(transform[2]!, transform[5]!)] : null,
      compression: info.metadata?.['IMAGE_STRUCTURE']?.['COMPRESSION'] ?? null,
      overviews: info.bands[0]?.overviews?.length ?? 0,
      bands: info.bands.map(({ band, type, colorInterpretation, description, noDataValue }) => ({
        name:
          description ??
          (colorInterpretation && colorInterpretation !== 'Undefined' ? colorInterpretation : String(band)),
        type,
        nodata: noDataValue === undefined ? null : String(noDataValue),
      })),
    },
    text: null,
  };
}
