import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Geometry, Projection } from '@groma/geo';
import { cleanGeoJson, problemOfShape } from './clean-geojson.ts';
import { namedCrs, namesDegrees } from './geojson-crs.ts';
import { GeoJsonScanner, type GeoJsonPiece } from './geojson-scanner.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { parseExact } from './parse-feature.ts';
import { ProjectedFeatures } from './projection.ts';
import { readGdal } from './read-gdal.ts';
import { findProjection } from '../../../platform/gdal/find-projection.ts';

/** Characters of a feature that cannot be read that the report shows. */
const LONGEST_SHOWN = 10_000;
const GEOMETRY_TYPES = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
];

type Feature = {
  type?: unknown;
  id?: unknown;
  geometry?: Geometry | null;
  properties?: Record<string, unknown> | null;
};

/**
 * Reads GeoJSON as one layer: a collection, a feature, a geometry, or several of them one after another. Coordinates
 * are longitude and latitude, unless the `crs` member of the old GeoJSON of 2008 or the caller names another system.
 */
export async function readGeoJson(request: ReadRequest): Promise<ImportedLayer[]> {
  const named = await namedCrs(request.sourcePath);
  if (request.assumedCrs || (named && !namesDegrees(named)))
    return readProjected(request, request.assumedCrs ?? named!);
  return readPieces(request, null, null);
}

/** Reads features by their text, and brings their positions to degrees where these are in another system. */
async function readPieces(
  request: ReadRequest,
  projection: Projection | null,
  like: ImportedLayer | null,
): Promise<ImportedLayer[]> {
  const { size } = await stat(request.sourcePath);
  const stream = createReadStream(request.sourcePath, { highWaterMark: 1 << 20, signal: request.signal });
  const writer = new LayerWriter(layerNameOfFile(request.fileName), request, () => stream.bytesRead / size);
  const scanner = new GeoJsonScanner();
  if (like) [writer.crs, writer.crsDefinition] = [like.crs, like.crsDefinition];
  const features = new ProjectedFeatures(projection, writer);
  const place = async (taken: readonly TakenFeature[]): Promise<void> => {
    for (const { geometry, properties, row } of taken) {
      // Most files are in degrees: nothing waits for each of their features.
      if (!projection) writer.add(geometry, properties, row);
      else {
        const problem = geometry ? problemOfShape(geometry) : null;
        if (problem) writer.leave(row, problem.reason, problem.message, { geometry, properties });
        else await features.add(geometry, properties, row);
      }
    }
  };
  const collector = new RootCollector(writer, request.fileName);
  try {
    for await (const chunk of stream) {
      for (const piece of scanner.push(chunk as Buffer)) collector.take(piece);
      await place(collector.taken());
    }
    scanner.end();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // What stands before the break is whole.
    await place(collector.taken());
    await features.end();
    if (writer.count === 0)
      throw new ImportError('unreadable', request.fileName, `after feature ${writer.count}, ${error.message}`);
    writer.warn(
      'cut-off',
      1,
      `it is not whole: after feature ${writer.count}, ${error.message}. Everything before that was imported.`,
    );
  }
  await features.end();
  if (!collector.hasCollection && writer.count === 0)
    throw new ImportError('not-what-it-says', request.fileName, 'GeoJSON');
  return [writer.finish(0)];
}

/**
 * By GDAL, which knows the systems; where it stumbles over some features, or loses their geometries, by GDAL without
 * them. What it does not hand over as it is, is read by its text.
 */
async function readProjected(request: ReadRequest, crs: string): Promise<ImportedLayer[]> {
  let layers: ImportedLayer[] | null = null;
  let failure: unknown = null;
  try {
    layers = await readGdal('geojson', request);
    if (mayHaveChanged(layers)) return (await readExactly(request, crs, layers)) ?? layers;
    if (!layers.some(({ warnings }) => warnings.some(({ code }) => code === 'no-geometry'))) return layers;
  } catch (error) {
    if (!(error instanceof ImportError) || error.code !== 'unreadable') throw error;
    failure = error;
  }
  try {
    const cleaned = await cleanGeoJson(request, crs);
    if (cleaned !== null && cleaned.leftBefore!.rows.length > 0) {
      const whole = await readGdal('geojson', cleaned);
      return mayHaveChanged(whole) ? ((await readExactly(request, crs, whole)) ?? whole) : whole;
    }
  } finally {
    await rm(join(request.workFolder, 'cleaned'), { recursive: true, force: true });
  }
  // Nothing is wrong with the features: they have no geometries, or the file is damaged elsewhere.
  if (layers === null) throw failure;
  return layers;
}

