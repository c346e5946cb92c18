import { Field, Int32, makeData, RecordBatch, Schema, Struct, Table, tableToIPC } from 'apache-arrow';
import {
  buildSnapshot,
  coerceValue,
  LayerOverlay,
  type ColumnType,
  type FeatureInput,
  type VectorUpdate,
} from '@groma/geo';
import type { layerArrow } from '@groma/protocol';
import type { LayerChanges, LayerState, LogRow } from './worker-tasks.ts';

/** Types of columns to which an edit may widen another without its stored values becoming other ones. */
const widened: Partial<Record<ColumnType, readonly ColumnType[]>> = {
  integer: ['number', 'int64'],
  date: ['text'],
  time: ['text'],
  datetime: ['datetimetz', 'text'],
  datetimetz: ['text'],
};

/**
 * What edits do to a layer, as Arrow IPC streams that are read beside its snapshot: first the ids of the rows that are
 * gone, with the description of what follows in the metadata of the schema. `streams` stand behind those of the
 * snapshot. Null where a column has become of another type, so that all of its stored values have to be written anew.
 */
export function layerChanges({ manifest }: LayerState, log: readonly LogRow[]): LayerChanges | null {
  const overlay = new LayerOverlay(manifest).apply(log.map(({ operation }) => JSON.parse(operation) as VectorUpdate));
  const isKept = overlay.columns.every(({ base, type }) => {
    const before = base === null ? type : manifest.columns[base]!.type;
    return before === type || widened[before]?.includes(type);
  });
  if (!isKept) return null;
  const streams: Uint8Array[] = [];
  const roles: layerArrow.LayerHead['streams'] = manifest.parts.map(() => ({ role: 'stored' }));
  const add = (role: layerArrow.LayerHead['streams'][number], files: Iterable<Uint8Array>): void => {
    for (const file of files) {
      streams.push(file);
      roles.push(role);
    }
  };
  add({ role: 'added' }, filesOf(overlay.columns, overlay.addedFeatures()));
  overlay.columns.forEach((column, place) => {
    const { name, type, base, fill, values } = column;
    // A row for each feature whose value an edit has set, and with the id 1, by itself, what all begin with.
    if (base === null)
      add({ role: 'fill', column: place }, filesOf([column], [rowOf(1, name, coerceValue(fill, type))]));
    if (values.size > 0)
      add(
        { role: 'values', column: place },
        filesOf(
          [column],
          [...values].map(([fid, value]) => rowOf(fid, name, coerceValue(value, type))),
        ),
      );
  });
  const columns = overlay.columns.map(({ name, type, base }) => ({ name, type, base }));
  return { head: layerHead(columns, roles, overlay.hidden), streams: Buffer.concat(streams) };
}

/** The first stream of a layer whose edits are told beside its snapshot. */
export function layerHead(
  columns: layerArrow.LayerHead['columns'],
  streams: layerArrow.LayerHead['streams'],
  gone: Iterable<number> = [],
): Uint8Array {
  const told: layerArrow.LayerHead = { columns, streams };
  const ids = Int32Array.from(gone);
  const column = makeData({ type: new Int32(), length: ids.length, nullCount: 0, data: ids });
  const schema = new Schema(
    [new Field('groma_fid', new Int32(), false)],
    new Map([['groma:layer', JSON.stringify(told)]]),
  );
  const rows = makeData({ type: new Struct(schema.fields), length: ids.length, nullCount: 0, children: [column] });
  return tableToIPC(new Table(new RecordBatch(schema, rows)), 'stream');
}

function rowOf(fid: number, name: string, value: unknown): FeatureInput {
  return { fid, geometry: null, properties: { [name]: value } };
}

function filesOf(columns: Parameters<typeof buildSnapshot>[1], features: Iterable<FeatureInput>): Iterable<Uint8Array> {
  return buildSnapshot(features, columns).files.values();
}
