import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SnapshotBuilder, baseName, cutAtAntimeridian, geometryProblem, hasEdgeAround, positionOutOfRange, splitByKind, type Column, type Geometry, type SnapshotManifest } from '@groma/geo';
import { RowsAside } from '../rows-aside.ts';
import { ImportError } from './import-error.ts';
import type { ImportedLayer, ImportWarning, ReadRequest } from './imported-layer.ts';

const KNOWN_TYPES = new Set(['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection']);
const WGS84 = 'EPSG:4326';
const PROGRESS_STEP = 2_000;

/** Checks the features of one layer, gathers them in a snapshot and writes that into its own folder of the work folder. */
export class LayerWriter {
  private readonly aside: RowsAside;
  readonly builder: SnapshotBuilder;
  private readonly name: string;
  private readonly request: ReadRequest;
  private readonly fraction: () => number;
  private invalid = 0;
  private withoutGeometry = 0;
  private cut = 0;
  private around = 0;
  private received = 0;
  converted = 0;
  /** The coordinate system the features came from, as it is shown; longitude and latitude of WGS 84 unless it is said. */
  crs = WGS84;
  /** Its definition, where `crs` is no code. */
  crsDefinition: string | null = null;

  /** `fraction` says how far the reading of the whole file is, from 0 to 1. */
  constructor(name: string, request: ReadRequest, fraction: () => number) {
    this.name = name;
    this.request = request;
    this.fraction = fraction;
    this.aside = new RowsAside(request.workFolder);
    this.builder = new SnapshotBuilder(this.aside);
  }

  get count(): number {
    return this.received;
  }

  declareColumns(columns: Iterable<{ name: string; type?: Column['type'] }>): void {
    this.builder.declareColumns(columns);
  }

  /** Takes a feature. Throws `ImportError` where it is no feature or stands outside the earth. */
  add(geometry: Geometry | null, properties: Record<string, unknown> | null): void {
    this.received++;
    const placed = geometry && this.checked(geometry);
    if (isEmpty(placed)) this.withoutGeometry++;
    this.builder.add({ geometry: placed, properties });
    if (this.received % PROGRESS_STEP === 0) {
      this.request.signal.throwIfAborted();
      this.report();
    }
  }

  /** Tells how far the file is; `converted` is the share of this layer that was made ready to be read. */
  report(converted = this.converted): void {
    this.converted = converted;
    this.request.onProgress({ layer: this.name, features: this.received, fraction: this.fraction() });
  }

  /** Writes the snapshot; `index` tells the layers of a file apart. */
  finish(index: number): ImportedLayer {
    const folder = join(this.request.workFolder, `layer-${index}`);
    mkdirSync(folder, { recursive: true });
    const split = this.builder.splitCollections;
    const { manifest, files } = this.writeParts(folder);
    const { featureCount, bbox, columns } = manifest;
    this.report();
    return { name: this.name, crs: this.crs, crsDefinition: this.crsDefinition ?? (this.crs === WGS84 ? null : this.crs), geometryKinds: manifest.parts.map(({ kind }) => kind), featureCount, bbox, columns, manifest, files, warnings: this.warnings(split) };
  }

  private writeParts(folder: string): { manifest: SnapshotManifest; files: Record<string, string> } {
    const files: Record<string, string> = {};
    const open = new Map<string, number>();
    try {
      const manifest = this.builder.finish((file, chunk) => {
        if (!open.has(file)) open.set(file, openSync((files[file] = join(folder, file)), 'w'));
        this.report();
        for (let at = 0; at < chunk.byteLength; ) at += writeSync(open.get(file)!, chunk, at);
      });
      return { manifest, files };
    } finally {
      for (const descriptor of open.values()) closeSync(descriptor);
      this.aside.close();
    }
  }

