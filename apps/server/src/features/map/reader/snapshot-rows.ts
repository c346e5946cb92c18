import {
  cellReader,
  rowGeometry,
  type LayerFeature,
  type Properties,
  type PropertyValue,
  type SnapshotBatch,
  type SnapshotManifest,
} from '@groma/geo';
import { PartReader, type ReadBytes } from './snapshot-part.ts';

/** Where a feature lies: batches of all parts counted on, and the row in it. */
interface Span {
  reader: PartReader;
  batch: number;
  firstRow: number;
}

/** Above this multiple of the feature count, a table with a place for each id would waste memory. */
const denseFactor = 4;

/** The features of a snapshot by id. */
export class SnapshotRows {
  readonly #manifest: SnapshotManifest;
  readonly #readers: PartReader[];
  #spans: Span[] = [];
  /** Row + 1 by id, counted through all parts; 0 for an id that is not there. */
  #dense: Int32Array | null = null;
  #sparse = new Map<number, number>();
  #indexed: Promise<void> | null = null;

  constructor(snapshotKey: string | null, manifest: SnapshotManifest, read: ReadBytes) {
    this.#manifest = manifest;
    this.#readers = snapshotKey === null ? [] : manifest.parts.map((part) => new PartReader(snapshotKey, part, read));
  }

  /**
   * The features with these ids, as the snapshot has them; ids that are not there are left out. Geometries are null
   * where they are not wanted.
   */
  async features(fids: Iterable<number>, withGeometry = true): Promise<Map<number, LayerFeature>> {
    await (this.#indexed ??= this.#index());
    const wanted = new Map<Span, number[]>();
    for (const fid of fids) {
      const row = this.#row(fid);
      if (row < 0) continue;
      const span = this.#spanOf(row);
      const rows = wanted.get(span);
      if (rows) rows.push(row - span.firstRow);
      else wanted.set(span, [row - span.firstRow]);
    }
    const found = new Map<number, LayerFeature>();
    for (const [span, rows] of wanted) {
      for (const feature of pick(await span.reader.batch(span.batch), this.#manifest.columns, rows, withGeometry))
        found.set(feature.fid, feature);
    }
    return found;
  }

  /**
   * Id and value of each row of one column, by its place in the manifest; null values for a place that is not there.
   */
  async *values(place: number): AsyncGenerator<[fid: number, value: PropertyValue]> {
    const column = this.#manifest.columns[place];
    for await (const batch of this.batches()) {
      const cell = column ? cellReader(batch, column, place) : () => null;
      for (let row = 0; row < batch.rows; row++) yield [batch.fids[row]!, cell(row)];
    }
  }

  async *batches(): AsyncGenerator<SnapshotBatch> {
    for (const reader of this.#readers) yield* reader.batches();
  }

  async #index(): Promise<void> {
    const { featureCount, maxFid } = this.#manifest;
    if (maxFid <= featureCount * denseFactor + 65_536) this.#dense = new Int32Array(maxFid + 1);
    let row = 0;
    for (const reader of this.#readers) {
      for (const batch of reader.part.batches.keys()) {
        this.#spans.push({ reader, batch, firstRow: row });
        for (const fid of await reader.fids(batch)) {
          row++;
          if (this.#dense) this.#dense[fid] = row;
          else this.#sparse.set(fid, row);
        }
      }
    }
  }

  #row(fid: number): number {
    return (this.#dense ? (this.#dense[fid] ?? 0) : (this.#sparse.get(fid) ?? 0)) - 1;
  }

  #spanOf(row: number): Span {
    let low = 0;
    let high = this.#spans.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#spans[middle]!.firstRow <= row) low = middle;
      else high = middle - 1;
    }
    return this.#spans[low]!;
  }
}

function* pick(
  batch: SnapshotBatch,
  columns: SnapshotManifest['columns'],
  rows: number[],
  withGeometry: boolean,
): Generator<LayerFeature> {
  const cells = columns.map((column, index) => cellReader(batch, column, index));
  for (const row of rows) {
    const properties: Properties = {};
    columns.forEach(({ name }, index) => {
      properties[name] = cells[index]!(row);
    });
    yield { fid: batch.fids[row]!, geometry: withGeometry ? rowGeometry(batch.geometry, row) : null, properties };
  }
}
