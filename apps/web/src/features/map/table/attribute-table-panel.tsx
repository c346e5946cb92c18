import { limit } from '@groma/model';
import { Button, DataGrid, ErrorState, FilterIcon, IconButton, Segmented, SkeletonRows, toast, TrashIcon, useNumberFormat, ZoomInAreaIcon, type DataGridHandle, type GridQuery } from '@groma/ui';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useCan } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { PanelProps } from '../../../registry/panel.ts';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { useTableView } from '../chart/use-table-view.tsx';
import { readTablePanelId, showOnMap } from '../map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { nothingSelected, type LoadedLayer } from '../session/map-state.ts';
import { useMapSession, useMapState } from '../session/use-map-session.ts';
import { useUnits } from '../measure/units.ts';
import { areaText, lengthText, type UnitSystem } from './measure-text.ts';
import { gridColumns, rowId, typedValue } from './table-columns.ts';
import './attribute-table.css';

/** The attribute table of a layer (VEC-012). Its id says which (SHL-024). */
export function Panel({ id, api }: PanelProps) {
  const t = useText();
  const { mapId, layerId } = readTablePanelId(id);
  if (mapId === '' || layerId === '') return <ErrorState title={t('map.noSuchLayer', { layer: layerId || '…', map: mapId || '…' })} />;
  return <LayerTable mapId={mapId} layerId={layerId} setTitle={api.setTitle} />;
}

function LayerTable({ mapId, layerId, setTitle }: { mapId: string; layerId: string; setTitle: (title: string) => void }) {
  const t = useText();
  const session = useMapSession(mapId);
  const { view, viewSwitch } = useTableView();
  const status = useMapState(session, (state) => state.status);
  const name = useMapState(session, (state) => state.hierarchy[layerId]?.text);
  const isThere = useMapState(session, (state) => state.data[layerId] !== undefined);
  const loaded = useMapState(session, (state) => state.loaded[layerId]);
  useEffect(() => { if (name !== undefined) setTitle(name); }, [name, setTitle]);
  useEffect(() => { if (isThere) session.loadLayer(layerId); }, [session, layerId, isThere]);
  if (status === 'loading') return <SkeletonRows rows={6} withIcon={false} />;
  if (!isThere || status === 'gone') return <ErrorState title={t('map.noSuchLayer', { layer: layerId, map: mapId })} />;
  if (loaded?.load.status === 'failed') return <ErrorState title={t('map.layerFailed')} onRetry={() => { void session.retryLayer(layerId); }}>{loaded.load.failure}</ErrorState>;
  if (loaded?.load.status !== 'ready') return <SkeletonRows rows={6} withIcon={false} />;
  if (view === 'chart') return <ChartPanel session={session} layerId={layerId} layer={loaded} viewSwitch={viewSwitch} />;
  return <ReadyTable session={session} layerId={layerId} name={name ?? ''} layer={loaded} viewSwitch={viewSwitch} />;
}

function ReadyTable({ session, layerId, name, layer, viewSwitch }: { session: MapSession; layerId: string; name: string; layer: LoadedLayer; viewSwitch: ReactNode }) {
  const t = useText();
  const mayEdit = useCan('update', 'map');
  const [withFilters, setWithFilters] = useState(false);
  const grid = useRef<DataGridHandle>(null);
  const query = useRef<GridQuery>({ sort: [], filter: [] });
  const { system } = useUnits();
  const selection = useTableSelection(session, layerId, grid, query);
  const columnsKey = JSON.stringify(layer.columns);
  // Kept the same while the columns are, or the grid would be built anew at each edit.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const columns = useMemo(() => gridColumns(layer.columns, mayEdit), [columnsKey, mayEdit]);
  const count = selection.fids.size;
  const number = useNumberFormat();
  return (
    <div className="attribute-table">
      <div className="attribute-table-bar" role="toolbar" aria-label={t('map.tableTools')}>
        {viewSwitch}
        <Button size="s" variant="quiet" icon={<ZoomInAreaIcon />} disabled={count === 0} onClick={() => { void zoomToSelected(session, layerId, selection.fids); }}>{t('map.zoomToSelected')}</Button>
        {mayEdit && <Button size="s" variant="quiet" icon={<TrashIcon />} disabled={count === 0} onClick={() => { void deleteSelected(session, layerId, selection.fids, t); }}>{count === 0 ? t('map.delete') : t('map.deleteCount', { number: number.format(count) })}</Button>}
        <span className="attribute-table-space" />
        <IconButton label={t('map.filterRows')} icon={<FilterIcon />} active={withFilters} onClick={() => setWithFilters(!withFilters)} />
        <Segmented
          label={t('map.units')} size="s" value={system} onChange={(value) => useUnits.setState({ system: value })}
          options={[{ value: 'metric', label: t('map.metric') }, { value: 'imperial', label: t('map.imperial') }]}
        />
      </div>
      <DataGrid
        ref={grid} key={layerId} label={t('map.tableOf', { name })} columns={columns} rowCount={layer.count} rowId={rowId} withFilters={withFilters} refreshKey={layer.version}
        getRows={(window) => session.ask(layerId, 'window', window)} selectedIds={selection.ids} onSelectionChange={selection.change} onSelectAll={selection.all}
        onQueryChange={(next) => { query.current = next; }}
        onCellEdit={mayEdit ? ({ rowId: fid, columnId, value }) => session.edit(layerId, {
          type: 'Edit_Property', edits: [{ fid: Number(fid), column: columnId, value: typedValue(value, layer.columns.find((column) => column.name === columnId)?.type) }],
        }) : undefined}
        onRowActivate={(fid) => { void zoomToSelected(session, layerId, new Set([Number(fid)])); }}
        foot={<Totals session={session} layerId={layerId} fids={selection.fids} version={layer.version} system={system} />}
      />
    </div>
  );
}

