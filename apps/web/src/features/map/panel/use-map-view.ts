import { useInterface } from '@groma/ui';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { baseMapStyle } from '../basemap/base-map.ts';
import { defaultViewState, type ViewState } from '@groma/model';
import { lendView } from '../maps/map-panels.ts';
import { joinBoxes } from '../session/join-boxes.ts';
import type { MapSession } from '../session/map-session.ts';
import { layerBox } from '../session/map-state.ts';
import { useMapState } from '../session/use-map-session.ts';
import { visibleLayers } from '../session/drawn-layers.ts';
import { MapTools, type MapToolsHandlers } from '../view/map-tools.ts';
import { MapView } from '../view/map-view.ts';
import type { MapPicture } from '../view/open-pictures.ts';
import type { MapPanelParts } from './map-panel-parts.ts';
import { joinViews } from './sync-views.ts';

export interface MapPictureHandlers extends MapToolsHandlers {
  /** Whether the tiles of a base map could be had. */
  onTiles(isReachable: boolean): void;
}

/** The map in its container, made once the state is known and kept in step with it, and what the pointer does there. */
export function useMapView(
  session: MapSession,
  container: RefObject<HTMLDivElement | null>,
  handlers: MapPictureHandlers,
  { kinds, tools }: Pick<MapPanelParts, 'kinds' | 'tools'>,
): MapPicture | null {
  const { scheme } = useInterface();
  const [picture, setPicture] = useState<MapPicture | null>(null);
  const view = picture?.view ?? null;
  const isReady = useMapState(session, ({ status }) => status === 'ready');
  const baseMap = useMapState(session, (state) => state.baseMap);
  const latest = useRef(handlers);
  latest.current = handlers;
  const styled = useRef('');
  /** Times that the graphics card was lost and came back, and where the camera stood then. */
  const [losses, setLosses] = useState(0);
  const camera = useRef<ViewState | null>(null);

  useEffect(() => session.view(), [session]);

  useEffect(() => {
    if (!isReady || !container.current) return undefined;
    let made: MapPicture | null = null;
    let isGone = false;
    const key = `${session.state.baseMap} ${scheme}`;
    void baseMapStyle(session.state.baseMap, scheme).then((style) => {
      if (isGone || !container.current) return;
      styled.current = key;
      const passed = passOn(latest);
      const madeView = new MapView(container.current, style, session, passed.onTiles, kinds);
      made = { view: madeView, tools: new MapTools(session, madeView, passed, tools) };
      madeView.map.once('webglcontextrestored', () => {
        camera.current = madeView.view;
        setLosses((count) => count + 1);
      });
      setPicture(made);
    });
    return () => {
      isGone = true;
      made?.tools.remove();
      made?.view.remove();
      setPicture(null);
    };
    // The scheme is followed below, without making the map anew.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isReady, session, container, losses]);

  useEffect(() => {
    const key = `${baseMap} ${scheme}`;
    if (!view || styled.current === key) return;
    styled.current = key;
    void baseMapStyle(baseMap, scheme).then((style) => {
      if (styled.current === key) view.setStyle(style);
    });
  }, [view, baseMap, scheme]);

  useEffect(() => {
    if (!view) return undefined;
    view.draw(session.state);
    const stopDrawing = session.store.subscribe((state) => view.draw(state));
    const takeBack = lendView(session.mapId, (box) => view.fit(box));
    const leave = joinViews(view.map);
    if (camera.current) view.look(camera.current);
    else showAll(session, view);
    camera.current = null;
    return () => {
      leave();
      stopDrawing();
      takeBack();
    };
  }, [view, session]);
  return picture;
}

/** A map whose first view nobody has chosen begins where its layers are. */
function showAll(session: MapSession, view: MapView): void {
  const { viewState } = session.state;
  if (!isDefault(viewState)) return;
  const box = joinBoxes(visibleLayers(session.state).map((id) => layerBox(session.state, id)));
  if (box)
    view.map.jumpTo(
      view.map.cameraForBounds([box[0], Math.max(-70, box[1]), box[2], Math.min(80, box[3])], {
        padding: 40,
        maxZoom: Object.keys(session.state.photos).length > 0 ? 19 : 15,
      }) ?? {},
    );
}

function isDefault(view: ViewState): boolean {
  return (Object.keys(defaultViewState) as (keyof ViewState)[]).every((key) => view[key] === defaultViewState[key]);
}

/** Handlers that always reach the newest ones. */
function passOn(latest: RefObject<MapPictureHandlers>): MapPictureHandlers {
  return {
    onChosen: (hit) => latest.current.onChosen(hit),
    onMenu: (place, hit) => latest.current.onMenu(place, hit),
    onTiles: (isReachable) => latest.current.onTiles(isReachable),
  };
}
