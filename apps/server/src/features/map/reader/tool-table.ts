import {
  cellReader,
  packFeatures,
  pickRows,
  snapshotTable,
  type GeometryKind,
  type LayerOverlay,
  type PropertyValue,
  type SnapshotBatch,
  type ToolBatch,
  type ToolTable,
} from '@groma/geo';
import { EditedLayer } from './edited-layer.ts';
import { JoinedFeatures } from './joined-features.ts';
import { SnapshotRows } from './snapshot-rows.ts';
import type { ReadBytes } from './snapshot-part.ts';
import type { LayerState, ToolLayer } from './worker-tasks.ts';

export type KindCounts = Record<GeometryKind, number>;

/** The features of a layer as a tool reads them, with what is joined behind its own columns. */
export async function openToolTable(
  { joins = [], ...taken }: ToolLayer,
  read: ReadBytes,
): Promise<{ table: ToolTable; counts: KindCounts; joined: JoinedFeatures | null }> {
  const own = await openOwnTable(taken, read);
  if (joins.length === 0) return { ...own, joined: null };
  const joined = await JoinedFeatures.read(own.table.columns, joins, read);
  return { ...own, table: joinedTable(own.table, joined), joined };
}

/** Values that come by joins are looked up for a whole batch, once one of them is asked for. */
function joinedTable(own: ToolTable, joined: JoinedFeatures): ToolTable {
  const { columns } = own;
  return {
    ...own,
    columns: [...columns, ...joined.columns],
    async *batches() {
      for await (const batch of own.batches()) {
        const ownValues = (name: string): PropertyValue[] => {
          const cell = batch.cell(columns.findIndex((column) => column.name === name));
          return Array.from({ length: batch.rows }, (_, row) => cell(row));
        };
        let values: PropertyValue[][] | null = null;
        yield {
          ...batch,
          cell: (index) => {
            if (index < columns.length) return batch.cell(index);
            return (row) => (values ??= joined.valuesBeside(ownValues))[index - columns.length]![row] ?? null;
          },
        };
      }
    },
  };
}

/** The features of a layer alone, in the packed form of its snapshot as far as edits leave it so. */
async function openOwnTable(
  { layer, log, fids }: ToolLayer,
  read: ReadBytes,
): Promise<{ table: ToolTable; counts: KindCounts }> {
  const { overlay } = new EditedLayer(layer, log, read);
  const rows = new SnapshotRows(layer.snapshotKey, layer.manifest, read);
  const wanted = fids && new Set(fids);
  const counts: KindCounts = { point: 0, line: 0, polygon: 0, none: 0 };
  if (!wanted && overlay.isEmpty) {
    for (const part of layer.manifest.parts) counts[part.kind] += part.rows;
    return { table: snapshotTable(layer.manifest.columns, layer.manifest.featureCount, () => rows.batches()), counts };
  }
  const isTaken = (fid: number): boolean => !overlay.hidden.has(fid) && (!wanted || wanted.has(fid));
  for await (const batch of rows.batches()) for (const fid of batch.fids) if (isTaken(fid)) counts[batch.kind]++;
  const columns = overlay.columns.map(({ name, type }) => ({ name, type }));
  const taken = [...overlay.addedFeatures()].filter(({ fid }) => !wanted || wanted.has(fid));
  const added = packFeatures(columns, () => taken);
  for await (const batch of added.batches()) counts[batch.kind] += batch.rows;
  const table: ToolTable = {
    columns,
    rows: counts.point + counts.line + counts.polygon + counts.none,
    async *batches() {
      for await (const batch of rows.batches()) {
        const picked = pick(batch, overlay, layer, isTaken);
        if (picked.rows > 0) yield picked;
      }
      yield* added.batches();
    },
  };
  return { table, counts };
}

/** The rows of a batch that are taken, with the values that edits have given them. */
function pick(
  batch: SnapshotBatch,
  overlay: LayerOverlay,
  { manifest }: LayerState,
  isTaken: (fid: number) => boolean,
): ToolBatch {
  const rows: number[] = [];
  batch.fids.forEach((fid, row) => {
    if (isTaken(fid)) rows.push(row);
  });
  const isWhole = rows.length === batch.rows;
  return {
    kind: batch.kind,
    rows: rows.length,
    fids: isWhole ? batch.fids : Int32Array.from(rows, (row) => batch.fids[row]!),
    geometry: isWhole || !batch.geometry ? batch.geometry : pickRows(batch.geometry, rows),
    cell: (index) => {
      const column = overlay.columns[index]!;
      const below = column.base === null ? () => null : cellReader(batch, manifest.columns[column.base]!, column.base);
      return (row) => overlay.value(column, batch.fids[rows[row]!]!, below(rows[row]!));
    },
  };
}
