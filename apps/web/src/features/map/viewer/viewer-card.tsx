import { IconButton, Truncated, XIcon, ZoomInAreaIcon } from '@groma/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../../../platform/text.ts';
import { titleOf } from '../look/feature-text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { FeatureRows } from '../view/feature-rows.tsx';
import type { MapView } from '../view/map-view.ts';
import { useFeature } from '../view/use-feature.ts';

export interface FeaturePlace {
  layerId: string;
  fid: number;
}

interface ViewerCardProps {
  map: ReadMap;
  view: MapView;
  place: FeaturePlace;
  onClose: () => void;
}

/** All that is known of the feature that was pressed or found. */
export function ViewerCard({ map, view, place, onClose }: ViewerCardProps) {
  const t = useText();
  const feature = useFeature(map, place);
  const layer = useMapState(map, ({ hierarchy }) => hierarchy[place.layerId]?.text ?? '');
  const section = useRef<HTMLElement>(null);
  // Who has pressed a key gets to what it shows.
  useEffect(() => {
    if (feature && document.activeElement?.matches('.map-canvas canvas:focus-visible')) section.current?.focus();
  }, [feature]);
  // From wherever the focus is, unless a dialog is open, which closes first.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('[role="dialog"]') === null) onClose();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  if (!feature) return null;
  const zoom = async () => {
    const box = await map.boundsOf({ [place.layerId]: [place.fid] });
    if (box) view.fit(box);
  };
  return (
    <section className="map-card" aria-label={t('map.feature')} tabIndex={-1} ref={section}>
      <header>
        <div>
          <b>
            <Truncated text={titleOf(feature.properties) ?? t('map.featureNumber', { number: place.fid })} />
          </b>
          <small>
            <Truncated text={layer} />
          </small>
        </div>
        <IconButton
          size="s"
          label={t('map.zoomToFeature')}
          icon={<ZoomInAreaIcon />}
          onClick={() => {
            zoom().catch(() => undefined);
          }}
        />
        <IconButton size="s" label={t('map.close')} icon={<XIcon />} onClick={onClose} />
      </header>
      <FeatureRows properties={feature.properties} />
    </section>
  );
}
