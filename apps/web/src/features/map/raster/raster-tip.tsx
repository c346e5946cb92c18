import { useNumberFormat } from '@groma/ui';
import { useStore } from 'zustand';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-session.ts';
import type { RasterProbe } from './raster-probe.ts';

/** The values of the raster under the pointer (MAP-042). */
export function RasterTip({ session, probe, width }: { session: MapSession; probe: RasterProbe; width: number }) {
  const t = useText();
  const reading = useStore(probe.store, (state) => state.reading);
  const name = useMapState(session, ({ hierarchy }) => hierarchy[reading?.layerId ?? '']?.text ?? '');
  const number = useNumberFormat({ maximumSignificantDigits: 7 });
  if (!reading) return null;
  return (
    <div className="map-tip" role="tooltip" data-at-end={reading.x > width - 280 || undefined} style={{ left: reading.x, top: reading.y }}>
      <div className="map-tip-title"><b>{name}</b></div>
      <dl>{reading.values.map((each, index) => <div key={index}><dt>{each.name}</dt><dd>{each.value === null ? t('raster.noData') : number.format(each.value)}</dd></div>)}</dl>
    </div>
  );
}
