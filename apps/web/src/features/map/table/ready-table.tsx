import { GromaError, type LayerFilter } from '@groma/model';
import {
  Button,
  DataGrid,
  DownloadIcon,
  EmptyState,
  FilterIcon,
  IconButton,
  LockIcon,
  MathFunctionIcon,
  Menu,
  Note,
  PencilIcon,
  Segmented,
  toast,
  Tooltip,
  TrashIcon,
  useInterface,
  useNumberFormat,
  ZoomInAreaIcon,
  type DataGridHandle,
  type GridCellEdit,
  type GridPaste,
  type GridQuery,
  type MenuEntry,
} from '@groma/ui';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { ButtonOfCommand, CommandButton } from '../../../registry/command-button.tsx';
import { act, line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { BrokenJoins } from '../join/broken-joins.tsx';
import { changeJoin, fetchJoinDialog, removeJoin } from '../join/join-commands.ts';
import type { SomeRows } from '../layer/layer-rows.ts';
import { useUnits } from '../look/units.ts';
import { showOnMap } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import type { LoadedLayer } from '../session/map-state.ts';
import { useOutageText } from '../session/use-outage-text.ts';
import { useMapState } from '../session/use-map-state.ts';
import { useAnswer } from '../session/use-answer.ts';
import { ColumnList } from './column-list.tsx';
import { ColumnSummaryBox } from './column-summary-box.tsx';
import { orderedColumns, useColumnChoice } from './shown-columns.ts';
import { gridColumns, rowId } from '../look/grid-columns.ts';
import { CellTypeError, typedValue } from './table-columns.ts';
import { clearFilter, filterLayer } from '../filter/filter-commands.ts';
import { withTableFilter } from '../filter/table-filter.ts';
import {
  addColumn,
  calculateColumn,
  deleteColumn,
  deleteColumns,
  deleteSelectedRows,
  downloadRows,
  downloadSelectedRows,
  fetchTableDialogs,
} from './table-commands.ts';
import { useTableSelection } from './table-selection.ts';
import { Totals } from './totals.tsx';

interface ReadyTableProps {
  session: MapSession;
  layerId: string;
  name: string;
  layer: LoadedLayer;
  viewSwitch?: ReactNode;
}

const noFilter: LayerFilter = [];
const noQuery: GridQuery = { sort: [], filter: [] };

/** The table of a layer that is read. */
export function ReadyTable({ session, layerId, name, layer, viewSwitch }: ReadyTableProps) {
  const t = useText();
  useEffect(fetchTableDialogs, []);
  useEffect(fetchJoinDialog, []);
  const originOf = useJoinOrigin(session, layerId);
  const { locale } = useInterface();
  const readOnlyReason = useReadOnlyReason(session, layerId);
  const outageText = useOutageText(session);
  const mayEdit = readOnlyReason === null;
  const [withFilters, setWithFilters] = useState(false);
  const [summarized, setSummarized] = useState<string | null>(null);
  const [asked, setAsked] = useState(noQuery);
  const grid = useRef<DataGridHandle>(null);
  const query = useRef(noQuery);
  const selection = useTableSelection(session, layerId, grid, query);
  const { choice, change } = useColumnChoice(layerId);
  const { answer: ungrouped } = useAnswer(`${layerId} ${layer.columns.length} ${layer.version}`, () =>
    session.ask(layerId, 'ungrouped', {}),
  );
  const columnsKey = JSON.stringify([layer.columns, choice, ungrouped]);
  const shown = useMemo(() => {
    const hidden = new Set(choice.hidden);
    return orderedColumns(layer.columns, choice).filter((column) => !hidden.has(column.name));
    // Kept the same while the columns are, or the grid would be built anew at each edit.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [columnsKey]);
  const columns = useMemo(
    () => gridColumns(shown, mayEdit, ungrouped ?? [], originOf),
    [shown, mayEdit, ungrouped, originOf],
  );
  const names = useMemo(() => shown.map((column) => column.name), [shown]);
  const count = selection.fids.size;
  const valueOf = (value: unknown, column: string) => {
    const type = layer.columns.find((each) => each.name === column)?.type;
    try {
      return typedValue(value, type, locale);
    } catch (error) {
      throw error instanceof CellTypeError
        ? new Error(t('table.wrongType', { value: error.text, type: t(`expression.columnType.${error.type}`) }))
        : error;
    }
  };
  const editCell = async ({ rowId: fid, columnId, value }: GridCellEdit) => {
    const edit = { fid: Number(fid), column: columnId, value: valueOf(value, columnId) as never };
    try {
      // A cell is opened only while the table can be edited: what was typed by the end of that is kept.
      await session.edits.edit(layerId, { type: 'Edit_Property', edits: [edit] }, { isBegun: true });
    } catch (error) {
      const isGone = error instanceof GromaError && error.code === 'FEATURE_NOT_FOUND';
      throw isGone ? new Error(t('table.rowGone')) : error;
    }
  };
  const paste = async (cells: readonly GridPaste[]) => {
    if (cells.length === 0) return void toast.info(t('table.nothingPasted'));
    await session.edits.edit(layerId, {
      type: 'Edit_Property',
      edits: cells.map(({ rowId: fid, columnId, text }) => ({
        fid: Number(fid),
        column: columnId,
        value: valueOf(text, columnId) as never,
      })),
    });
    toast.info(t('table.pasted', { count: cells.length }));
  };
  const its = { mapId: session.mapId, layerId };
  const joinOf = (column: string) => layer.columns.find(({ name: each }) => each === column)?.join;
  const changes = (column: string): Parameters<typeof menuOf>[0][number][] => {
    const join = joinOf(column);
    return join === undefined
      ? [menuEntry(calculateColumn, { ...its, column }), line('line'), menuEntry(deleteColumn, { ...its, column })]
      : [menuEntry(changeJoin, { ...its, join }), line('line'), menuEntry(removeJoin, { ...its, join })];
  };
  const columnMenu = (column: string): MenuEntry[] =>
    menuOf([
      {
        key: 'statistics',
        label: t('table.statistics'),
        icon: <MathFunctionIcon />,
        onSelect: () => setSummarized(column),
      },
      {
        key: 'hide',
        label: t('table.hideColumn'),
        onSelect: () => change({ ...choice, hidden: [...choice.hidden, column] }),
      },
      ...(mayEdit ? changes(column) : []),
    ]);
  const summarizedRows = (): SomeRows =>
    count > 0
      ? { fids: Int32Array.from(selection.fids) }
      : asked.filter.length > 0
        ? { query: { sort: [], filter: asked.filter } }
        : null;
  const about =
    count > 0
      ? t('table.ofSelected', { count })
      : asked.filter.length > 0
        ? t('table.ofFiltered')
        : t('table.ofAll', { count: layer.shown });
  return (
    <div className="attribute-table">
      <TableTools
        {...{ session, layerId, selection, readOnlyReason, withFilters, viewSwitch }}
        query={asked}
        names={names}
        onFilters={() => setWithFilters(!withFilters)}
        onStatistics={() => setSummarized(summarized === null ? (names[0] ?? null) : null)}
        isSummarized={summarized !== null}
        columnList={<ColumnList columns={layer.columns} choice={choice} onChange={change} />}
      />
      {outageText !== null && (
        <div role="status">
          <Note kind="warning">{outageText}</Note>
        </div>
      )}
      <BrokenJoins session={session} layerId={layerId} />
      <div className="attribute-table-body">
        <DataGrid
          ref={grid}
          key={layerId}
          label={t('map.tableOf', { name })}
          columns={columns}
          rowCount={layer.shown}
          rowId={rowId}
          withFilters={withFilters}
          refreshKey={layer.version}
          getRows={(window) => session.ask(layerId, 'window', { ...window, columns: names })}
          selectedIds={selection.ids}
          onSelectionChange={selection.change}
          onSelectAll={selection.all}
          onSelectRows={selection.rows}
          onQueryChange={(next) => {
            query.current = next;
            setAsked(next);
          }}
          columnMenu={columnMenu}
          onCellEdit={mayEdit ? editCell : undefined}
          onPaste={mayEdit ? paste : undefined}
          onRowActivate={(fid) => {
            void zoomToSelected(session, layerId, new Set([Number(fid)]));
          }}
          empty={layer.count === 0 ? <NoFeatures session={session} layerId={layerId} /> : undefined}
          foot={<Totals session={session} layerId={layerId} fids={selection.fids} version={layer.version} />}
        />
        {summarized !== null && layer.columns.some((column) => column.name === summarized) && (
          <ColumnSummaryBox
            session={session}
            layerId={layerId}
            column={summarized}
            version={layer.version}
            rowsOf={summarizedRows}
            about={about}
            someKey={JSON.stringify([asked.filter, count === 0 ? 0 : keyOf(selection.fids)])}
            onClose={() => setSummarized(null)}
          />
        )}
      </div>
    </div>
  );
}

/** From which layer each join brings its columns. */
function useJoinOrigin(session: MapSession, layerId: string): (join: number) => string {
  const t = useText();
  const names = useMapState(session, ({ styles, hierarchy }) =>
    JSON.stringify((styles[layerId]?.joins ?? []).map((join) => hierarchy[join.layerId]?.text ?? '')),
  );
  return useMemo(() => {
    const read = JSON.parse(names) as string[];
    return (join) => t('layer.join.from', { name: read[join] ?? '' });
  }, [names, t]);
}

const keys = new WeakMap<object, number>();
let lastKey = 0;

function keyOf(selection: ReadonlySet<number>): number {
  const known = keys.get(selection) ?? (lastKey += 1);
  keys.set(selection, known);
  return known;
}

/** Features that somebody works on are not in their layer meanwhile (MAP-059). */
function NoFeatures({ session, layerId }: { session: MapSession; layerId: string }) {
  const t = useText();
  const editor = useMapState(session, (state) => state.editors[layerId]);
  const mayUpdate = useCan('update', 'map');
  const isMine = useStore(session.drawing.store, ({ editing }) => editing?.sourceId === layerId);
  if (isMine)
    return (
      <EmptyState icon={<PencilIcon size={18} />} title={t('table.featuresEdited')}>
        {t('table.featuresEditedText')}
      </EmptyState>
    );
  if (editor && editor.userId !== session.myId)
    return (
      <EmptyState
        icon={<LockIcon size={18} />}
        title={t('map.editedBy', { name: editor.username })}
        action={mayUpdate && <Button onClick={() => session.askFor(layerId)}>{t('map.lock.ask')}</Button>}
      >
        {t('table.editedByText')}
      </EmptyState>
    );
  return <EmptyState title={t('table.noFeatures')} />;
}

/** Why the table is only to be read; null where it may be edited (VEC-052). */
function useReadOnlyReason(session: MapSession, layerId: string): string | null {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const editor = useMapState(session, (state) => state.editors[layerId]);
  const outageText = useOutageText(session);
  if (!mayUpdate) return t('table.mayNot');
  if (outageText !== null) return outageText;
  return editor && editor.userId !== session.myId ? t('map.editedBy', { name: editor.username }) : null;
}

interface TableToolsProps extends Pick<ReadyTableProps, 'session' | 'layerId' | 'viewSwitch'> {
  selection: ReturnType<typeof useTableSelection>;
  readOnlyReason: string | null;
  withFilters: boolean;
  isSummarized: boolean;
  query: GridQuery;
  names: readonly string[];
  columnList: ReactNode;
  onFilters: () => void;
  onStatistics: () => void;
}

function TableTools({
  session,
  layerId,
  selection,
  readOnlyReason,
  withFilters,
  isSummarized,
  viewSwitch,
  query,
  names,
  columnList,
  onFilters,
  onStatistics,
}: TableToolsProps) {
  const t = useText();
  const number = useNumberFormat();
  const { system } = useUnits();
  const { fids } = selection;
  const mayEdit = readOnlyReason === null;
  const its = { mapId: session.mapId, layerId };
  const mapName = useMapState(session, (state) => state.name);
  const layerName = useMapState(session, (state) => state.hierarchy[layerId]?.text ?? '');
  const isNarrowed = query.filter.length > 0 || query.sort.length > 0;
  const csv = { ...its, columns: [...names], query: isNarrowed ? query : null };
  const filter = useMapState(session, (state) => state.styles[layerId]?.filter ?? noFilter);
  const wanted = query.filter.length > 0 ? withTableFilter(filter, query.filter) : null;
  return (
    <div className="attribute-table-bar" role="toolbar" aria-label={t('map.tableTools')}>
      {viewSwitch}
      {mayEdit ? (
        <>
          <CommandButton command={addColumn} argument={its} />
          <CommandButton command={deleteColumns} argument={its} />
        </>
      ) : (
        <Tooltip label={readOnlyReason}>
          <span className="attribute-table-locked" tabIndex={0}>
            <LockIcon size={14} />
            {t('table.viewOnly')}
          </span>
        </Tooltip>
      )}
      <ButtonOfCommand id="map.select-by-expression" argument={its} />
      <Button
        size="s"
        variant="quiet"
        icon={<ZoomInAreaIcon />}
        disabled={fids.size === 0}
        onClick={() => {
          void zoomToSelected(session, layerId, fids);
        }}
      >
        {t('map.zoomToSelected')}
      </Button>
      {mayEdit && (
        <Button
          size="s"
          variant="quiet"
          icon={<TrashIcon />}
          disabled={fids.size === 0}
          onClick={() => act(deleteSelectedRows, its)}
        >
          {fids.size === 0 ? t('map.delete') : t('map.deleteCount', { number: number.format(fids.size) })}
        </Button>
      )}
      <span className="attribute-table-space" />
      <ButtonOfCommand id="database.query-layer" argument={{ map: mapName, layer: layerName }} />
      <IconButton
        label={t('table.statistics')}
        icon={<MathFunctionIcon />}
        active={isSummarized}
        onClick={onStatistics}
      />
      {columnList}
      {wanted && mayEdit && (
        <Button
          size="s"
          variant="quiet"
          icon={<FilterIcon />}
          onClick={() => act(filterLayer, { ...its, filter: wanted })}
        >
          {t('table.filterMap')}
        </Button>
      )}
      <CommandButton command={clearFilter} argument={its} />
      <IconButton label={t('map.filterRows')} icon={<FilterIcon />} active={withFilters} onClick={onFilters} />
      <Menu
        target={<IconButton label={t('table.download')} icon={<DownloadIcon />} />}
        items={menuOf([menuEntry(downloadRows, csv), menuEntry(downloadSelectedRows, csv)])}
      />
      <Segmented
        label={t('map.units')}
        size="s"
        value={system}
        onChange={(value) => useUnits.setState({ system: value })}
        options={[
          { value: 'metric', label: t('map.metric') },
          { value: 'imperial', label: t('map.imperial') },
        ]}
      />
    </div>
  );
}

async function zoomToSelected(session: MapSession, layerId: string, fids: ReadonlySet<number>): Promise<void> {
  const box = await session.boundsOf({ [layerId]: fids });
  if (box) showOnMap(session.mapId, session.state.name, box);
}
