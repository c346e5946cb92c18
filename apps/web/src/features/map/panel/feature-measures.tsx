import type { Measurement } from '@groma/geo';
import { CopyIcon, IconButton } from '@groma/ui';
import { useEffect, useState } from 'react';
import { logProblem } from '../../../platform/log-problem.ts';
import { useText } from '../../../platform/text.ts';
import { areaText, lengthText } from '../look/units.ts';
import { useMeasureReader } from '../look/use-measure-reader.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';

interface FeatureMeasuresProps {
  session: Pick<MapSession, 'ask' | 'store'>;
  place: { layerId: string; fid: number };
}

const unmeasured = (fid: number): Measurement => ({ groma_fid: fid, baseArea: null, baseLength: null });

/**
 * What a feature measures, read again after each edit of its layer; what can't be measured is logged and has no numbers
 * (GEO-069).
 */
function useMeasurement(session: FeatureMeasuresProps['session'], layerId: string, fid: number): Measurement | null {
  const version = useMapState(session, (state) => state.loaded[layerId]?.version ?? 0);
  const key = `${layerId} ${fid}`;
  const [measured, setMeasured] = useState<{ key: string; measurement: Measurement } | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (measurement: Measurement) => {
      if (!isGone) setMeasured({ key, measurement });
    };
    session.ask(layerId, 'measurement', { fid }).then(show, (error: unknown) => {
      logProblem('A feature was not measured.', error);
      show(unmeasured(fid));
    });
    return () => {
      isGone = true;
    };
  }, [session, layerId, fid, version, key]);
  return measured?.key === key ? measured.measurement : null;
}

/** Area and perimeter, or length, of one feature; nothing for points. */
export function FeatureMeasures({ session, place: { layerId, fid } }: FeatureMeasuresProps) {
  const t = useText();
  const reader = useMeasureReader();
  const measurement = useMeasurement(session, layerId, fid);
  if (!measurement || (measurement.baseArea === 0 && measurement.baseLength === 0)) return null;
  const { baseArea, baseLength } = measurement;
  const rows: [name: string, text: string][] = [
    ...(baseArea === 0 ? [] : [[t('map.area'), areaText(baseArea, reader)] as [string, string]]),
    [t(baseArea ? 'map.perimeter' : 'map.length'), lengthText(baseLength, reader)],
  ];
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(rows.map((row) => row.join('\t')).join('\n'));
    } catch (error) {
      // Logged only (GEO-070).
      logProblem('The measurements were not copied.', error);
    }
  };
  return (
    <footer className="map-card-measures" title={t('map.measure.method')}>
      <dl>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <IconButton
        size="s"
        label={t('map.copyMeasurements')}
        icon={<CopyIcon />}
        onClick={() => {
          void copy();
        }}
      />
    </footer>
  );
}
