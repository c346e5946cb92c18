import { isAscii, isUtf8 } from 'node:buffer';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findGdal } from '../../../platform/gdal/gdal-sandbox.ts';
import { checkFile } from './check-file.ts';
import { dbfBlocks } from './dbf-blocks.ts';
import { countOfFlatGeobuf } from './flatgeobuf-stream.ts';
import { failureOf, warningsOfData } from './gdal-failure.ts';
import { GDAL_FORMATS, type GdalFormat } from './gdal-format-table.ts';
import { GdalSource } from './gdal-source.ts';
import { ImportError } from './import-error.ts';
import { timeLimitMs } from './import-limits.ts';
import { layerNameOfFile } from './layer-writer.ts';
import type { LayerDescription, OgrColumn } from './ogr-layer.ts';
import { companion, readDbfHead, shapefileEncoding } from './shapefile-encoding.ts';

/** What a file is copied to: a driver of GDAL with its options, and the ending of its files. */
interface CopyForm {
  driver: string;
  options: readonly string[];
  extension: string;
}

interface CopyRequest {
  /** Real path of the main file; companions lie beside it. */
  sourcePath: string;
  /** Name of the file as the person knows it. */
  fileName: string;
  /** An empty folder in which the copies are made. */
  workFolder: string;
  form: CopyForm;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress(fraction: number): void;
}

/** Columns of a GeoPackage, less id and geometry. */
const mostColumns = 1_998;
/** Columns that a layer or the copy has of its own. */
const ownColumns = new Set(['groma_fid', 'fid', 'geom']);
const plainGeometry = /^(3D )?(Multi )?(Point|Line String|Polygon)$/;
/** How the drivers say that a layer of polygons is given one of several parts. */
const needsParts = /Mismatched geometry type|geometry of type MULTI\w+ is inserted/;
const plainTypes = new Set(['Integer', 'Integer64', 'Real', 'String']);

/**
 * Copies the layers of a GeoPackage or Shapefile by GDAL alone, a file for each, with their shapes, values and system
 * as they are. Null where a copy might lose or change anything, so that features must be looked at one by one: other
 * formats, dates, JSON, mixed shapes, curves, text that is not UTF-8, places beyond the edge of the earth, features
 * without a place where the format holds none, and whatever GDAL warns of. Nothing is left in the folder then.
 * @throws ImportError timed-out; the signal's reason
 */
export async function copyVectorFile(request: CopyRequest): Promise<{ name: string; file: string }[] | null> {
  const { signal, fileName, workFolder } = request;
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  let copies: { name: string; file: string }[] | null = null;
  try {
    copies = await copyLayers({ ...request, signal: AbortSignal.any([signal, timeLimit]) });
    return copies;
  } catch (error) {
    signal.throwIfAborted();
    if (timeLimit.aborted) throw new ImportError('timed-out', fileName);
    // What is wrong with it is said by the reader of its features.
    if (error instanceof ImportError) return null;
    throw error;
  } finally {
    for (const left of copies === null ? await readdir(workFolder) : [])
      await rm(join(workFolder, left), { recursive: true, force: true });
  }
}

async function copyLayers(request: CopyRequest): Promise<{ name: string; file: string }[] | null> {
  const { sourcePath, fileName, workFolder, form, signal, onProgress } = request;
  const gdal = await findGdal();
  const format = await checkFile(sourcePath, fileName);
  if (!gdal || (format !== 'geopackage' && format !== 'shapefile')) return null;
  const isShapefile = format === 'shapefile';
  if (isShapefile && !(await hasPlainText(sourcePath))) return null;
  const how: GdalFormat = isShapefile
    ? { ...GDAL_FORMATS.shapefile!, openOptions: ['-oo', 'ENCODING=UTF-8'] }
    : GDAL_FORMATS.geopackage!;
  const reading = { table: {}, assumedCrs: null, encoding: null, onProgress: () => undefined };
  const source = new GdalSource(how, { ...reading, sourcePath, fileName, workFolder, gdal, signal }, gdal);
  const layers = await source.describe();
  if (layers.length === 0 || !layers.every(isCopied)) return null;
  const copies: { name: string; file: string }[] = [];
  for (const [index, layer] of layers.entries()) {
    const name = layers.length === 1 ? layerNameOfFile(fileName) : layer.name;
    const file = `${index}.${form.extension}`;
    const report = (done: number): void => onProgress((index + done) / layers.length);
    if (!(await copyLayer({ source, layer, form, name, file, path: join(workFolder, file), report }))) return null;
    copies.push({ name, file: join(workFolder, file) });
  }
  return copies;
}

interface LayerCopy {
  source: GdalSource;
  layer: LayerDescription;
  form: CopyForm;
  name: string;
  file: string;
  path: string;
  report(done: number): void;
}

/** False where GDAL has anything to say of the copy, or not all features are in it. */
async function copyLayer({ source, layer, form, name, file, path, report }: LayerCopy): Promise<boolean> {
  const how = ['-f', form.driver, '-nln', name, ...form.options];
  let exit = await source.copy(layer, how, file, report);
  // A shapefile of polygons, and many a GeoPackage, holds polygons of several parts.
  if (needsParts.test(exit.errorText)) {
    await rm(path, { force: true });
    exit = await source.copy(layer, [...how, '-nlt', 'PROMOTE_TO_MULTI'], file, report);
  }
  if (failureOf(exit, name) !== null || warningsOfData(exit).length > 0) return false;
  return form.driver !== 'FlatGeobuf' || (await countOfFlatGeobuf(path)) === layer.count;
}

/** Whether a copy has all of a layer, as far as can be told without looking at its features. */
function isCopied(layer: LayerDescription): boolean {
  const { count, hasGeometry, geometryType, columns, crs, crsCode } = layer;
  return (
    count !== null &&
    count > 0 &&
    hasGeometry &&
    plainGeometry.test(geometryType) &&
    crs === 'known' &&
    /^EPSG:\d+$/i.test(crsCode ?? '') &&
    isOnEarth(layer) &&
    columns.length <= mostColumns &&
    columns.every(isPlain)
  );
}

function isPlain({ name, type, ogrType, isFloat32 }: OgrColumn): boolean {
  return name !== '' && !ownColumns.has(name.toLowerCase()) && plainTypes.has(ogrType) && type !== 'json' && !isFloat32;
}

/** What lies beyond 180° is moved back by the reader of features, and what lies beyond the poles is left out. */
function isOnEarth({ extent, crsWkt }: LayerDescription): boolean {
  if (!extent?.every(Number.isFinite)) return false;
  const [west, south, east, north] = extent as [number, number, number, number];
  return !crsWkt?.startsWith('GEOGCS') || (west >= -180 && east <= 180 && south >= -90 && north <= 90);
}

/** Whether all text of a shapefile is UTF-8, and nothing says that it is meant as another encoding. */
async function hasPlainText(sourcePath: string): Promise<boolean> {
  const path = await companion(sourcePath, 'dbf');
  if (path === null) return false;
  const file = await open(path);
  try {
    const head = await readDbfHead(file);
    if (head === null) return false;
    let isPlainAscii = head.fields.every((field) => isAscii(field.name));
    if (!head.fields.every((field) => isUtf8(field.name))) return false;
    for await (const block of dbfBlocks(file, head, Infinity)) {
      if (isAscii(block)) continue;
      if (!isUtf8(block)) return false;
      isPlainAscii = false;
    }
    return isPlainAscii || (await shapefileEncoding(sourcePath))?.encoding === 'utf-8';
  } finally {
    await file.close();
  }
}
