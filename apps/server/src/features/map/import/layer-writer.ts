import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  SnapshotBuilder,
  baseName,
  geometryProblem,
  hasEdgeAround,
  splitByKind,
  type Column,
  type Geometry,
  type SnapshotManifest,
} from '@groma/geo';
import type { LeftOutReason } from '@groma/protocol';
import { RowsAside } from './rows-aside.ts';
import { ImportError } from './import-error.ts';
import { requireColumns } from './import-limits.ts';
import type { ImportedLayer, ImportWarning, ReadRequest } from './imported-layer.ts';
import { columnWarnings } from './column-warnings.ts';
import { LeftOutRows, type RowContent } from './left-out.ts';
import { placedGeometry, RowProblem } from './placed-geometry.ts';
import { textWarnings, type TextReading } from './layer-text.ts';

const WGS84 = 'EPSG:4326';
const PROGRESS_STEP = 2_000;
/** Features after which a file is given up, when all of them lie outside the earth. */
const MISPLACED_START = 1_000;
/** Lists and objects within one another in a property. */
const DEEPEST_VALUE = 500;

/**
 * Checks the features of one layer, gathers them in a snapshot and writes that into its own folder of the work folder.
 */
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
  private kept = 0;
  private readonly leftOut = new LeftOutRows();
  private readonly columnNames = new Set<string>();
  private readonly more: ImportWarning[] = [];
  /** How the text was read, where that had to be found out. */
  text: TextReading | null = null;
  converted = 0;
  /**
   * The coordinate system the features came from, as it is shown; longitude and latitude of WGS 84 unless it is said.
   */
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
    const declared = [...columns];
    for (const { name } of declared) this.columnNames.add(name);
    requireColumns(this.columnNames.size, this.request.fileName);
    this.builder.declareColumns(declared);
  }

  /**
   * Takes a feature; one that cannot be kept is left out and reported by the number of its row. @throws ImportError for
   * more columns than a layer may have, and where nearly everything lies outside the earth.
   */
  add(geometry: Geometry | null, properties: Record<string, unknown> | null, row = this.received + 1): void {
    this.countColumns(properties);
    let placed: Geometry | null;
    try {
      requireShallow(properties);
      placed = geometry && this.checked(geometry);
    } catch (error) {
      // What a library says of coordinates that are none is a matter of this row alone.
      if (!(error instanceof RowProblem) && !(error instanceof TypeError)) throw error;
      return this.leave(row, error instanceof RowProblem ? error.reason : 'unreadable-geometry', error.message, {
        geometry,
        properties,
      });
    }
    if (isEmpty(placed)) this.withoutGeometry++;
    this.builder.add({ geometry: placed, properties });
    this.kept++;
    this.step();
  }

  /** Leaves a row out, of which this much could be read. */
  leave(row: number, reason: LeftOutReason, detail: string, content: RowContent = {}): void {
    this.countColumns(content.properties ?? null);
    this.leftOut.add(row, reason, detail, content);
    if (this.kept === 0 && this.leftOut.countOf('out-of-range') >= MISPLACED_START) this.requirePlaces();
    this.step();
  }

  /** Leaves a row out that the reader of the file never saw, so that it is none of those it counts. */
  leaveBefore(row: number, reason: LeftOutReason, detail: string, content: RowContent): void {
    this.leftOut.add(row, reason, detail, content);
  }

  /** Leaves many rows out at once, of which only the number of the first is known. */
  leaveMany(count: number, row: number, reason: LeftOutReason, detail: string): void {
    this.leftOut.addMany(count, row, reason, detail);
    this.received += count - 1;
    this.step();
  }

  /** Something else to say of the layer. */
  warn(code: ImportWarning['code'], count: number, text: string): void {
    this.more.push({ code, count, message: `"${this.request.fileName}": ${text}` });
  }

  /** Takes away what was put aside, for a writer that is not finished. */
  discard(): void {
    this.aside.close();
  }

  private countColumns(properties: Record<string, unknown> | null): void {
    for (const name in properties) this.columnNames.add(name);
    requireColumns(this.columnNames.size, this.request.fileName);
  }

  /** Coordinates most of which are no place on earth are those of another system, unless a person named that. */
  private requirePlaces(): void {
    const outside = this.leftOut.countOf('out-of-range');
    if (this.request.assumedCrs !== null || outside <= this.kept - this.withoutGeometry) return;
    throw new ImportError(
      'coordinates-out-of-range',
      this.request.fileName,
      `${this.leftOut.firstDetail}${outside > 1 ? ` (and ${outside - 1} more)` : ''}`,
    );
  }

  private step(): void {
    this.received++;
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
    this.requirePlaces();
    const folder = join(this.request.workFolder, `layer-${index}`);
    mkdirSync(folder, { recursive: true });
    const { splitCollections: split, widened, renamed } = this.builder;
    const { manifest, files } = this.writeParts(folder);
    const { featureCount, bbox, columns } = manifest;
    this.report();
    const geometryKinds = manifest.parts.map(({ kind }) => kind);
    const crsDefinition = this.crsDefinition ?? (this.crs === WGS84 ? null : this.crs);
    return {
      name: this.name,
      crs: this.crs,
      crsDefinition,
      geometryKinds,
      featureCount,
      bbox,
      columns,
      manifest,
      files,
      warnings: [...this.warnings(split), ...columnWarnings({ widened, renamed }, this.request.fileName)],
      leftOut: this.leftOut.finish(folder),
    };
  }

  private writeParts(folder: string): { manifest: SnapshotManifest; files: Record<string, string> } {
    const files: Record<string, string> = {};
    const open = new Map<string, number>();
    try {
      const manifest = this.builder.finish((file, chunk) => {
        if (!open.has(file)) open.set(file, openSync((files[file] = join(folder, file)), 'w'));
        this.report();
        for (let at = 0; at < chunk.byteLength;) at += writeSync(open.get(file)!, chunk, at);
      });
      return { manifest, files };
    } finally {
      for (const descriptor of open.values()) closeSync(descriptor);
      this.aside.close();
    }
  }

  /** The geometry as it can be drawn, which is counted where something is to be said of it. */
  private checked(geometry: Geometry): Geometry {
    const { geometry: placed, isCut } = placedGeometry(geometry, this.crs !== WGS84);
    const parts = splitByKind(placed);
    const isInvalid = parts.some((part) => geometryProblem(part) !== null);
    if (parts.some((part) => part && hasEdgeAround(part))) this.around++;
    if (isInvalid) this.invalid++;
    if (isCut) this.cut++;
    return placed;
  }

  private warnings(split: number): ImportWarning[] {
    const warnings: ImportWarning[] = [];
    const warn = (code: ImportWarning['code'], count: number, text: string): void => {
      warnings.push({ code, count, message: `"${this.request.fileName}": ${text}` });
    };
    const features = (count: number): string => (count === 1 ? '1 feature' : `${count} features`);
    if (this.received === 0) warn('empty-layer', 0, `the layer "${this.name}" has no features.`);
    if (this.invalid)
      warn(
        'invalid-geometry',
        this.invalid,
        `${features(this.invalid)} of "${this.name}" ${this.invalid === 1 ? 'has' : 'have'} an invalid geometry (crossing, open or too short) and ${this.invalid === 1 ? 'was' : 'were'} kept as it is.`,
      );
    if (this.withoutGeometry)
      warn(
        'no-geometry',
        this.withoutGeometry,
        `${features(this.withoutGeometry)} of "${this.name}" ${this.withoutGeometry === 1 ? 'has' : 'have'} no place and ${this.withoutGeometry === 1 ? 'stands' : 'stand'} only in the attribute table.`,
      );
    if (this.cut)
      warn(
        'cut-at-antimeridian',
        this.cut,
        `${features(this.cut)} of "${this.name}" went beyond 180° of longitude and ${this.cut === 1 ? 'was' : 'were'} moved back, cut at the antimeridian where needed.`,
      );
    if (this.around)
      warn(
        'edge-around',
        this.around,
        `${features(this.around)} of "${this.name}" ${this.around === 1 ? 'has' : 'have'} an edge the long way round the earth and ${this.around === 1 ? 'was' : 'were'} kept as it is. If it is to cross the antimeridian, cut it there or go on beyond 180°.`,
      );
    if (this.builder.replacedFids)
      warn(
        'fid-replaced',
        this.builder.replacedFids,
        `${features(this.builder.replacedFids)} of "${this.name}" got a new groma_fid: what the file has there is no free whole number.`,
      );
    if (split)
      warn(
        'split-collection',
        split,
        `${features(split)} of "${this.name}" mixed points, lines and polygons and ${split === 1 ? 'was' : 'were'} split by kind.`,
      );
    if (this.leftOut.count)
      warn(
        'left-out',
        this.leftOut.count,
        `${this.leftOut.count === 1 ? '1 row' : `${this.leftOut.count} rows`} of "${this.name}" could not become features and ${this.leftOut.count === 1 ? 'was' : 'were'} left out (${this.leftOut.firstDetail}).`,
      );
    return [...warnings, ...this.more, ...(this.text ? textWarnings(this.text, this.request.fileName) : [])];
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
  const holds = (coordinates: unknown): boolean =>
    typeof coordinates === 'number' || (Array.isArray(coordinates) && coordinates.some(holds));
  return !holds(geometry.coordinates);
}

/** @throws RowProblem for lists and objects nested so deeply that they cannot be written down again. */
function requireShallow(properties: Record<string, unknown> | null): void {
  for (const name in properties) {
    if (typeof properties[name] !== 'object' || properties[name] === null) continue;
    let level: unknown[] = [properties[name]];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth > DEEPEST_VALUE)
        throw new RowProblem('unreadable-row', `its property "${name.slice(0, 100)}" is nested too deeply`);
      level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    }
  }
}
