import { Tooltip } from '@groma/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { areaText, lengthText } from '../look/units.ts';
import { useMeasureReader } from '../look/use-measure-reader.ts';

const settleMs = 150;

interface TotalsProps {
  session: MapSession;
  layerId: string;
  fids: ReadonlySet<number>;
  version: number;
}

/** Area and length, or perimeter, of the selected features (VEC-016), with how they are measured. */
export function Totals({ session, layerId, fids, version }: TotalsProps) {
  const t = useText();
  const reader = useMeasureReader();
  const [measured, setMeasured] = useState<{
    fids: ReadonlySet<number>;
    version: number;
    area: number;
    length: number;
  } | null>(null);
  useEffect(() => {
    if (fids.size === 0) return undefined;
    let isGone = false;
    const timer = setTimeout(() => {
      void session.ask(layerId, 'measure', { fids: Int32Array.from(fids) }).then(
        (sum) => {
          if (!isGone) setMeasured({ ...sum, fids, version });
        },
        () => undefined,
      );
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
    <Tooltip label={t('table.method')}>
      <span className="attribute-table-totals" tabIndex={0}>
        {total.area > 0 && (
          <span>
            {t('map.area')} <b>{areaText(total.area, reader)}</b>
          </span>
        )}
        <span>
          {t(total.area > 0 ? 'map.perimeter' : 'map.length')} <b>{lengthText(total.length, reader)}</b>
        </span>
      </span>
    </Tooltip>
  );
}