/** GDAL makes texts such as "(2:a,b)" of lists, and cuts integers to 64 bits, which it says. */
function mayHaveChanged(layers: readonly ImportedLayer[]): boolean {
  return layers.some(
    ({ columns, warnings }) =>
      columns.some(({ type }) => type === 'json') ||
      warnings.some(({ code, message }) => code === 'reader-said' && message.includes('64bit integer')),
  );
}

/** Null for a system that only GDAL makes sense of. */
async function readExactly(
  request: ReadRequest,
  crs: string,
  layers: readonly ImportedLayer[],
): Promise<ImportedLayer[] | null> {
  const [like] = layers;
  const projection = await findProjection(like?.crsDefinition ?? crs, request.signal);
  if (!like || projection === null) return null;
  for (const path of Object.values(like.files)) await rm(path, { force: true });
  return readPieces(request, projection, like);
}

interface TakenFeature {
  geometry: Geometry | null;
  properties: Record<string, unknown>;
  row: number;
}

/** Puts the pieces at the top of the text together and gives the features among them to the writer. */
class RootCollector {
  hasCollection = false;
  private members: Record<string, unknown> = {};
  /** The first member of the object at hand that is no JSON. */
  private broken: { text: string; detail: string } | null = null;
  private readonly writer: LayerWriter;
  private readonly fileName: string;
  private rows = 0;
  private waiting: TakenFeature[] = [];

  constructor(writer: LayerWriter, fileName: string) {
    this.writer = writer;
    this.fileName = fileName;
  }

  /** The features that were taken since the last call. */
  taken(): TakenFeature[] {
    const { waiting } = this;
    this.waiting = [];
    return waiting;
  }

  private add(geometry: Geometry | null, properties: Record<string, unknown>): void {
    this.waiting.push({ geometry, properties, row: ++this.rows });
  }

  take(piece: GeoJsonPiece): void {
    if (piece.kind === 'feature') return this.takeFeature(piece.text);
    if (piece.kind === 'member') {
      this.takeMember(piece.key, piece.text);
      if (!piece.last) return;
    }
    this.endRoot();
  }

  private takeMember(key: string, text: string): void {
    try {
      this.members[key] = parseExact(text);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
      this.broken ??= { text: `"${key}": ${text}`, detail: error.message };
    }
  }

  private takeFeature(text: string): void {
    let feature: Feature | null;
    try {
      feature = parseExact(text) as Feature | null;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
      return this.leave(text, error.message);
    }
    this.addFeature(feature ?? {}, text);
  }

  private leave(text: string, detail: string): void {
    this.writer.leave(++this.rows, 'unreadable-row', detail, { text: text.slice(0, LONGEST_SHOWN) });
  }

  private endRoot(): void {
    const root = this.members;
    const { broken } = this;
    this.members = {};
    this.broken = null;
    if (broken) this.leave(broken.text, broken.detail);
    else if (root.type === 'FeatureCollection') this.hasCollection = true;
    else if (root.type === 'Feature') this.addFeature(root as Feature, '');
    else if (GEOMETRY_TYPES.includes(String(root.type))) this.add(root as Geometry, {});
    else throw new ImportError('not-what-it-says', this.fileName, 'GeoJSON');
  }

  private addFeature({ type, id, geometry, properties }: Feature, text: string): void {
    if (type !== 'Feature' || (properties !== null && typeof properties !== 'object' && properties !== undefined))
      return this.leave(text, 'it is no GeoJSON feature');
    const hasId = ['string', 'number', 'bigint'].includes(typeof id) && !(properties && 'id' in properties);
    this.add(geometry ?? null, hasId ? { id, ...properties } : (properties ?? {}));
  }
}
