import { emptyBbox, isEmptyBbox, mergeBbox } from '../coordinate.ts';
import {
  FID_PROPERTY,
  geometryKind,
  geometryMembers,
  splitByKind,
  type Geometry,
  type GeometryKind,
  type SimpleGeometry,
} from '../geometry.ts';
import { ColumnStore, type Weight } from './column-store.ts';
import { GeometryStore } from './geometry-store.ts';
import { growableInts } from './growable.ts';
import type { Column, ColumnType, SnapshotManifest, SnapshotPart } from './manifest.ts';
import { RunsAside } from './runs-aside.ts';
import type { RunStorage } from './sorted-run.ts';
import { TakenIds } from './taken-ids.ts';
import { writeHeldPart, type EmitChunk } from './write-part.ts';

/** A feature as it comes from a file or from drawing, or of a tool: `likedFid` is the id of what it was made from. */
export type FeatureInput = {
  geometry: Geometry | null;
  properties?: Record<string, unknown> | null;
  fid?: number;
  likedFid?: number;
};

const KINDS: GeometryKind[] = ['polygon', 'line', 'point', 'none'];
const MAX_FID = 2 ** 31 - 1;
/**
 * Greatest id taken from a property: above it there must be room for the features after it, and for all that are ever
 * drawn.
 */
const MAX_PROPERTY_FID = 2 ** 30;
/** Bytes of rows that are held before they are put aside. */
const HELD_BYTES = 64 * 1024 * 1024;
/** Characters of the name of a column. */
const longestName = 240;

/**
 * Builds a layer snapshot from features given one by one, holding them in typed arrays, or putting them aside in sorted
 * runs. A feature's id is `fid`, else `likedFid` or its property `groma_fid` where that is free and leaves room for
 * others, else the next free one. A geometry collection becomes one feature for each kind in it. Nothing is simplified.
 */
export class SnapshotBuilder {
  /** Collections that had to be split into features of several kinds. */
  splitCollections = 0;
  /** Features whose property `groma_fid` could not be their id: they got another. */
  replacedFids = 0;
  private readonly columns = new Map<string, ColumnStore>();
  private readonly names = new Set<string>();
  private readonly stores = new Map<GeometryKind, GeometryStore>();
  /** Ids of the rows that are held. */
  private readonly fids = growableInts();
  private readonly taken = new TakenIds();
  private readonly weight: Weight = { bytes: 0, interned: 0 };
  private readonly aside: RunsAside | null;
  private count = 0;
  private maxFid = 0;

  /**
   * With a storage, rows are put aside there whenever those held take more than `heldBytes`, about a third of what the
   * building takes, beside the dictionaries of its columns. `finish` holds a block, of about half a megabyte, of each
   * run of so many bytes.
   */
  constructor(storage?: RunStorage, heldBytes = HELD_BYTES) {
    this.aside = storage ? new RunsAside(storage, heldBytes) : null;
  }

  /** Declares columns that must be there, in this order, even when every value is null. That of the ids is none. */
  declareColumns(columns: Iterable<{ name: string; type?: ColumnType }>): void {
    for (const { name, type } of columns) {
      if (name === FID_PROPERTY) continue;
      const store = this.column(name);
      if (type !== undefined) store.declare(type);
    }
  }

  /** Number of features so far. */
  get featureCount(): number {
    return this.count;
  }

  /**
   * Columns that became text or JSON because their values are of several types, or not of the declared one; with the
   * type that they had.
   */
  get widened(): { name: string; from: ColumnType; to: ColumnType }[] {
    return [...this.columns.values()].flatMap(({ name, typeBefore, finalType }) =>
      typeBefore === null ? [] : [{ name, from: typeBefore, to: finalType }],
    );
  }

  /** Columns whose names could not be kept. */
  get renamed(): { from: string; to: string }[] {
    return [...this.columns].flatMap(([from, { name }]) => (from === name ? [] : [{ from, to: name }]));
  }

  /**
   * Adds a feature and gives its id. Throws `RangeError` for a `fid` that is not a free positive 32-bit integer, and
   * where no id is left.
   */
  add(feature: FeatureInput): number {
    const geometries = splitByKind(feature.geometry);
    if (geometries.length > 1) this.splitCollections++;
    let first = 0;
    for (const geometry of geometries) {
      const fid = first === 0 ? this.chooseFid(feature) : this.nextFid();
      this.addRow(fid, withoutEmptyMembers(geometry), feature.properties ?? {});
      first ||= fid;
    }
    if (this.aside?.isFull(this.weight)) this.putAside(this.aside);
    return first;
  }

