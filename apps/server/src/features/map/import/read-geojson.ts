import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Geometry } from '@groma/geo';
import { GeoJsonScanner, type GeoJsonPiece } from './geojson-scanner.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ReadRequest } from './imported-layer.ts';
import { LayerWriter, layerNameOfFile } from './layer-writer.ts';
import { parseExact } from './parse-feature.ts';
import { readGdal } from './read-gdal.ts';

const EDGE_BYTES = 64 * 1024;
const DEGREES = /CRS84|EPSG:{1,2}(4326|4979)$/i;
const CRS_MEMBER = /"crs"\s*:\s*\{\s*"type"\s*:\s*"name"\s*,\s*"properties"\s*:\s*\{\s*"name"\s*:\s*"([^"]+)"/;
const GEOMETRY_TYPES = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection'];

type Feature = { type?: unknown; id?: unknown; geometry?: Geometry | null; properties?: Record<string, unknown> | null };

/**
 * Reads GeoJSON as one layer: a collection, a feature, a geometry, or several of them one after another. Coordinates
 * are longitude and latitude, unless the `crs` member of the old GeoJSON of 2008 or the caller names another system.
 */
export async function readGeoJson(request: ReadRequest): Promise<ImportedLayer[]> {
  const named = await namedCrs(request.sourcePath);
  if (request.assumedCrs || (named && !DEGREES.test(named))) return readGdal('geojson', request);
  const { size } = await stat(request.sourcePath);
  const stream = createReadStream(request.sourcePath, { highWaterMark: 1 << 20, signal: request.signal });
  const writer = new LayerWriter(layerNameOfFile(request.fileName), request, () => stream.bytesRead / size);
  const scanner = new GeoJsonScanner();
  const collector = new RootCollector(writer, request.fileName);
  try {
    for await (const chunk of stream) {
      for (const piece of scanner.push(chunk as Buffer)) collector.take(piece);
    }
    scanner.end();
  } catch (error) {
    if (error instanceof SyntaxError) throw new ImportError('unreadable', request.fileName, `after feature ${writer.count}, ${error.message}`);
    throw error;
  }
  if (!collector.hasCollection && writer.count === 0) throw new ImportError('not-what-it-says', request.fileName, 'GeoJSON');
  return [writer.finish(0)];
}

/** Puts the pieces at the top of the text together and gives the features among them to the writer. */
class RootCollector {
  hasCollection = false;
  private members: Record<string, unknown> = {};
  private readonly writer: LayerWriter;
  private readonly fileName: string;

  constructor(writer: LayerWriter, fileName: string) {
    this.writer = writer;
    this.fileName = fileName;
  }

  take(piece: GeoJsonPiece): void {
    if (piece.kind === 'feature') return this.addFeature(parseExact(piece.text) as Feature);
    if (piece.kind === 'member') {
      this.members[piece.key] = parseExact(piece.text);
      if (!piece.last) return;
    }
    this.endRoot();
  }

  private endRoot(): void {
    const root = this.members;
    this.members = {};
    if (root.type === 'FeatureCollection') this.hasCollection = true;
    else if (root.type === 'Feature') this.addFeature(root as Feature);
    else if (GEOMETRY_TYPES.includes(String(root.type))) this.writer.add(root as Geometry, {});
    else throw new ImportError('not-what-it-says', this.fileName, 'GeoJSON');
  }

  private addFeature({ type, id, geometry, properties }: Feature): void {
    if (type !== 'Feature') throw new ImportError('unreadable', this.fileName, `member ${this.writer.count + 1} of "features" is no feature`);
    const hasId = ['string', 'number', 'bigint'].includes(typeof id) && !(properties && 'id' in properties);
    this.writer.add(geometry ?? null, hasId ? { id, ...properties } : (properties ?? {}));
  }
}

/** The coordinate system of the `crs` member, which stands near the start of a file, or at its end. */
async function namedCrs(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (const position of [0, Math.max(0, size - EDGE_BYTES)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(EDGE_BYTES), 0, EDGE_BYTES, position);
      const found = CRS_MEMBER.exec(buffer.toString('utf8', 0, bytesRead));
      if (found) return found[1]!;
    }
    return null;
  } finally {
    await file.close();
  }
}
