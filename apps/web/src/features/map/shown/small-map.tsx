import { shownMap, type ShownMap } from '@groma/protocol';
import { Button, ErrorState, MapIcon, Menu, MapPlusIcon, Skeleton, Truncated, useInterface } from '@groma/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { act, menuEntry, menuOf, line } from '../../../registry/menu-entry.ts';
import { useBaseMapAttribution } from '../basemap/base-map.ts';
import { useMaps } from '../maps/map-calls.ts';
import { addResult, openBox } from './shown-commands.ts';
import { FeatureDrawing, LayerDrawing } from './small-map-drawing.tsx';
import type { DrawnKind } from '../render/drawn-kind.ts';
import '../view/shown-result.css';
import './small-map.css';

/** A small map of an answer of the assistant: a picture, and a map that moves once it is clicked. */
export function SmallMap({ output, kinds }: { output: unknown; kinds: readonly DrawnKind[] }) {
  const t = useText();
  const read = useMemo(() => shownMap.safeParse(output), [output]);
  return read.success ? (
    <SmallMapFigure shown={read.data} kinds={kinds} />
  ) : (
    <ErrorState title={t('map.small.failed')} />
  );
}

function SmallMapFigure({ shown, kinds }: { shown: ShownMap; kinds: readonly DrawnKind[] }) {
  const t = useText();
  const { scheme } = useInterface();
  const frame = useRef<HTMLElement>(null);
  const isSeen = useSeen(frame);
  const [isLive, setLive] = useState(false);
  const [picture, setPicture] = useState<{ url: string; scheme: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const attribution = useBaseMapAttribution('dataviz');
  const title = shown.title === '' ? t('map.map') : shown.title;
  const still = !isLive && picture?.scheme === scheme ? picture.url : null;
  const drawing = {
    isLive,
    label: t('map.small.label', { title }),
    onPicture: (url: string) => setPicture({ url, scheme }),
    onFailure: setFailure,
  };
  return (
    <figure ref={frame} className="shown-result" aria-label={title}>
      <figcaption>
        <b>
          <Truncated text={title} />
        </b>
      </figcaption>
      <div className="shown-map" data-live={isLive || undefined} dir="ltr">
        {failure !== null ? (
          <ErrorState title={t('map.small.failed')}>
            {failure}
            <Button
              size="s"
              onClick={() => {
                setFailure(null);
                setLive(false);
              }}
            >
              {t('map.retry')}
            </Button>
          </ErrorState>
        ) : still !== null ? (
          <button type="button" onClick={() => setLive(true)} title={t('map.small.move')}>
            <img src={still} alt={t('map.small.label', { title })} />
          </button>
        ) : (
          <>
            {!isLive && <Skeleton height="100%" />}
            {isSeen &&
              (shown.kind === 'layer' ? (
                <LayerDrawing shown={shown} kinds={kinds} {...drawing} />
              ) : (
                <FeatureDrawing shown={shown} {...drawing} />
              ))}
          </>
        )}
        <small>{attribution}</small>
      </div>
      <div className="shown-foot">
        {shown.kind === 'features' && <p className="shown-note">{countOf(shown, t)}</p>}
        <SmallMapActs shown={shown} title={title} />
      </div>
    </figure>
  );
}

function countOf({ features, geometries }: ShownMap & { kind: 'features' }, t: ReturnType<typeof useText>): string {
  return geometries.length < features
    ? t('map.small.part', { shown: geometries.length, features })
    : t('chart.counted.features', { count: features });
}

function SmallMapActs({ shown, title }: { shown: ShownMap; title: string }) {
  const t = useText();
  if (shown.kind === 'layer')
    return (
      <Button
        size="s"
        variant="quiet"
        icon={<MapIcon />}
        onClick={() => act(openBox, { mapId: shown.map, bounds: shown.bounds })}
      >
        {t('map.small.open')}
      </Button>
    );
  return <AddToMap sql={shown.sql} title={title} />;
}

function AddToMap({ sql, title }: { sql: string; title: string }) {
  const t = useText();
  const { id: projectId } = useProject();
  const mayAdd = useCan('update', 'map');
  const maps = useMaps(projectId);
  if (!mayAdd) return null;
  const into = (mapId: string | null, label: string) => {
    const entry = menuEntry(addResult, { mapId, sql, title }, { key: mapId ?? 'new', label });
    return entry && mapId !== null ? { ...entry, icon: <MapIcon /> } : entry;
  };
  return (
    <Menu
      target={
        <Button size="s" variant="quiet" icon={<MapPlusIcon />}>
          {t('map.addToMap')}
        </Button>
      }
      items={menuOf([
        into(null, t('map.newMap')),
        line('line'),
        ...(maps.data ?? []).map(({ id, name }) => into(id, name)),
      ])}
    />
  );
}

/** Whether something has come into sight: pictures of maps are made only then. */
function useSeen(frame: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [frame]);
  return isSeen;
}
