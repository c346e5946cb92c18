import { useNumberFormat } from '@groma/ui';
import { useStore, type StoreApi } from 'zustand';
import { hexagonText } from '../look/class-text.ts';
import { propertyText, titleOf } from '../look/feature-text.ts';
import type { ReadMap } from '../session/read-map.ts';
import { useMapState } from '../session/use-map-state.ts';
import { useText } from '../../../platform/text.ts';
import type { GroupHit } from '../render/group-at.ts';
import { kindOf, type LayerKind } from './layer-kind.ts';
import { MapTip } from './map-tip.tsx';
import type { SeenState } from './map-tools.ts';
import type { Hit } from './map-view.ts';
import { useFeature } from './use-feature.ts';

const mostInTip = 8;

/** What is under the pointer: the properties of a feature (MAP-043), or what is known of a photo (MAP-044). */
export function HoverTip({
  session,
  seen,
  kinds,
  carded,
  width,
}: {
  session: ReadMap;
  seen: StoreApi<SeenState>;
  kinds: readonly LayerKind[];
  /** What a card tells of already. */ carded: { layerId: string; fid: number } | null;
  width: number;
}) {
  const hit = useStore(seen, ({ hover }) => hover);
  const kind = useMapState(session, (state) => hit && kindOf(kinds, state, hit.layerId));
  if (!hit || (hit.layerId === carded?.layerId && hit.fid === carded.fid)) return null;
  if (kind?.tip) return kind.tip({ session, hit, width });
  if (hit.group) return <GroupTip session={session} hit={hit} group={hit.group} width={width} />;
  return <Tip session={session} hit={hit} width={width} />;
}

function GroupTip({ session, hit, group, width }: { session: ReadMap; hit: Hit; group: GroupHit; width: number }) {
  const t = useText();
  const layerName = useMapState(session, (state) => state.hierarchy[hit.layerId]?.text ?? '');
  const drawing = useMapState(session, (state) => state.styles[hit.layerId]?.pointDrawing);
  const number = useNumberFormat({ maximumSignificantDigits: 8 });
  const value = (each: number) => (Number.isNaN(each) ? t('style.noClass') : number.format(each));
  return (
    <MapTip
      x={hit.x}
      y={hit.y}
      width={width}
      title={t('style.featureCount', { count: group.count })}
      layerName={layerName}
      rows={
        group.value === undefined || drawing?.kind !== 'hexagons' ? [] : [[hexagonText(drawing, t), value(group.value)]]
      }
    />
  );
}

function Tip({ session, hit, width }: { session: ReadMap; hit: Hit; width: number }) {
  const feature = useFeature(session, hit);
  const layerName = useMapState(session, (state) => state.hierarchy[hit.layerId]?.text ?? '');
  const number = useNumberFormat({ maximumFractionDigits: 6 });
  if (!feature) return null;
  const title = titleOf(feature.properties);
  const rows = feature.properties
    .map(([name, value]) => [name, propertyText(name, value, number)] as const)
    .filter(([, text]) => text !== '' && text !== title);
  return (
    <MapTip
      x={hit.x}
      y={hit.y}
      width={width}
      title={title ?? layerName}
      {...(title !== null && { layerName })}
      rows={rows.slice(0, mostInTip)}
    />
  );
}
