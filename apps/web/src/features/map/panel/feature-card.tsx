import { Button, IconButton, TableIcon, Truncated, XIcon, ZoomInAreaIcon } from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { openTable, showOnMap } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { titleOf } from '../look/feature-text.ts';
import { FeatureMeasures } from './feature-measures.tsx';
import { FeatureRows, mostInCard } from '../view/feature-rows.tsx';
import { useFeature } from '../view/use-feature.ts';
import '../view/map-card.css';

/** All properties of the feature that was clicked. */
export function FeatureCard({
  session,
  place,
  onClose,
}: {
  session: MapSession;
  place: { layerId: string; fid: number };
  onClose: () => void;
}) {
  const t = useText();
  const feature = useFeature(session, place);
  const layer = useMapState(session, (state) => state.hierarchy[place.layerId]);
  if (!feature || !layer) return null;
  const zoom = async () => {
    const box = await session.boundsOf({ [place.layerId]: [place.fid] });
    if (box) showOnMap(session.mapId, session.state.name, box);
  };
  return (
    <section className="map-card" aria-label={t('map.feature')}>
      <header>
        <div>
          <b>
            <Truncated text={titleOf(feature.properties) ?? t('map.featureNumber', { number: place.fid })} />
          </b>
          <small>
            <Truncated text={layer.text} />
          </small>
        </div>
        <IconButton
          size="s"
          label={t('map.zoomToFeature')}
          icon={<ZoomInAreaIcon />}
          onClick={() => {
            void zoom();
          }}
        />
        <IconButton
          size="s"
          label={t('map.openTable')}
          icon={<TableIcon />}
          onClick={() => openTable(session.mapId, layer)}
        />
        <IconButton size="s" label={t('map.close')} icon={<XIcon />} onClick={onClose} />
      </header>
      <FeatureRows properties={feature.properties} />
      {feature.properties.length > mostInCard && (
        <Button size="s" variant="quiet" icon={<TableIcon />} onClick={() => openTable(session.mapId, layer)}>
          {t('map.moreProperties', { count: feature.properties.length - mostInCard })}
        </Button>
      )}
      <FeatureMeasures session={session} place={place} />
    </section>
  );
}
