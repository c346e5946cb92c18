import type { ShownMap } from '@groma/protocol';
import { useInterface } from '@groma/ui';
import { useEffect, useRef } from 'react';
import 'maplibre-gl/dist/maplibre-gl.css';
import { errorText } from '../../../platform/error-text.ts';
import { useText } from '../../../platform/text.ts';
import type { Theme } from '../basemap/map-colours.ts';
import type { DrawnKind } from '../render/drawn-kind.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { openFeatures, openLayer, type OpenedMap } from './open-small-map.ts';

interface DrawingProps {
  /** It stays, and can be moved; else a picture is made of it. */
  isLive: boolean;
  label: string;
  onPicture(url: string): void;
  onFailure(reason: string): void;
}

type Shown<Kind extends ShownMap['kind']> = ShownMap & { kind: Kind };

/** The geometries of a result. */
export function FeatureDrawing({ shown, ...props }: DrawingProps & { shown: Shown<'features'> }) {
  return <Drawing {...props} open={(container, theme) => openFeatures(container, theme, shown)} />;
}

/** A layer as it is now, once its map is known. */
export function LayerDrawing({
  shown,
  kinds,
  ...props
}: DrawingProps & { shown: Shown<'layer'>; kinds: readonly DrawnKind[] }) {
  const t = useText();
  const session = useMapSession(shown.map);
  useEffect(() => session.view(), [session]);
  const status = useMapState(session, (state) => state.status);
  const failure = useMapState(session, (state) => state.failure);
  const isThere = useMapState(session, ({ hierarchy }) => hierarchy[shown.layer] !== undefined);
  const problem =
    status === 'failed' || status === 'gone'
      ? (failure ?? t('map.gone'))
      : status === 'ready' && !isThere
        ? t('map.small.layerGone')
        : null;
  const { onFailure } = props;
  useEffect(() => {
    if (problem !== null) onFailure(problem);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it is told once, whoever is told
  }, [problem]);
  if (status !== 'ready' || problem !== null) return null;
  return <Drawing {...props} open={(container, theme) => openLayer(container, theme, { session, kinds }, shown)} />;
}

function Drawing({
  open,
  isLive,
  label,
  onPicture,
  onFailure,
}: DrawingProps & { open: (container: HTMLElement, theme: Theme) => Promise<OpenedMap> }) {
  const { scheme } = useInterface();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    let opened: OpenedMap | null = null;
    const draw = async (): Promise<void> => {
      const made = await open(container.current!, scheme);
      if (isGone) return made.remove();
      opened = made;
      made.map.getCanvas().setAttribute('aria-label', label);
      if (isLive) return made.map.getCanvas().focus({ preventScroll: true });
      const url = await made.picture();
      if (!isGone) onPicture(url);
    };
    draw().catch((error: unknown) => {
      if (!isGone) onFailure(errorText(error));
    });
    return () => {
      isGone = true;
      opened?.remove();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is shown does not change; the theme and the clicking do
  }, [scheme, isLive]);
  return <div ref={container} className="shown-map-canvas" />;
}
