import 'maplibre-gl/dist/maplibre-gl.css';
import type { StoryStep } from '@groma/model';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useBaseMapAttribution } from '../basemap/base-map.ts';
import { OwnSight } from '../session/own-sight.ts';
import type { MapSession } from '../session/map-session.ts';
import { showTime, shownTime } from '../session/show-time.ts';
import { useMapState } from '../session/use-map-state.ts';
import type { LayerKind } from '../view/layer-kind.ts';
import { MapZoom, ScaleBar } from '../view/map-edges.tsx';
import { MapLegend } from '../view/map-legend.tsx';
import { showStoryView } from '../view/show-story-view.ts';
import { useAttribution } from '../view/use-attribution.ts';
import { useMapView } from '../view/use-map-view.ts';
import { StoryReader } from './story-reader.tsx';
import './story-theatre.css';

interface StoryTheatreProps {
  session: MapSession;
  kinds: readonly LayerKind[];
  steps: readonly StoryStep[];
  /** The step with which it begins. */
  first: string | null;
}

const handlers = { onChosen: () => undefined, onMenu: () => undefined, onTiles: () => undefined };

/**
 * A story with its map as readers will have it, of a map that is still worked on. Nobody else's layers are switched by
 * it.
 */
export function StoryTheatre({ session, kinds, steps, first }: StoryTheatreProps) {
  const container = useRef<HTMLDivElement>(null);
  const map = useOwnSight(session);
  const [chosen, setChosen] = useState(first);
  const [isPresenting, setPresenting] = useState(false);
  const baseMap = useMapState(session, (state) => state.baseMap);
  const attribution = useAttribution(session, kinds, useBaseMapAttribution(baseMap));
  const view = useMapView(map, container, handlers, { kinds, tools: noTools })?.view ?? null;
  // Others may take the step away meanwhile.
  const step = steps.find(({ id }) => id === chosen) ?? steps[0];
  const shown = step && JSON.stringify(step.view);
  useEffect(() => {
    if (view && step) showStoryView(map, view, step.view);
    // A view that was renewed is shown anew, an edited text changes nothing on the map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [map, view, step?.id, shown]);
  return (
    <div className="story-theatre">
      {step && (
        <StoryReader
          steps={steps}
          step={step.id}
          onStep={setChosen}
          isPresenting={isPresenting}
          onPresent={setPresenting}
        />
      )}
      <div className="story-theatre-map">
        <div className="map-canvas" ref={container} />
        {view && (
          <div className="map-over">
            <MapZoom map={view.map} />
            <ScaleBar map={view.map} attribution={attribution} />
            <div className="map-corner">
              <MapLegend session={map} kinds={kinds} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

const noTools: [] = [];

/** The map with layers of its own on and off; the day that was seen before is seen again at the end. */
function useOwnSight(session: MapSession): OwnSight {
  const map = useMemo(() => new OwnSight(session), [session]);
  useEffect(() => {
    const before = shownTime(session);
    const stop = map.follow();
    return () => {
      stop();
      showTime(session, before);
    };
  }, [map, session]);
  return map;
}
