import { useNumberFormat } from '@groma/ui';
import { useStore } from 'zustand';
import { useText } from '../../../platform/text.ts';
import { MapTip } from '../view/map-tip.tsx';
import type { MapPicture } from '../view/open-pictures.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { RasterProbe } from './raster-probe.ts';

interface RasterTipProps {
  session: ReadMap;
  picture: MapPicture;
  /** Of the map, in pixels. */ width: number;
}

/** The values of the raster under the pointer (MAP-042). */
export function RasterTip({ session, picture, width }: RasterTipProps) {
  const t = useText();
  const reading = useStore(picture.tools.get(RasterProbe).store, (state) => state.reading);
  const name = useMapState(session, ({ hierarchy }) => hierarchy[reading?.layerId ?? '']?.text ?? '');
  const number = useNumberFormat({ maximumSignificantDigits: 7 });
  if (!reading) return null;
  return (
    <MapTip
      x={reading.x}
      y={reading.y}
      width={width}
      title={name}
      rows={reading.values.map(
        ({ name: band, value }) => [band, value === null ? t('raster.noData') : number.format(value)] as const,
      )}
    />
  );
}
