import type { JpgStyle } from '@groma/model';
import { MapTip } from '../view/map-tip.tsx';
import type { Hit } from '../view/map-view.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { usePhotoFacts } from './use-photo-facts.ts';

const inTip: readonly string[] = ['drone', 'taken', 'altitude', 'pixel', 'ground', 'gimbal'];

/** What the camera wrote into the photo that is under the pointer (MAP-044). */
export function PhotoTip({ session, hit, width }: { session: ReadMap; hit: Hit; width: number }) {
  const name = useMapState(session, ({ hierarchy }) => hierarchy[hit.layerId]?.text ?? '');
  const photo = useMapState(session, ({ photos }) => photos[hit.layerId]);
  return photo ? <StyleTip style={photo.style} hit={hit} name={name} width={width} /> : null;
}

function StyleTip({ style, hit, name, width }: { style: JpgStyle; hit: Hit; name: string; width: number }) {
  const facts = usePhotoFacts(style);
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
