import {
  Button,
  EmptyState,
  IconButton,
  TableIcon,
  Truncated,
  useNumberFormat,
  WebLink,
  XIcon,
  ZoomInAreaIcon,
} from '@groma/ui';
import { useEffect, useState } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { useText } from '../../../platform/text.ts';
import type { FeatureDescription } from '../layer/layer-messages.ts';
import { openTable, showOnMap } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapState } from '../session/use-map-session.ts';
import { kindOf, type LayerKind } from '../view/layer-kind.ts';
import { propertyText, titleOf } from '../look/feature-text.ts';
import { FeatureMeasures } from './feature-measures.tsx';
import { MapTip } from '../view/map-tip.tsx';
import type { SeenState } from '../view/map-tools.ts';
import type { Hit } from '../view/map-view.ts';
import '../view/map-card.css';

const mostInTip = 8;
/** Rows of a card: what has more columns is read in the table. */
const mostInCard = 300;

/** The properties of a feature, read again after each edit of its layer. */
function useFeature(session: MapSession, place: { layerId: string; fid: number } | null): FeatureDescription | null {
  const { layerId, fid } = place ?? { layerId: '', fid: 0 };
  const version = useMapState(session, (state) => state.loaded[layerId]?.version ?? 0);
  const [found, setFound] = useState<{ key: string; feature: FeatureDescription | null } | null>(null);
  const key = `${layerId} ${fid}`;
  useEffect(() => {
    if (layerId === '') return undefined;
    let isGone = false;
    session.ask(layerId, 'describe', { fid }).then(
      (feature) => {
        if (!isGone) setFound({ key, feature });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [session, layerId, fid, version, key]);
  return found?.key === key ? found.feature : null;
}

/** What is under the pointer: the properties of a feature (MAP-043), or what is known of a photo (MAP-044). */
export function HoverTip({
  session,
  seen,
  kinds,
  carded,
  width,
}: {
  session: MapSession;
  seen: StoreApi<SeenState>;
  kinds: readonly LayerKind[];
  /** What a card tells of already. */ carded: { layerId: string; fid: number } | null;
  width: number;
}) {
  const hit = useStore(seen, ({ hover }) => hover);
  const kind = useMapState(session, (state) => hit && kindOf(kinds, state, hit.layerId));
  if (!hit || (hit.layerId === carded?.layerId && hit.fid === carded.fid)) return null;
  if (kind?.tip) return kind.tip({ session, hit, width });
  return <Tip session={session} hit={hit} width={width} />;
}

function Tip({ session, hit, width }: { session: MapSession; hit: Hit; width: number }) {
  const feature = useFeature(session, hit);
  const layerName = useMapState(session, (state) => state.hierarchy[hit.layerId]?.text ?? '');
  const number = useNumberFormat({ maximumFractionDigits: 6 });
  if (!feature) return null;
  const title = titleOf(feature.properties);
  const rows = feature.properties
    .map(([name, value]) => [name, propertyText(value, number)] as const)
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
  const number = useNumberFormat({ maximumFractionDigits: 10 });
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
      {feature.properties.length === 0 ? (
        <EmptyState title={t('map.noProperties')} />
      ) : (
        <dl tabIndex={0}>
          {feature.properties.slice(0, mostInCard).map(([name, value]) => (
            <div key={name}>
              <dt>
                <Truncated text={name} />
              </dt>
              <dd data-empty={value === null || undefined}>
                {value === null ? t('map.empty') : <WebLink text={propertyText(value, number)} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {feature.properties.length > mostInCard && (
        <Button size="s" variant="quiet" icon={<TableIcon />} onClick={() => openTable(session.mapId, layer)}>
          {t('map.moreProperties', { count: feature.properties.length - mostInCard })}
        </Button>
      )}
      <FeatureMeasures session={session} place={place} />
    </section>
  );
}
