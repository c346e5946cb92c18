import { SkeletonRows } from '@groma/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { MapSession } from '../session/map-session.ts';
import type { LoadedLayer } from '../session/map-state.ts';

/** The library of charts comes when somebody looks at one. */
const ChartView = lazy(async () => ({ default: (await import('./chart-view.tsx')).ChartView }));

/** The chart view in place of the table, under a bar with the switch between them (VEC-017). */
export function ChartPanel({
  session,
  layerId,
  layer,
  viewSwitch,
}: {
  session: MapSession;
  layerId: string;
  layer: LoadedLayer;
  viewSwitch: ReactNode;
}) {
  const t = useText();
  const kind = useMapState(session, (state) => state.data[layerId]?.kind);
  return (
    <div className="attribute-table">
      <div className="attribute-table-bar" role="toolbar" aria-label={t('map.tableTools')}>
        {viewSwitch}
      </div>
      <Suspense fallback={<SkeletonRows rows={6} withIcon={false} />}>
        <ChartView session={session} layerId={layerId} layer={layer} kind={kind} />
      </Suspense>
    </div>
  );
}
