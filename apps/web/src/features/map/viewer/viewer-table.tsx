import {
  Button,
  DataGrid,
  EmptyState,
  ErrorState,
  FilterIcon,
  IconButton,
  SelectField,
  SkeletonRows,
  XIcon,
} from '@groma/ui';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { gridColumns, rowId } from '../look/grid-columns.ts';
import { visibleLayers } from '../session/drawn-layers.ts';
import type { StillMap } from '../session/still-map.ts';
import { useAnswer } from '../session/use-answer.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { FeaturePlace } from './viewer-card.tsx';

interface ViewerTableProps {
  map: StillMap;
  onChosen: (place: FeaturePlace) => void;
  onClose: () => void;
}

/** The rows of a layer, to be read, sorted and filtered. */
export function ViewerTable({ map, onChosen, onClose }: ViewerTableProps) {
  const t = useText();
  const state = useMapState(map, (each) => each);
  const layers = visibleLayers(state).filter((id) => state.data[id]);
  const [chosen, setChosen] = useState<string | null>(null);
  const layerId = chosen !== null && layers.includes(chosen) ? chosen : (layers[0] ?? null);
  const [withFilters, setWithFilters] = useState(false);
  return (
    <section className="viewer-table" aria-label={t('viewer.table')}>
      <header>
        <SelectField
          size="s"
          aria-label={t('viewer.layers')}
          value={layerId}
          options={layers.map((id) => ({ value: id, label: state.hierarchy[id]?.text ?? '' }))}
          onChange={setChosen}
        />
        <span />
        <IconButton
          label={t('map.filterRows')}
          icon={<FilterIcon />}
          active={withFilters}
          onClick={() => setWithFilters(!withFilters)}
        />
        <IconButton label={t('map.close')} icon={<XIcon />} onClick={onClose} />
      </header>
      {layerId === null ? (
        <EmptyState title={t('viewer.noTable')} />
      ) : (
        <Rows key={layerId} map={map} layerId={layerId} withFilters={withFilters} onChosen={onChosen} />
      )}
    </section>
  );
}

function Rows({
  map,
  layerId,
  withFilters,
  onChosen,
}: Pick<ViewerTableProps, 'map' | 'onChosen'> & { layerId: string; withFilters: boolean }) {
  const t = useText();
  const [reading, setReading] = useState<{ isDone: boolean; failure: string | null }>({ isDone: false, failure: null });
  const layer = useMapState(map, ({ loaded }) => loaded[layerId]);
  const name = useMapState(map, ({ hierarchy }) => hierarchy[layerId]?.text ?? '');
  useEffect(() => {
    if (reading.isDone || reading.failure !== null) return;
    map.readWhole(layerId).then(
      () => setReading({ isDone: true, failure: null }),
      (error: unknown) =>
        setReading({ isDone: false, failure: error instanceof Error ? error.message : String(error) }),
    );
  }, [map, layerId, reading]);
  const { answer: ungrouped } = useAnswer(`${layerId} ${reading.isDone}`, () => map.ask(layerId, 'ungrouped', {}));
  const columns = useMemo(() => gridColumns(layer?.columns ?? [], false, ungrouped ?? []), [layer?.columns, ungrouped]);
  if (reading.failure !== null)
    return (
      <ErrorState title={t('viewer.layerFailed', { name })}>
        {reading.failure}
        <Button onClick={() => setReading({ isDone: false, failure: null })}>{t('map.retry')}</Button>
      </ErrorState>
    );
  if (!reading.isDone || !layer) return <SkeletonRows rows={4} withIcon={false} />;
  return (
    <DataGrid
      label={t('map.tableOf', { name })}
      columns={columns}
      rowCount={layer.shown}
      refreshKey={layer.version}
      rowId={rowId}
      withFilters={withFilters}
      getRows={(window) => map.ask(layerId, 'window', window)}
      onRowActivate={(fid) => onChosen({ layerId, fid: Number(fid) })}
    />
  );
}
