import { ChartBarIcon, EmptyState, ErrorState, Segmented, SkeletonRows, TableIcon } from '@groma/ui';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';
import type { PanelProps } from '../../../registry/panel.ts';
import { readTablePanelId } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import type { LoadedLayer } from '../session/map-state.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { ReadyTable } from './ready-table.tsx';
import { tableStatus } from './table-status.ts';
import './attribute-table.css';

/** What is shown of a layer in place of its rows. */
type ChartOfLayer = ComponentType<{ session: MapSession; layerId: string; layer: LoadedLayer; viewSwitch: ReactNode }>;

/** The attribute table of a layer (VEC-012). Its id says which (SHL-024). */
export function AttributeTablePanel({ id, api, Chart }: PanelProps & { Chart: ChartOfLayer }) {
  const t = useText();
  const { mapId, layerId } = readTablePanelId(id);
  if (mapId === '' || layerId === '')
    return <ErrorState title={t('map.noSuchLayer', { layer: layerId || '…', map: mapId || '…' })} />;
  return <LayerTable mapId={mapId} layerId={layerId} setTitle={api.setTitle} Chart={Chart} />;
}

function LayerTable({
  mapId,
  layerId,
  setTitle,
  Chart,
}: {
  mapId: string;
  layerId: string;
  setTitle: (title: string) => void;
  Chart: ChartOfLayer;
}) {
  const t = useText();
  const session = useMapSession(mapId);
  const { view, viewSwitch } = useTableView();
  const status = useMapState(session, (state) => tableStatus(state, layerId));
  const name = useMapState(session, (state) => state.hierarchy[layerId]?.text);
  const isThere = useMapState(session, (state) => state.hierarchy[layerId] !== undefined && layerId in state.data);
  const loaded = useMapState(session, (state) => state.loaded[layerId]);
  useEffect(() => {
    if (name !== undefined) setTitle(name);
  }, [name, setTitle]);
  useEffect(() => {
    if (isThere) session.loadLayer(layerId);
  }, [session, layerId, isThere]);
  if (status === 'unanswered')
    return (
      <div role="status">
        <EmptyState title={t('map.offline.unanswered')} />
      </div>
    );
  if (status === 'unknown') return <ErrorState title={t('map.noSuchLayer', { layer: layerId, map: mapId })} />;
  if (status === 'deleted') return <ErrorState title={t('unsaved.reason.layerGone')} />;
  if (status === 'notVector')
    return <ErrorState title={t(view === 'chart' ? 'chart.notVector' : 'table.notVector', { name: name ?? '' })} />;
  if (loaded?.load.status === 'failed')
    return (
      <ErrorState
        title={t('map.layerFailed')}
        onRetry={() => {
          void session.retryLayer(layerId);
        }}
      >
        {loaded.load.failure}
      </ErrorState>
    );
  if (status === 'loading' || !loaded) return <SkeletonRows rows={6} withIcon={false} />;
  if (view === 'chart') return <Chart session={session} layerId={layerId} layer={loaded} viewSwitch={viewSwitch} />;
  return <ReadyTable session={session} layerId={layerId} name={name ?? ''} layer={loaded} viewSwitch={viewSwitch} />;
}

type TableView = 'table' | 'chart';

/** What a table panel shows, and the switch between the two (VEC-017). */
function useTableView(): { view: TableView; viewSwitch: ReactNode } {
  const t = useText();
  const [view, setView] = useState<TableView>('table');
  const viewSwitch = (
    <Segmented
      label={t('chart.view')}
      size="s"
      value={view}
      onChange={setView}
      options={[
        { value: 'table', label: t('chart.table'), icon: <TableIcon /> },
        { value: 'chart', label: t('chart.chart'), icon: <ChartBarIcon /> },
      ]}
    />
  );
  return { view, viewSwitch };
}
