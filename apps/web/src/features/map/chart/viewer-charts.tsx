import { descendantsOf, rootParent } from '@groma/model';
import type { ChartReply } from '@groma/protocol';
import { Button, EmptyState, ErrorState, IconButton, Skeleton, Truncated, XIcon } from '@groma/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import type { StillMap } from '../session/still-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { ChartCard } from './chart-card.tsx';
import './chart-view.css';
import './viewer-charts.css';

interface ViewerChartsProps {
  map: StillMap;
  charts: readonly ChartReply[];
  onClose: () => void;
}

/** The charts of a published map beside it, in the order of its layers. They obey the filters of their reader. */
export function ViewerCharts({ map, charts, onClose }: ViewerChartsProps) {
  const t = useText();
  const hierarchy = useMapState(map, (state) => state.hierarchy);
  const layers = descendantsOf(hierarchy, rootParent).filter(({ id }) =>
    charts.some(({ layer_id: layerId }) => layerId === id),
  );
  return (
    <section className="viewer-charts" aria-label={t('chart.charts')}>
      <header>
        <h2>{t('chart.charts')}</h2>
        <IconButton label={t('map.close')} icon={<XIcon />} onClick={onClose} />
      </header>
      <div>
        {layers.length === 0 && <EmptyState title={t('chart.none')} />}
        {layers.map(({ id, text }) => (
          <section key={id} aria-label={text}>
            <h3 dir="auto">
              <Truncated text={text} />
            </h3>
            {charts
              .filter(({ layer_id: layerId }) => layerId === id)
              .map((config) => (
                <WholeChart key={config.id} map={map} config={config} layer={text} />
              ))}
          </section>
        ))}
      </div>
    </section>
  );
}

/** A chart is of all features: what has not been seen yet of its layers is read first. */
function WholeChart({ map, config, layer }: { map: StillMap; config: ChartReply; layer: string }) {
  const t = useText();
  const [reading, setReading] = useState<{ isDone: boolean; failure: string | null }>({ isDone: false, failure: null });
  const { layer_id: layerId, clipLayerId } = config;
  useEffect(() => {
    if (reading.isDone || reading.failure !== null) return undefined;
    let isGone = false;
    Promise.all([layerId, ...(clipLayerId === null ? [] : [clipLayerId])].map((id) => map.readWhole(id))).then(
      () => {
        if (!isGone) setReading({ isDone: true, failure: null });
      },
      (error: unknown) => {
        if (!isGone) setReading({ isDone: false, failure: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      isGone = true;
    };
  }, [map, layerId, clipLayerId, reading]);
  if (reading.failure !== null)
    return (
      <ErrorState title={t('viewer.layerFailed', { name: layer })}>
        {reading.failure}
        <Button onClick={() => setReading({ isDone: false, failure: null })}>{t('map.retry')}</Button>
      </ErrorState>
    );
  return reading.isDone ? <ChartCard session={map} config={config} /> : <Skeleton height={332} />;
}
