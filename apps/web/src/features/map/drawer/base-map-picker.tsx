import type { BaseMapType } from '@groma/model';
import { Segmented } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { useMapState } from '../session/use-map-state.ts';

const shortNames: Record<BaseMapType, string> = {
  dataviz: 'map.baseMap.dataviz',
  openStreetMap: 'map.baseMap.street',
  satellite: 'map.baseMap.satellite',
};

/** The base map of the map in front, at the foot of the Maps drawer (MAP-006, MAP-109). */
export function BaseMapPicker({ mapId }: { mapId: string }) {
  const t = useText();
  const session = useMapSession(mapId);
  const baseMap = useMapState(session, (state) => state.baseMap);
  const options = (Object.keys(shortNames) as BaseMapType[]).map((value) => ({ value, label: t(shortNames[value]) }));
  return (
    <div className="map-base-picker">
      <span>{t('map.baseMap.label')}</span>
      <Segmented
        label={t('map.baseMap.label')}
        size="s"
        fullWidth
        options={options}
        value={baseMap}
        onChange={(value) => {
          void session.setBaseMap(value);
        }}
      />
    </div>
  );
}
