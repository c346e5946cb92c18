import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
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
import { joinsKey } from '@groma/model';
import type { SchemaElement } from 'hyparquet';
import { EditedLayer } from '../edited-layer.ts';
import { JoinedFeatures } from '../joined-features.ts';
import type { ReadBytes } from '../snapshot-part.ts';
import type { LayerJoinState, WorkerTasks } from '../worker-tasks.ts';
import { batchWkb } from './batch-wkb.ts';
import { ParquetFile, type ParquetChunk } from './parquet-file.ts';
import {
  arrowPage,
  bytesPage,
  dictionaryOf,
  emptyPage,
  idsPage,
  valuesPage,
  wkbPage,
  type ParquetPage,
} from './parquet-pages.ts';
import { segmentKeys, segmentsOf, tablePrefix } from './table-segments.ts';
import { tableColumns, type TableColumns } from './table-columns.ts';
import { schemaOf } from './write-geoparquet.ts';

/** Added features of one page. */
const pageRows = 16_384;
/** Added features of one file. */
const addedRows = 65_536;

type OverlayColumn = EditedLayer['overlay']['columns'][number];

/**
 * Writes a layer with its edits as GeoParquet for SQL, not packed: it is read soon, and often, on this computer. It is
 * a list of files, each of some rows; those that are there already are not written again, so that an edit costs as much
 * as the rows around its features. What no edit has touched is copied as it lies in the snapshot. What is joined stands
 * in each of the files, which are all written again when one of the joined layers changes. It blocks its thread.
 */
export async function writeTable(
  { layer, log, joins, folder }: WorkerTasks['writeTable']['input'],
  read: ReadBytes,
): Promise<WorkerTasks['writeTable']['output']> {
  const edited = new EditedLayer(layer, log, read);
  const segments = segmentsOf(layer, read);
  const prefix = tablePrefix(folder, layer);
  mkdirSync(folder, { recursive: true });
  const keys = await segmentKeys(edited, segments, `${prefix}.ids`);
  const beside = joinsKeyOf(joins);
  let joined: JoinedFeatures | null = null;
  const newFile = async (): Promise<TableFile> =>
    new TableFile(edited, (joined ??= await JoinedFeatures.read(edited.overlay.columns, joins, read)));
  const files: string[] = [];
  for (const [index, { reader, from, to }] of segments.entries()) {
    const path = `${prefix}-${index}-${keys[index]}${beside}.parquet`;
    files.push(basename(path));
    if (existsSync(path)) continue;
    const table = await newFile();
    for await (const batch of reader.someBatches(from, to)) table.addBatch(batch);
    table.write(path);
  }
  const added = [...edited.overlay.addedFeatures()];
  // Without any rows there is one file all the same, for the columns.
  for (let at = 0; at < added.length || files.length === 0; at += addedRows) {
    const path = `${prefix}-added-${log.at(-1)?.seq ?? layer.snapshotSeq}-${at}${beside}.parquet`;
    files.push(basename(path));
    if (existsSync(path)) continue;
    const table = await newFile();
    for (let from = at; from < Math.min(added.length, at + addedRows); from += pageRows)
      table.addFeatures(added.slice(from, Math.min(from + pageRows, at + addedRows)));
    table.write(path);
  }
  return { files };
}