  /** Writes the part files through `emit` and gives the manifest. The builder is spent afterwards. */
  finish(emit: EmitChunk): SnapshotManifest {
    const columns = [...this.columns.values()];
    const bbox = emptyBbox();
    const parts: SnapshotPart[] = [];
    const hasAside = this.aside !== null && !this.aside.isEmpty;
    if (hasAside) this.putAside(this.aside!);
    for (const kind of KINDS) {
      const store = this.stores.get(kind);
      if (!store) continue;
      mergeBbox(bbox, store.bbox);
      parts.push(
        hasAside
          ? this.aside!.write(store, columns, this.count, emit)
          : writeHeldPart(store, columns, this.fids.used, emit),
      );
      this.stores.delete(kind);
    }
    const described: Column[] = columns.map(({ name, finalType }) => ({ name, type: finalType }));
    return {
      version: 2,
      featureCount: this.count,
      maxFid: this.maxFid,
      bbox: isEmptyBbox(bbox) ? null : bbox,
      columns: described,
      parts,
    };
  }

  private column(name: string): ColumnStore {
    let store = this.columns.get(name);
    if (!store) this.columns.set(name, (store = new ColumnStore(this.storableName(name), this.weight)));
    return store;
  }

  /**
   * A name as edits can say it: some text without spaces around it, half letters and zero bytes, and not the one that
   * objects have a meaning of their own for.
   */
  private storableName(name: string): string {
    const text = name.replaceAll('\0', ' ').trim().slice(0, longestName).trim().toWellFormed();
    const clean = text === '__proto__' ? '_proto_' : text || 'column';
    let free = clean;
    for (let count = 2; this.names.has(free); count++) free = `${clean} (${count})`;
    this.names.add(free);
    return free;
  }

  private chooseFid(feature: FeatureInput): number {
    if (feature.fid !== undefined) {
      if (!isFid(feature.fid) || this.isTaken(feature.fid))
        throw new RangeError(`Feature id ${feature.fid} is not a free positive 32-bit integer`);
      return feature.fid;
    }
    if (this.isFree(feature.likedFid)) return feature.likedFid;
    const property = feature.properties?.[FID_PROPERTY];
    if (this.isFree(property)) return property;
    if (property !== undefined && property !== null) this.replacedFids++;
    return this.nextFid();
  }

  private isFree(fid: unknown): fid is number {
    return isFid(fid) && fid <= MAX_PROPERTY_FID && !this.isTaken(fid);
  }

  private nextFid(): number {
    if (this.maxFid >= MAX_FID) throw new RangeError('The layer has used up its feature ids');
    return this.maxFid + 1;
  }

  private isTaken(fid: number): boolean {
    return fid <= this.maxFid && this.taken.has(fid);
  }

  private putAside(aside: RunsAside): void {
    aside.put([...this.stores.values()], this.fids.used, [...this.columns.values()], this.weight);
    this.fids.clear();
  }

  private addRow(fid: number, geometry: SimpleGeometry | null, properties: Record<string, unknown>): void {
    const row = this.fids.length;
    this.fids.push(fid);
    this.taken.add(fid);
    this.count++;
    if (fid > this.maxFid) this.maxFid = fid;
    const kind = geometryKind(geometry);
    let store = this.stores.get(kind);
    if (!store) this.stores.set(kind, (store = new GeometryStore(kind)));
    this.weight.bytes += store.add(row, geometry);
    for (const name in properties) {
      if (name !== FID_PROPERTY) this.column(name).set(row, properties[name]);
    }
  }
}

/**
 * Builds a whole snapshot in memory, with these columns first: the manifest and the bytes of its part files by name.
 */
export function buildSnapshot(
  features: Iterable<FeatureInput>,
  columns: Iterable<Column> = [],
): {
  manifest: SnapshotManifest;
  files: Map<string, Uint8Array>;
} {
  const builder = new SnapshotBuilder();
  builder.declareColumns(columns);
  for (const feature of features) builder.add(feature);
  const chunks = new Map<string, Uint8Array[]>();
  const manifest = builder.finish((file, chunk) => {
    const list = chunks.get(file);
    if (list) list.push(chunk);
    else chunks.set(file, [chunk]);
  });
  return { manifest, files: new Map([...chunks].map(([file, list]) => [file, joinBytes(list)])) };
}

function joinBytes(chunks: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.byteLength;
  }
  return joined;
}

function isFid(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_FID;
}

/**
 * An empty geometry, as GeoJSON may spell it, is a feature without geometry; empty members say nothing and are left
 * out.
 */
function withoutEmptyMembers(geometry: SimpleGeometry | null): SimpleGeometry | null {
  if (!geometry) return null;
  if (geometry.type === 'Point') return geometry.coordinates.length >= 2 ? geometry : null;
  const members = geometryMembers(geometry) as unknown[][];
  const isFull = (member: unknown[]): boolean =>
    member.length > 0 && (typeof member[0] === 'number' || (member[0] as unknown[]).length > 0);
  if (members.every(isFull)) return members.length ? geometry : null;
  const full = members.filter(isFull);
  if (!full.length) return null;
  const type = geometry.type.startsWith('Multi') ? geometry.type : `Multi${geometry.type}`;
  return { type, coordinates: full } as SimpleGeometry;
}
