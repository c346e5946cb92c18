import type { GeometryKind, LayerFeature, Properties, PropertyValue } from '../geometry.ts';
import { geometryKind } from '../geometry.ts';
import { MAX_BATCH_COORDINATES, MAX_BATCH_ROWS, type Column } from '../snapshot/manifest.ts';
import { cellReader, rowGeometry, type BatchGeometry, type SnapshotBatch } from '../snapshot/snapshot-reader.ts';
import { PackedWriter } from './packed-writer.ts';

/** Some rows of one kind: packed geometries, and a reader for each column of the table. */
export interface ToolBatch {
  readonly kind: GeometryKind;
  readonly rows: number;
  /** The id of each feature; in a result, of the one that it was made from, 0 for none. */
  readonly fids: Int32Array;
  readonly geometry: BatchGeometry | null;
  /** A function from row to the value in a column, by its place in the table. */
  cell(column: number): (row: number) => PropertyValue;
}

/** What tools take and give. The batches of a result can be read once, and are made while they are read. */
export interface ToolTable {
  readonly columns: readonly Column[];
  /** How many rows there are, as far as known; for the progress. */
  readonly rows?: number;
  batches(): AsyncIterable<ToolBatch> | Iterable<ToolBatch>;
}

/** The batches of a snapshot as a table, without copying them. */
export function snapshotTable(
  columns: readonly Column[],
  rows: number,
  batches: () => AsyncIterable<SnapshotBatch> | Iterable<SnapshotBatch>,
): ToolTable {
  return {
    columns,
    rows,
    async *batches() {
      for await (const batch of batches())
        yield {
          kind: batch.kind,
          rows: batch.rows,
          fids: batch.fids,
          geometry: batch.geometry,
          cell: (column) => cellReader(batch, columns[column]!, column),
        };
    },
  };
}

/**
 * Features as a table, packed while they are read; for layers with edits, whose rows are no longer as the snapshot has
 * them.
 */
export function packFeatures(
  columns: readonly Column[],
  features: () => AsyncIterable<LayerFeature> | Iterable<LayerFeature>,
  rows?: number,
): ToolTable {
  return {
    columns,
    ...(rows !== undefined && { rows }),
    async *batches() {
      const packers = new Map<GeometryKind, FeaturePacker>();
      for await (const feature of features()) {
        const kind = geometryKind(feature.geometry);
        const packer = packers.get(kind) ?? new FeaturePacker(kind, columns);
        packers.set(kind, packer);
        packer.add(feature);
        if (!packer.isFull) continue;
        yield packer.batch();
        packers.delete(kind);
      }
      for (const packer of packers.values()) yield packer.batch();
    },
  };
}

/**
 * The rows of a table as features, every column in the properties; rows of a result have the id of what they were made
 * from.
 */
export async function* toolFeatures(table: ToolTable): AsyncGenerator<LayerFeature> {
  for await (const batch of table.batches()) {
    const cells = table.columns.map((_, index) => batch.cell(index));
    for (let row = 0; row < batch.rows; row++) {
      const properties: Properties = {};
      table.columns.forEach(({ name }, index) => {
        properties[name] = cells[index]!(row);
      });
      yield { fid: batch.fids[row]!, geometry: rowGeometry(batch.geometry, row), properties };
    }
  }
}

class FeaturePacker {
  readonly #kind: GeometryKind;
  readonly #columns: readonly Column[];
  readonly #writer: PackedWriter | null;
  readonly #properties: Properties[] = [];
  readonly #fids: number[] = [];

  constructor(kind: GeometryKind, columns: readonly Column[]) {
    this.#kind = kind;
    this.#columns = columns;
    this.#writer = kind === 'none' ? null : new PackedWriter(kind, 3);
  }

  get isFull(): boolean {
    return this.#fids.length >= MAX_BATCH_ROWS || (this.#writer?.positions ?? 0) >= MAX_BATCH_COORDINATES;
  }

  add({ fid, geometry, properties }: LayerFeature): void {
    this.#fids.push(fid);
    this.#properties.push(properties);
    if (!geometry || !this.#writer) return;
    this.#writer.addGeometry(geometry);
    this.#writer.endRow();
  }

  batch(): ToolBatch {
    const properties = this.#properties;
    const columns = this.#columns;
    return {
      kind: this.#kind,
      rows: this.#fids.length,
      fids: Int32Array.from(this.#fids),
      geometry: this.#writer?.geometry() ?? null,
      cell: (column) => {
        const { name } = columns[column]!;
        return (row) => properties[row]![name] ?? null;
      },
    };
  }
}