/** The selection of the layer, in the words of the grid and of the map (VEC-020). */
function useTableSelection(session: MapSession, layerId: string, grid: React.RefObject<DataGridHandle | null>, query: React.RefObject<GridQuery>) {
  const t = useText();
  const fids = useMapState(session, (state) => state.selection[layerId] ?? nothingSelected);
  const own = useRef(fids);
  const ids = useMemo(() => new Set(Array.from(fids, String)), [fids]);
  const choose = useCallback((chosen: ReadonlySet<number>) => {
    if (chosen.size > limit.selectedFeatures) return void toast.error(t('map.tooManySelected'));
    own.current = chosen;
    session.select(layerId, chosen);
  }, [session, layerId, t]);
  useEffect(() => {
    const [fid] = fids;
    if (own.current === fids || fids.size !== 1 || fid === undefined) return;
    // Chosen on the map: bring its row into sight.
    void session.ask(layerId, 'placeOf', { ...query.current, fid }).then((place) => { if (place >= 0) grid.current?.scrollToRow(place); });
  }, [fids, session, layerId, grid, query]);
  return {
    fids, ids,
    change: (next: ReadonlySet<string>) => choose(new Set(Array.from(next, Number))),
    all: () => { void session.ask(layerId, 'fids', query.current).then((all) => choose(new Set(all))); },
  };
}

async function zoomToSelected(session: MapSession, layerId: string, fids: ReadonlySet<number>): Promise<void> {
  const box = await session.boundsOf({ [layerId]: fids });
  if (box) showOnMap(session.mapId, session.state.name, box);
}

async function deleteSelected(session: MapSession, layerId: string, fids: ReadonlySet<number>, t: ReturnType<typeof useText>): Promise<void> {
  if (await session.deleteFeatures(layerId, [...fids])) toast.info(t('map.deletedFeatures', { count: fids.size }));
}

const settleMs = 150;

/** Area and length, or perimeter, of the selected features (VEC-016). */
function Totals({ session, layerId, fids, version, system }: { session: MapSession; layerId: string; fids: ReadonlySet<number>; version: number; system: UnitSystem }) {
  const t = useText();
  const number = useNumberFormat({ maximumFractionDigits: 2 });
  const [measured, setMeasured] = useState<{ fids: ReadonlySet<number>; version: number; area: number; length: number } | null>(null);
  useEffect(() => {
    if (fids.size === 0) return undefined;
    let isGone = false;
    const timer = setTimeout(() => {
      void session.ask(layerId, 'measure', { fids: Int32Array.from(fids) }).then((sum) => { if (!isGone) setMeasured({ ...sum, fids, version }); }, () => undefined);
    }, settleMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [session, layerId, fids, version]);
  // What was measured of another selection is not shown for this one.
  const total = measured?.fids === fids && measured.version === version ? measured : null;
  if (!total || total.length === 0) return null;
  return (
    <span className="attribute-table-totals">
      {total.area > 0 && <span>{t('map.area')} <b>{areaText(total.area, system, number)}</b></span>}
      <span>{t(total.area > 0 ? 'map.perimeter' : 'map.length')} <b>{lengthText(total.length, system, number)}</b></span>
    </span>
  );
}