/** What files with joined columns are known by besides their own rows. */
function joinsKeyOf(joins: readonly LayerJoinState[]): string {
  if (joins.length === 0) return '';
  const states = joins.map(({ layer, log }) => [layer.snapshotKey, log.at(-1)?.seq ?? layer.snapshotSeq]);
  const text = JSON.stringify([joinsKey(joins.map(({ join }) => join)), states]);
  return `-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/** Some rows of a layer, until they are written as one group. */
class TableFile {
  readonly #layer: EditedLayer;
  readonly #joined: JoinedFeatures;
  /** Its own, and those that are joined. */
  readonly #all: readonly Column[];
  readonly #names: TableColumns;
  readonly #ids: ParquetChunk = { dictionary: null, pages: [] };
  readonly #columns: ParquetChunk[];
  readonly #geometries: ParquetChunk = { dictionary: null, pages: [] };
  #rows = 0;

  constructor(layer: EditedLayer, joined: JoinedFeatures) {
    this.#layer = layer;
    this.#joined = joined;
    this.#all = [...layer.overlay.columns, ...joined.columns];
    this.#names = tableColumns(this.#all);
    this.#columns = this.#all.map(() => ({ dictionary: null, pages: [] }));
  }

  addBatch(batch: SnapshotBatch): void {
    const { overlay } = this.#layer;
    let rows: number[] | null = null;
    if (overlay.hidden.size > 0 && batch.fids.some((fid) => overlay.hidden.has(fid))) {
      rows = [];
      for (let row = 0; row < batch.rows; row++) if (!overlay.hidden.has(batch.fids[row]!)) rows.push(row);
      if (rows.length === 0) return;
    }
    const count = rows?.length ?? batch.rows;
    const fids = rows ? Int32Array.from(rows, (row) => batch.fids[row]!) : batch.fids;
    this.#ids.pages.push(idsPage(fids));
    overlay.columns.forEach((column, index) => {
      const chunk = this.#columns[index]!;
      const page = this.#untouched(batch, column, rows, chunk);
      chunk.pages.push(page ?? valuesPage(this.#valuesOf(batch, column, rows), column.type));
    });
    const beside = this.#joined.valuesBeside((name) => {
      const column = overlay.columns.find((each) => each.name === name)!;
      return this.#valuesOf(batch, column, rows);
    });
    beside.forEach((values, index) => {
      const place = overlay.columns.length + index;
      this.#columns[place]!.pages.push(valuesPage(values, this.#all[place]!.type));
    });
    this.#geometries.pages.push(batch.geometry ? wkbPage(batchWkb(batch.geometry, rows), count) : emptyPage(count));
    this.#rows += count;
  }

  addFeatures(features: readonly LayerFeature[]): void {
    this.#ids.pages.push(idsPage(Int32Array.from(features, ({ fid }) => fid)));
    const complete = features.map((feature) => this.#joined.complete(feature));
    this.#all.forEach(({ name, type }, index) => {
      this.#columns[index]!.pages.push(
        valuesPage(
          complete.map(({ properties }) => properties[name] ?? null),
          type,
        ),
      );
    });
    this.#geometries.pages.push(
      bytesPage(features.map(({ geometry }) => geometry && formatWkb(closeRings(withoutMeasures(geometry))))),
    );
    this.#rows += features.length;
  }

  /** The file appears whole or not at all. */
  write(path: string): void {
    const unfinished = `${path}.${crypto.randomUUID()}`;
    const file = new ParquetFile(unfinished, this.#schema());
    try {
      if (this.#rows > 0) file.writeGroup(this.#rows, [this.#ids, ...this.#columns, this.#geometries]);
      const { geometry } = this.#names;
      const columns = { [geometry]: { encoding: 'WKB', geometry_types: [] } };
      file.finish({ geo: JSON.stringify({ version: '1.1.0', primary_column: geometry, columns }) });
      file.close();
      renameSync(unfinished, path);
    } catch (error) {
      file.close();
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  #schema(): SchemaElement[] {
    const { fid, attributes, geometry } = this.#names;
    return [
      { name: fid, type: 'INT32', repetition_type: 'REQUIRED' },
      ...this.#all.map(({ type }, index) => schemaOf({ name: attributes[index]!, type })),
      { name: geometry, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
    ];
  }

  /**
   * A column whose values are those of the snapshot; null where they are not, or are not to be had as they lie there.
   */
  #untouched(
    batch: SnapshotBatch,
    { base, type, values, fill }: OverlayColumn,
    rows: number[] | null,
    chunk: ParquetChunk,
  ): ParquetPage | null {
    if (values.size > 0 && batch.fids.some((fid) => values.has(fid))) return null;
    if (base === null) return fill === null ? emptyPage(rows?.length ?? batch.rows) : null;
    if (rows !== null || this.#layer.state.manifest.columns[base]!.type !== type) return null;
    const vector = batch.column(base);
    chunk.dictionary ??= dictionaryOf(vector, type);
    return arrowPage(vector, type, chunk.dictionary !== null);
  }

  #valuesOf(batch: SnapshotBatch, column: OverlayColumn, rows: number[] | null): PropertyValue[] {
    const { overlay, state } = this.#layer;
    const base = column.base === null ? null : state.manifest.columns[column.base]!;
    const cell = base ? cellReader(batch, base, column.base!) : (): PropertyValue => null;
    // What no edit has touched is as the snapshot has it.
    const isAsThere = base?.type === column.type && column.values.size === 0;
    const value = (row: number): PropertyValue =>
      isAsThere ? cell(row) : overlay.value(column, batch.fids[row]!, cell(row));
    return rows ? rows.map(value) : Array.from(batch.fids, (_fid, row) => value(row));
  }
}
