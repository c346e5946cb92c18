import { Truncated } from '@groma/ui';
import { completeVectorStyle } from '@groma/model';
import { useText } from '../../../platform/text.ts';
import { LayerSwatch } from '../drawer/layer-swatch.tsx';
import { shapeOf } from '../drawer/map-tree.ts';
import { visibleLayers } from '../draw/data-layers.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-session.ts';

const mostRows = 12;

/** What is drawn and switched on. */
export function MapLegend({ session }: { session: MapSession }) {
  const t = useText();
  const { hierarchy, styles, data } = useMapState(session, (state) => state);
  const layers = visibleLayers({ hierarchy }).filter((id) => shapeOf(data[id]) !== 'none');
  if (layers.length === 0) return null;
  return (
    <section className="map-legend" aria-label={t('map.legend')}>
      <ul>
        {layers.slice(0, mostRows).map((id) => (
          <li key={id}>
            <LayerSwatch swatch={{ shape: shapeOf(data[id]), style: completeVectorStyle(styles[id] ?? {}) }} />
            <Truncated text={hierarchy[id]?.text ?? ''} />
          </li>
        ))}
      </ul>
      {layers.length > mostRows && <small>{t('map.moreLayers', { count: layers.length - mostRows })}</small>}
    </section>
  );
}
