import {
  EmptyState,
  ErrorState,
  MapIcon,
  Note,
  Button,
  SkeletonRows,
  toast,
  UploadIcon,
  useContextMenu,
  type MenuEntry,
} from '@groma/ui';
import { useCallback, useEffect, useRef, useState, type DragEvent } from 'react';
import 'maplibre-gl/dist/maplibre-gl.css';
import { useStore } from 'zustand';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { useLeaveQuestion } from '../../../platform/use-leave-question.ts';
import { act, line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import type { PanelProps } from '../../../registry/panel.ts';
import { useBaseMapAttribution } from '../basemap/base-map.ts';
import { importItems } from '../maps/import-items.ts';
import type { MapImports } from '../maps/map-imports.ts';
import { lendView, type MapPanelParams } from '../maps/map-panels.ts';
import type { MapSession } from '../session/map-session.ts';
import { useMapSession } from '../session/use-map-session.ts';
import { useMapState } from '../session/use-map-state.ts';
import { useOutageText } from '../session/use-outage-text.ts';
import { FeatureCard } from './feature-card.tsx';
import { MapCursors } from './map-cursors.tsx';
import { MapZoom, Neatline, Readout, ScaleBar } from '../view/map-edges.tsx';
import { HoverTip } from '../view/hover-tip.tsx';
import { MapLegend } from '../view/map-legend.tsx';
import type { MapPanelParts } from './map-panel-parts.ts';
import { MapToolbar } from './map-toolbar.tsx';
import type { Hit, MapView } from '../view/map-view.ts';
import { kindOf } from '../view/layer-kind.ts';
import { useAttribution } from '../view/use-attribution.ts';
import { copyPlace } from './panel-commands.ts';
import { useProjectPicture } from './project-picture.ts';
import { joinViews } from './sync-views.ts';
import { lendPicture } from '../view/open-pictures.ts';
import { useMapView, type MapPictureHandlers } from '../view/use-map-view.ts';
import './map-panel.css';

/** One map: its picture, tools, legend, and who else is there. */
export function MapPanel({ api, params, parts }: PanelProps<MapPanelParams> & { parts: MapPanelParts }) {
  const t = useText();
  const session = useMapSession(params.mapId);
  const status = useMapState(session, (state) => state.status);
  const failure = useMapState(session, (state) => state.failure);
  const name = useMapState(session, (state) => state.name);
  useEffect(() => {
    if (name !== '') api.setTitle(name);
  }, [api, name]);
  const isBegun = useRef(false);
  // A map that does not open leaves no panel; its operation says why (MAP-105). One that nothing answers for stays
  // (MAP-139).
  useEffect(() => {
    if (!isBegun.current || status !== 'failed') return;
    if (failure !== null) toast.error(failure);
    api.close();
  }, [status, failure, api]);
  useEffect(() => {
    // What did not open before is read anew for a panel that has come since.
    if (session.state.status === 'failed') session.reopen();
    isBegun.current = true;
  }, [session]);
  if (status === 'gone')
    return (
      <ErrorState title={t('map.gone')}>
        <Button onClick={() => api.close()}>{t('map.closeTab')}</Button>
      </ErrorState>
    );
  return <OpenMap session={session} parts={parts} />;
}

type Place = { layerId: string; fid: number };
type MenuPlace = Parameters<MapPictureHandlers['onMenu']>[0];

function OpenMap({ session, parts }: { session: MapSession; parts: MapPanelParts }) {
  const t = useText();
  const container = useRef<HTMLDivElement>(null);
  const [card, setCard] = useState<Place | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const openMenu = useContextMenu();
  const showsCursors = useProject().show_cursors;
  const baseMap = useMapState(session, (state) => state.baseMap);
  const isTilesMissing = missing === baseMap;
  // The built-in map stands in for tiles that cannot be reached.
  const attribution = useAttribution(session, parts.kinds, useBaseMapAttribution(isTilesMissing ? 'dataviz' : baseMap));
  const picture = useMapView(
    session,
    container,
    {
      onChosen: (hit) => setCard(hit && { layerId: hit.layerId, fid: hit.fid }),
      onMenu: (place, hit) => {
        openMenu({ x: place.clientX, y: place.clientY }, mapMenu(session, place, hit, parts));
      },
      onTiles: (isReachable) => setMissing(isReachable ? null : baseMap),
      onPointer: (place) => {
        if (place) session.shareCursor({ ...place, zoom: picture?.view.map.getZoom() ?? 0 });
        else session.hideCursor();
      },
    },
    {
      kinds: parts.kinds,
      tools: parts.tools.map((make) => (place) => make({ ...place, session })),
      onShown: (shownView) => joinPanel(session, shownView),
    },
  );
  const view = picture?.view ?? null;
  useProjectPicture(session, view);
  const drop = useDrop(session, parts.imports);
  const isUnanswered = useMapState(session, (state) => state.isUnanswered);
  // While something is drawn its bar stands where the foot of a card is.
  const isDrawing = useStore(session.drawing.store, ({ mode }) => mode !== 'select');
  const shown = isDrawing ? null : card;
  const kind = useMapState(session, (state) => shown && kindOf(parts.kinds, state, shown.layerId));
  // What was drawn and not saved is gone with the page.
  useLeaveQuestion(useStore(session.drawing.store, ({ past, sketch }) => past.length > 0 || sketch.length > 0));
  const outageText = useOutageText(session);
  const hasSelection = useMapState(session, ({ selection }) => Object.values(selection).some(({ size }) => size > 0));
  useEffect(() => () => session.hideCursor(), [session]);
  useEffect(
    () => (picture ? lendPicture(session.mapId, { ...picture, attribution }) : undefined),
    [session, picture, attribution],
  );
  return (
    <div className="map-panel" onDragOver={drop.onDragOver} onDragLeave={drop.onDragLeave} onDrop={drop.onDrop}>
      <div className="map-canvas" ref={container} />
      {!view && !isUnanswered && (
        <div className="map-loading">
          <SkeletonRows rows={3} withIcon={false} />
        </div>
      )}
      {!view && isUnanswered && (
        <div className="map-note" role="status">
          <Note kind="warning">{t('map.offline.unanswered')}</Note>
        </div>
      )}
      {picture && view && (
        <>
          <Neatline map={view.map} />
          <div className="map-over">
            {showsCursors && <MapCursors map={view.map} cursors={session.cursors} />}
            <MapToolbar session={session} picture={picture} parts={parts} />
            <MapZoom map={view.map} />
            <ScaleBar map={view.map} attribution={attribution} />
            <div className="map-corner">
              <div className="map-corner-row">
                <MapLegend session={session} kinds={parts.kinds} />
                {shown && kind?.card
                  ? kind.card({ session, layerId: shown.layerId, onClose: () => setCard(null) })
                  : shown &&
                    hasSelection && <FeatureCard session={session} place={shown} onClose={() => setCard(null)} />}
              </div>
              <Readout map={view.map} seen={picture.tools.seen} />
            </div>
            {outageText !== null && (
              <div className="map-note" role="status">
                <Note kind="warning">{outageText}</Note>
              </div>
            )}
            {isTilesMissing && outageText === null && (
              <div className="map-note">
                <Note kind="warning">
                  {t('map.tilesMissing', {
                    name: t(baseMap === 'satellite' ? 'map.baseMap.satellite' : 'map.baseMap.openStreetMap'),
                  })}
                </Note>
              </div>
            )}
            <parts.Bar session={session} picture={picture} />
            <Nothing session={session} imports={parts.imports} />
            {parts.tips.map((Tip, index) => (
              <Tip key={index} session={session} picture={picture} width={view.map.getContainer().clientWidth} />
            ))}
            <HoverTip
              session={session}
              seen={picture.tools.seen}
              kinds={parts.kinds}
              carded={shown}
              width={view.map.getContainer().clientWidth}
            />
          </div>
        </>
      )}
      {drop.isOver && (
        <div className="map-drop">
          <b>{t('map.dropHere')}</b>
        </div>
      )}
    </div>
  );
}

/** Lets others bring a map's panel to a place, and its view follow those of other maps; returns how to end that. */
function joinPanel(session: MapSession, view: MapView): () => void {
  const takeBack = lendView(session.mapId, (box) => view.fit(box));
  const leave = joinViews(view.map);
  return () => {
    leave();
    takeBack();
  };
}

/** The menu of the right button: the place, then the layer of the feature that is there (MAP-032, MAP-036, MAP-037). */
function mapMenu(
  session: MapSession,
  { lng, lat }: MenuPlace,
  hit: Hit | null,
  { layerMenu }: Pick<MapPanelParts, 'layerMenu'>,
): MenuEntry[] {
  const layer = hit ? session.state.hierarchy[hit.layerId] : undefined;
  return menuOf([
    menuEntry(copyPlace, { lng, lat }),
    ...(layer
      ? [
          line('line-layer'),
          { key: 'layer', kind: 'heading' as const, label: layer.text },
          ...layerMenu(session, layer.id, hit?.fid),
        ]
      : []),
  ]);
}

function useDrop(session: MapSession, { takesDrop, drop }: MapImports) {
  const mayUpdate = useCan('update', 'map');
  const [isOver, setOver] = useState(false);
  const isWanted = useCallback(
    (event: DragEvent) => mayUpdate && takesDrop(event.dataTransfer),
    [mayUpdate, takesDrop],
  );
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      if (!isWanted(event)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Element | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!isWanted(event)) return;
      event.preventDefault();
      event.stopPropagation();
      drop({ mapId: session.mapId, projectId: session.projectId }, event.dataTransfer);
    },
  };
}

/** What goes here, while the map has no layers. */
function Nothing({ session, imports }: { session: MapSession; imports: MapImports }) {
  const t = useText();
  const mayUpdate = useCan('update', 'map');
  const isEmpty = useMapState(session, ({ hierarchy }) => Object.keys(hierarchy).length === 0);
  const isImporting = importItems(({ items }) => items.some(({ mapId }) => mapId === session.mapId));
  const isDrawing = useStore(session.drawing.store, ({ mode, editing }) => mode !== 'select' || editing !== null);
  if (!isEmpty || isImporting || isDrawing) return null;
  return (
    <div className="map-empty">
      <EmptyState
        icon={<MapIcon size={18} />}
        title={t('map.emptyMap')}
        action={
          mayUpdate && (
            <Button icon={<UploadIcon />} onClick={() => act(imports.fromDesktop, { mapId: session.mapId })}>
              {t('map.addFiles')}
            </Button>
          )
        }
      >
        {t(mayUpdate ? 'map.emptyMapText' : 'map.emptyMapTextViewer')}
      </EmptyState>
    </div>
  );
}