  /** The geometry as it can be drawn, which is counted where something is to be said of it. */
  private checked(geometry: Geometry): Geometry {
    const { fileName } = this.request;
    if (!KNOWN_TYPES.has(geometry.type)) throw new ImportError('unreadable', fileName, `feature ${this.received} has a geometry of type "${String(geometry.type)}"`);
    let placed = geometry;
    let outside = positionOutOfRange(geometry);
    // Longitudes may go on beyond the antimeridian for a whole turn.
    if (outside && positionOutOfRange(geometry, 360) === null) {
      placed = cutAtAntimeridian(geometry) ?? geometry;
      outside = positionOutOfRange(placed);
      this.cut++;
    }
    if (outside) throw new ImportError('coordinates-out-of-range', fileName, `feature ${this.received} of "${this.name}" lies at ${describe(outside)}${isSwapped(outside) ? ', as if longitude and latitude were swapped' : ''}`);
    const parts = splitByKind(placed);
    if (parts.some((part) => geometryProblem(part) !== null)) this.invalid++;
    if (parts.some((part) => part && hasEdgeAround(part))) this.around++;
    return placed;
  }

  private warnings(split: number): ImportWarning[] {
    const warnings: ImportWarning[] = [];
    const warn = (code: ImportWarning['code'], count: number, text: string): void => {
      warnings.push({ code, count, message: `"${this.request.fileName}": ${text}` });
    };
    const features = (count: number): string => (count === 1 ? '1 feature' : `${count} features`);
    if (this.received === 0) warn('empty-layer', 0, `the layer "${this.name}" has no features.`);
    if (this.invalid) warn('invalid-geometry', this.invalid, `${features(this.invalid)} of "${this.name}" ${this.invalid === 1 ? 'has' : 'have'} an invalid geometry (crossing, open or too short) and ${this.invalid === 1 ? 'was' : 'were'} kept as it is.`);
    if (this.withoutGeometry) warn('no-geometry', this.withoutGeometry, `${features(this.withoutGeometry)} of "${this.name}" ${this.withoutGeometry === 1 ? 'has' : 'have'} no place and ${this.withoutGeometry === 1 ? 'stands' : 'stand'} only in the attribute table.`);
    if (this.cut) warn('cut-at-antimeridian', this.cut, `${features(this.cut)} of "${this.name}" went on beyond 180° and ${this.cut === 1 ? 'was' : 'were'} cut at the antimeridian.`);
    if (this.around) warn('edge-around', this.around, `${features(this.around)} of "${this.name}" ${this.around === 1 ? 'has' : 'have'} an edge the long way round the earth and ${this.around === 1 ? 'was' : 'were'} kept as it is. If it is to cross the antimeridian, cut it there or go on beyond 180°.`);
    if (split) warn('split-collection', split, `${features(split)} of "${this.name}" mixed points, lines and polygons and ${split === 1 ? 'was' : 'were'} split by kind.`);
    return warnings;
  }
}

/** A layer is called as its file where the file has only one. */
export function layerNameOfFile(fileName: string): string {
  return baseName(fileName.split(/[\\/]/).at(-1)!) || fileName;
}

/** A geometry without a position. */
function isEmpty(geometry: Geometry | null): boolean {
  if (!geometry) return true;
  if (geometry.type === 'GeometryCollection') return geometry.geometries.every(isEmpty);
  const holds = (coordinates: unknown): boolean => typeof coordinates === 'number' || (Array.isArray(coordinates) && coordinates.some(holds));
  return !holds(geometry.coordinates);
}

/** A latitude beyond the pole that would be a longitude, and the other way round. */
function isSwapped([x, y]: readonly unknown[]): boolean {
  return typeof x === 'number' && typeof y === 'number' && Math.abs(y) > 90 && Math.abs(y) <= 180 && Math.abs(x) <= 90;
}

function describe(position: readonly unknown[]): string {
  const [x, y] = position;
  return typeof x === 'number' && typeof y === 'number' && !Number.isNaN(x) ? `${x}, ${y}` : 'coordinates that are no numbers';
}
