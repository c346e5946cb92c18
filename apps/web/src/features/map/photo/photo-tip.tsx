import type { JpgLayerData } from '@groma/protocol';
import { MapTip } from '../view/map-tip.tsx';
import type { Hit } from '../view/map-view.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-session.ts';
import { usePhotoFacts } from './use-photo-facts.ts';

const inTip: readonly string[] = ['drone', 'taken', 'altitude', 'pixel', 'ground', 'gimbal'];

/** What the camera wrote into the photo that is under the pointer (MAP-044). */
export function PhotoTip({
  session,
  hit,
  photo,
  width,
}: {
  session: MapSession;
  hit: Hit;
  photo: JpgLayerData;
  width: number;
}) {
  const name = useMapState(session, ({ hierarchy }) => hierarchy[hit.layerId]?.text ?? '');
  const facts = usePhotoFacts(photo.style);
  return (
    <MapTip
      x={hit.x}
      y={hit.y}
      width={width}
      title={name}
      rows={facts.filter(({ key }) => inTip.includes(key)).map(({ label, value }) => [label, value] as const)}
    />
  );
}
