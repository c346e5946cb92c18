import {
  cellReader,
  closeRings,
  formatWkb,
  withoutMeasures,
  type Column,
  type LayerFeature,
  type PropertyValue,
  type SnapshotBatch,
} from '@groma/geo';
import type { DecodedArray, SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { EditedLayer } from '../edited-layer.ts';
import type { ReadBytes } from '../snapshot-part.ts';
import type { WorkerTasks } from '../worker-tasks.ts';
import { batchWkb } from './batch-wkb.ts';
import { tableColumns } from './table-columns.ts';
import { encoded, schemaOf } from './write-geoparquet.ts';

/** Rows of one row group: what is held at once. */
const groupRows = 50_000;
/** Types of columns in which to look for few different values costs more than it gives. */
const plain: ReadonlySet<Column['type']> = new Set(['number', 'integer', 'int64']);

/**
 * Writes a layer with its edits as GeoParquet for SQL, a column at a time, not packed: it is read soon, and often, on this
 * computer. It blocks its thread.
 */
export async function writeTable(
  { layer, log, path }: WorkerTasks['writeTable']['input'],
  read: ReadBytes,
): Promise<WorkerTasks['writeTable']['output']> {
  const edited = new EditedLayer(layer, log, read);
  const table = new TableFile(edited, path);
  for await (const batch of edited.batches()) table.addBatch(batch);
  table.addFeatures([...edited.overlay.addedFeatures()]);
  return { rows: table.finish() };
}

class TableFile {
  readonly #layer: EditedLayer;
  readonly #writer: ParquetWriter;
  readonly #names: ReturnType<typeof tableColumns>;
  #fids: number[] = [];
  #values: PropertyValue[][] = [];
  #geometries: (Uint8Array | null)[] = [];
  #rows = 0;

  constructor(layer: EditedLayer, path: string) {
    this.#layer = layer;
    const { columns } = layer.overlay;
    this.#names = tableColumns(columns);
    const schema: SchemaElement[] = [
      { name: 'root', num_children: columns.length + 2 },
      { name: this.#names.fid, type: 'INT32', repetition_type: 'REQUIRED' },
      ...columns.map(({ type }, index) => schemaOf({ name: this.#names.attributes[index]!, type })),
      { name: this.#names.geometry, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
    ];
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema,
      codec: 'UNCOMPRESSED',
      // Rows lie by place, so that no group of them has a narrow range of anything to be left out for.
      statistics: false,
      createdBy: 'groma',
      kvMetadata: [
        {
          key: 'geo',
          value: JSON.stringify({
            version: '1.1.0',
            primary_column: this.#names.geometry,
            columns: { [this.#names.geometry]: { encoding: 'WKB', geometry_types: [] } },
          }),
        },
      ],
    });
    this.#clear();
  }

  addBatch(batch: SnapshotBatch): void {
    const { overlay, state } = this.#layer;
    const rows: number[] = [];
    for (let row = 0; row < batch.rows; row++) if (!overlay.hidden.has(batch.fids[row]!)) rows.push(row);
    for (const row of rows) this.#fids.push(batch.fids[row]!);
    overlay.columns.forEach((column, index) => {
      const base = column.base === null ? null : state.manifest.columns[column.base]!;
      const cell = base ? cellReader(batch, base, column.base!) : () => null;
      const values = this.#values[index]!;
      // What no edit has touched is as the snapshot has it.
      if (base?.type === column.type && column.values.size === 0) for (const row of rows) values.push(cell(row));
      else for (const row of rows) values.push(overlay.value(column, batch.fids[row]!, cell(row)));
    });
    const geometries = batch.geometry && batchWkb(batch.geometry, rows);
    rows.forEach((_row, index) => this.#geometries.push(geometries?.[index] ?? null));
    this.#writeFull();
  }

  addFeatures(features: readonly LayerFeature[]): void {
    const { columns } = this.#layer.overlay;
    for (const { fid, geometry, properties } of features) {
      this.#fids.push(fid);
      columns.forEach(({ name }, index) => this.#values[index]!.push(properties[name] ?? null));
      this.#geometries.push(geometry && formatWkb(closeRings(withoutMeasures(geometry))));
      this.#writeFull();
    }
  }

  /** How many rows there are. */
  finish(): number {
    if (this.#fids.length > 0 || this.#rows === 0) this.#writeGroup();
    void this.#writer.finish();
    return this.#rows;
  }

  #writeFull(): void {
    if (this.#fids.length >= groupRows) this.#writeGroup();
  }

  #writeGroup(): void {
    const { columns } = this.#layer.overlay;
    const { fid, attributes, geometry } = this.#names;
    void this.#writer.write({
      columnData: [
        { name: fid, data: this.#fids, encoding: 'PLAIN' },
        ...columns.map(({ type }, index) => ({
          name: attributes[index]!,
          data: encoded(this.#values[index]!, type) as DecodedArray,
          ...(plain.has(type) && { encoding: 'PLAIN' as const }),
        })),
        { name: geometry, data: this.#geometries, encoding: 'PLAIN' },
      ],
      rowGroupSize: groupRows * 4,
    });
    this.#rows += this.#fids.length;
    this.#clear();
  }

  #clear(): void {
    this.#fids = [];
    this.#values = this.#layer.overlay.columns.map(() => []);
    this.#geometries = [];
  }
}
