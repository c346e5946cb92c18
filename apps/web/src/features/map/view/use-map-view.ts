import { useInterface } from '@groma/ui';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { baseMapStyle } from '../basemap/base-map.ts';
import { defaultViewState, type ViewState } from '@groma/model';
import { joinBoxes } from '../session/join-boxes.ts';
import type { ReadMap } from '../session/read-map.ts';
import { layerBox } from '../session/map-state.ts';
import { useMapState } from '../session/use-map-state.ts';
import { visibleLayers } from '../session/drawn-layers.ts';
import type { LayerKind } from './layer-kind.ts';
import type { MapTool, ToolPlace } from './map-tool.ts';
import { MapTools, type MapToolsHandlers } from './map-tools.ts';
import { MapView } from './map-view.ts';
import type { MapPicture } from './open-pictures.ts';
import { viewOfHere } from './view-of-time-zone.ts';

export interface MapPictureHandlers extends MapToolsHandlers {
  /** Whether the tiles of a base map could be had. */
  onTiles(isReachable: boolean): void;
}

/** What a picture is made of. Its parts stay the same as long as it is shown. */
interface PictureParts {
  kinds: readonly LayerKind[];
  tools: readonly ((place: Omit<ToolPlace, 'session'>) => MapTool)[];
  /** Told of a view that is shown, at the place where it begins; returns what to do when it goes. */
  onShown?(view: MapView): () => void;
}

/** The map in its container, made once the state is known and kept in step with it, and what the pointer does there. */
export function useMapView(
  session: ReadMap,
  container: RefObject<HTMLDivElement | null>,
  handlers: MapPictureHandlers,
  { kinds, tools, onShown }: PictureParts,
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
      made = { view: madeView, tools: new MapTools(madeView, passed, tools) };
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
    if (camera.current) view.look(camera.current);
    else showAll(session, view);
    camera.current = null;
    // Whoever waits for the view to go to a place goes there from where it begins.
    const leave = onShown?.(view);
    return () => {
      leave?.();
      stopDrawing();
    };
    // What is told of the view is told once for each.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [view, session]);
  return picture;
}

/** A map whose first view nobody has chosen begins where its layers are, an empty one where the person is. */
function showAll(session: ReadMap, view: MapView): void {
  const { viewState } = session.state;
  if (!isDefault(viewState)) return;
  const box = joinBoxes(visibleLayers(session.state).map((id) => layerBox(session.state, id)));
  if (Object.keys(session.state.hierarchy).length === 0) view.look(viewOfHere());
  if (box)
    view.map.jumpTo(
      view.map.cameraForBounds([box[0], Math.max(-70, box[1]), box[2], Math.min(80, box[3])], {
        padding: 40,
        maxZoom: Object.keys(session.state.photos).length > 0 ? 19 : 15,
      }) ?? {},
    );
}

/** Whether nobody has chosen a view. */
export function isDefault(view: ViewState): boolean {
  return (Object.keys(defaultViewState) as (keyof ViewState)[]).every((key) => view[key] === defaultViewState[key]);
}

/** Handlers that always reach the newest ones. */
function passOn(latest: RefObject<MapPictureHandlers>): MapPictureHandlers {
  return {
    onChosen: (hit) => latest.current.onChosen(hit),
    onMenu: (place, hit) => latest.current.onMenu(place, hit),
    onTiles: (isReachable) => latest.current.onTiles(isReachable),
    onPointer: (place) => latest.current.onPointer?.(place),
  };
}
