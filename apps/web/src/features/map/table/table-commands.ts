import { ColumnInsertRightIcon, ColumnRemoveIcon, TableIcon, toast, TrashIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { fetchSoon } from '../../../platform/when-idle.ts';
import { ownColumns } from '../layer/layer-joins.ts';
import { defineLayerCommand, lockedReason } from '../session/map-command.ts';
import type { MapSession } from '../session/map-session.ts';
import { nothingSelected } from '../session/map-state.ts';

const layerArgument = async () => (await import('../maps/map-arguments.ts')).layerArgument;
const columnArgument = async () => (await import('../maps/map-arguments.ts')).columnArgument;
const csvArgument = async () => (await import('./csv-argument.ts')).csvArgument;

const columnDialog = () => import('./column-dialog.tsx');
const deleteDialog = () => import('./delete-columns-dialog.tsx');
/** Fetches what the commands open before they are run. */
export const fetchTableDialogs = () => fetchSoon(columnDialog, deleteDialog);

const columnsOf = ({ state }: MapSession, layerId: string) => ownColumns(state.loaded[layerId]?.columns ?? []);
const selectedOf = ({ state }: MapSession, layerId: string) => state.selection[layerId] ?? nothingSelected;
const mayEdit = (session: MapSession, { id }: { id: string }): boolean | string =>
  can('update', 'map') && session.state.loaded[id] !== undefined && (lockedReason(session, id) ?? true);
const askedOf = (session: MapSession, layerId: string) => ({
  session,
  layerId,
  columns: columnsOf(session, layerId),
  fids: selectedOf(session, layerId),
});

export const addColumn = defineLayerCommand({
  id: 'map.add-column',
  title: 'table.addColumn',
  icon: ColumnInsertRightIcon,
  argument: layerArgument,
  isEnabled: mayEdit,
  run: async (session, { layerId }) => (await columnDialog()).askNewColumn(askedOf(session, layerId)),
});

export const calculateColumn = defineLayerCommand({
  id: 'map.calculate-column',
  title: 'table.calculateColumn',
  argument: columnArgument,
  isEnabled: mayEdit,
  run: async (session, { layerId, column }) => (await columnDialog()).askCalculate(askedOf(session, layerId), column),
});

export const deleteColumns = defineLayerCommand({
  id: 'map.delete-columns',
  title: 'table.deleteColumns',
  icon: ColumnRemoveIcon,
  argument: layerArgument,
  isEnabled: (session, entry) => {
    const answer = mayEdit(session, entry);
    return answer === true && columnsOf(session, entry.id).length === 0 ? t('table.noColumns') : answer;
  },
  run: async (session, { layerId }) =>
    (await deleteDialog()).askDeleteColumns(session, layerId, columnsOf(session, layerId)),
});

export const deleteColumn = defineLayerCommand({
  id: 'map.delete-column',
  title: 'table.deleteColumn',
  icon: TrashIcon,
  danger: true,
  argument: columnArgument,
  isEnabled: mayEdit,
  run: async (session, { layerId, column }) =>
    (await deleteDialog()).askDeleteColumns(session, layerId, columnsOf(session, layerId), [column]),
});

export const deleteSelectedRows = defineLayerCommand({
  id: 'map.delete-selected-rows',
  title: 'map.deleteSelected',
  icon: TrashIcon,
  danger: true,
  argument: layerArgument,
  isEnabled: (session, entry) => {
    const answer = mayEdit(session, entry);
    return answer === true && selectedOf(session, entry.id).size === 0 ? t('table.nothingSelected') : answer;
  },
  run: async (session, { layerId }) => {
    const count = await session.edits.deleteFeatures(layerId, [...selectedOf(session, layerId)]);
    if (count > 0) toast.info(t('map.deletedFeatures', { count }));
  },
});

/** All rows, or those that a filter leaves in the order of a sort. */
export const downloadRows = defineLayerCommand({
  id: 'map.download-rows',
  title: 'table.csvAll',
  icon: TableIcon,
  argument: csvArgument,
  run: async (session, { layerId, columns, query }) => saveCsv(session, layerId, columns, query && { query }),
});

export const downloadSelectedRows = defineLayerCommand({
  id: 'map.download-selected-rows',
  title: 'table.csvSelected',
  argument: csvArgument,
  isEnabled: (session, { id }) => selectedOf(session, id).size > 0 || t('table.nothingSelected'),
  run: async (session, { layerId, columns }) =>
    saveCsv(session, layerId, columns, { fids: Int32Array.from(selectedOf(session, layerId)) }),
});

async function saveCsv(
  session: MapSession,
  layerId: string,
  columns: readonly string[],
  some: Parameters<typeof session.ask<'csv'>>[2]['some'],
): Promise<void> {
  const blob = await session.ask(layerId, 'csv', { columns, some });
  const url = URL.createObjectURL(blob);
  const name = session.state.hierarchy[layerId]?.text ?? '';
  Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What is done with the rows and columns of a layer. */
export const tableCommands = [
  addColumn,
  calculateColumn,
  deleteColumns,
  deleteColumn,
  deleteSelectedRows,
  downloadRows,
  downloadSelectedRows,
];
