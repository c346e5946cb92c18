import { CompassIcon, IconButton, MinusIcon, PlusIcon } from '@groma/ui';
import type { Map as LibreMap } from 'maplibre-gl';
import { useText } from '../../../platform/text.ts';
import { useCamera } from './use-camera.ts';

/** Zoom and compass at the right edge. */
export function MapZoom({ map }: { map: LibreMap }) {
  const t = useText();
  useCamera(map);
  const isUpright = map.getBearing() === 0 && map.getPitch() === 0;
  return (
    <div className="map-zoom">
      <IconButton label={t('map.zoomIn')} icon={<PlusIcon />} tooltipPosition="left" onClick={() => map.zoomIn()} />
      <IconButton label={t('map.zoomOut')} icon={<MinusIcon />} tooltipPosition="left" onClick={() => map.zoomOut()} />
      <IconButton
        label={t('map.northUp')}
        tooltipPosition="left"
        disabledReason={isUpright ? t('map.isNorthUp') : undefined}
        onClick={() => map.resetNorthPitch()}
        icon={<CompassIcon style={{ transform: `rotate(${-map.getBearing()}deg)` }} />}
      />
    </div>
  );
}
