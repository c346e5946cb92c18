import type { GeometryKind, PropertyValue } from '../geometry.ts';
import { MAX_BATCH_COORDINATES, MAX_BATCH_ROWS, type Column } from '../snapshot/manifest.ts';
import { PackedWriter } from './packed-writer.ts';
import type { ToolBatch, ToolTable } from './tool-table.ts';

/**
 * A column of a result: `at` counts the columns of an input, or the values that a tool gives with each row. `either`
 * takes it from the features or, where a row was made of the other layer alone, from its column `otherAt`; null stands
 * for none.
 */
export type OutputColumn = Column &
  ({ from: 'features' | 'other' | 'made'; at: number } | { from: 'either'; at: number | null; otherAt: number | null });

/** A row of an input. */
export type RowOf = { batch: ToolBatch; row: number };

/** All columns of an input. */
export function columnsOf(table: ToolTable, from: 'features' | 'other' = 'features'): OutputColumn[] {
  return table.columns.map(({ name, type }, at) => ({ name, type, from, at }));
}

/** A column whose values a tool gives with each row, the `at`th of them. */
export function madeFrom(column: Column, at: number): OutputColumn {
  return { ...column, from: 'made', at };
}

/** Columns with names that are all different: a later one of the same name gets a number. */
function withoutClash(columns: readonly OutputColumn[]): OutputColumn[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column.name;
    for (let number = 2; taken.has(name); number++) name = `${column.name}_${number}`;
    taken.add(name);
    return { ...column, name };
  });
}

/**
 * Collects the rows of a result, one pack for each kind. A row is written through `writer(kind)` and ended by `add`;
 * its columns are read from the rows it was made from, when somebody asks.
 */
export class ToolOutput {
  readonly columns: readonly OutputColumn[];
  readonly #packs: OutputPack[] = [];
  #current: OutputPack | null = null;

  constructor(columns: readonly OutputColumn[]) {
    this.columns = withoutClash(columns);
  }

  /** Where the geometry of the next row is written. */
  writer(kind: Exclude<GeometryKind, 'none'>, size: 2 | 3 = 2): PackedWriter {
    return this.#pack(kind, size).writer!;
  }

  /** Adds a row without a geometry. */
  addRow(features: RowOf | null, other: RowOf | null = null, made: readonly PropertyValue[] | null = null): void {
    this.#pack('none', 2);
    this.add(features, other, made);
  }

  /** Ends the row that was written last. */
  add(
    features: RowOf | null,
    other: RowOf | null = null,
    made: readonly PropertyValue[] | null = null,
    isMulti = false,
  ): void {
    const pack = this.#current!;
    pack.features.push(features);
    if (other) pack.others[pack.features.length - 1] = other;
    if (made) pack.made[pack.features.length - 1] = made;
    pack.writer?.endRow(isMulti);
  }

  /** The packs that are full; all of them at the end. */
  *take(isEnd = false): Generator<ToolBatch> {
    for (const pack of this.#packs.slice()) {
      if (!isEnd && pack.features.length < MAX_BATCH_ROWS && (pack.writer?.positions ?? 0) < MAX_BATCH_COORDINATES)
        continue;
      this.#packs.splice(this.#packs.indexOf(pack), 1);
      if (pack.features.length > 0) yield this.#batch(pack);
    }
    this.#current = null;
  }

  #pack(kind: GeometryKind, size: 2 | 3): OutputPack {
    const current = this.#current;
    if (current?.kind === kind && current.size === size) return current;
    let pack = this.#packs.find((each) => each.kind === kind && each.size === size);
    if (!pack) {
      const writer = kind === 'none' ? null : new PackedWriter(kind, size);
      pack = { kind, size, writer, features: [], others: [], made: [] };
      this.#packs.push(pack);
    }
    this.#current = pack;
    return pack;
  }

  #batch({ kind, writer, features, others, made }: OutputPack): ToolBatch {
    const { columns } = this;
    return {
      kind,
      rows: features.length,
      fids: Int32Array.from(features, (row) => (row ? row.batch.fids[row.row]! : 0)),
      geometry: writer?.geometry() ?? null,
      cell: (column) => {
        const wanted = columns[column]!;
        if (wanted.from === 'made') return (row) => made[row]?.[wanted.at] ?? null;
        if (wanted.from !== 'either') return reading(wanted.from === 'features' ? features : others, wanted.at);
        const [own, other] = [reading(features, wanted.at), reading(others, wanted.otherAt)];
        return (row) => (features[row] ? own(row) : other(row));
      },
    };
  }
}

/** The values of a column of the rows that others were made of. */
function reading(rows: readonly (RowOf | null | undefined)[], at: number | null): (row: number) => PropertyValue {
  const readers = new Map<ToolBatch, (row: number) => PropertyValue>();
  return (row) => {
    const source = rows[row];
    if (!source || at === null) return null;
    let read = readers.get(source.batch);
    if (!read) readers.set(source.batch, (read = source.batch.cell(at)));
    return read(source.row);
  };
}

type OutputPack = {
  kind: GeometryKind;
  size: 2 | 3;
  writer: PackedWriter | null;
  features: (RowOf | null)[];
  others: (RowOf | null)[];
  made: (readonly PropertyValue[])[];
};
