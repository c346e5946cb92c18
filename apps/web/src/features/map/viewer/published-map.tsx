import 'maplibre-gl/dist/maplibre-gl.css';
import { Note, SkeletonRows } from '@groma/ui';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { useBaseMapAttribution } from '../basemap/base-map.ts';
import { isWhole } from '../render/data-layers.ts';
import { useMapState } from '../session/use-map-state.ts';
import { HoverTip } from '../view/hover-tip.tsx';
import type { LayerKind } from '../view/layer-kind.ts';
import type { PointerPlace } from '../view/map-pointer.ts';
import { MapZoom, ScaleBar } from '../view/map-edges.tsx';
import { MapLegend } from '../view/map-legend.tsx';
import { useAttribution } from '../view/use-attribution.ts';
import { useMapView } from '../view/use-map-view.ts';
import type { OpenPublished } from './open-published.ts';
import { PressTool } from './press-tool.ts';
import type { Publication } from './read-publication.ts';
import { useAddress } from './use-address.ts';
import { useStorySteps } from './use-story-steps.ts';
import { ViewerCard, type FeaturePlace } from './viewer-card.tsx';
import { ViewerPanel } from './viewer-panel.tsx';
import type { ViewerImages, ViewerParts } from './viewer-parts.ts';
import './viewer.css';

const ViewerTable = lazy(async () => ({ default: (await import('./viewer-table.tsx')).ViewerTable }));

interface PublishedMapProps {
  publication: Publication;
  open: OpenPublished;
  kinds: readonly LayerKind[];
  images: ViewerImages | null;
  parts: ViewerParts;
  onMap: (mapId: string) => void;
  /** The address names another map. */
  onOther: () => void;
}

/** A published map: its picture, and what a reader can look up, switch and share of it. */
export function PublishedMap({ publication, open, kinds, images, parts, onMap, onOther }: PublishedMapProps) {
  const t = useText();
  const { map } = open;
  const container = useRef<HTMLDivElement>(null);
  const [card, setCard] = useState<FeaturePlace | null>(null);
  const [hasTable, setTable] = useState(false);
  const [hasCharts, setCharts] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const isRead = useMapState(map, isWhole);
  const baseMap = useMapState(map, (state) => state.baseMap);
  const isTilesMissing = missing === baseMap;
  const attribution = useAttribution(map, kinds, useBaseMapAttribution(isTilesMissing ? 'dataviz' : baseMap));
  const press = useRef<(place: PointerPlace) => void>(() => undefined);
  const picture = useMapView(
    map,
    container,
    {
      onChosen: (hit) => showCard(hit && { layerId: hit.layerId, fid: hit.fid }),
      onMenu: () => undefined,
      onTiles: (isReachable) => setMissing(isReachable ? null : baseMap),
    },
    {
      kinds,
      tools: [...(images?.tools(map) ?? []), (place) => new PressTool(place, (at) => press.current(at))],
    },
  );
  const view = picture?.view ?? null;
  useEffect(() => {
    press.current = (place) => {
      if (picture) images?.press(picture, place);
    };
  }, [picture, images]);
  const showCard = (place: FeaturePlace | null) => {
    if (picture) images?.release(picture);
    setCard(place);
  };
  // Each step has days of its own.
  const beforeStep = useCallback(() => {
    if (picture) images?.leaveTime(picture);
  }, [picture, images]);
  const { step, setStep } = useStorySteps(open, view, beforeStep);
  const [isPresenting, setPresenting] = useState(false);
  const goHome = useAddress(open, view, {
    hasSeveral: publication.content.maps.length > 1,
    onOther,
    step,
    onStep: setStep,
  });
  const show = (place: FeaturePlace) => {
    showCard(place);
    void map.boundsOf({ [place.layerId]: [place.fid] }).then((box) => box && view?.fit(box));
  };
  return (
    <main
      className="viewer"
      data-table={hasTable || undefined}
      data-charts={hasCharts || undefined}
      data-presenting={isPresenting || undefined}
    >
      <h1 className="viewer-name">{publication.title}</h1>
      <div className="viewer-body">
        {step && (
          <Suspense
            fallback={
              <div className="viewer-story-room">
                <SkeletonRows rows={4} withIcon={false} />
              </div>
            }
          >
            <parts.Story
              steps={open.steps}
              step={step.id}
              onStep={(id) => setStep(open.steps.find((each) => each.id === id) ?? null)}
              isPresenting={isPresenting}
              onPresent={setPresenting}
            />
          </Suspense>
        )}
        <div className="viewer-map" aria-busy={!view || !isRead}>
          <div className="map-canvas" ref={container} />
          {picture && view && (
            <div className="map-over">
              <MapZoom map={view.map} />
              <ScaleBar map={view.map} attribution={attribution} />
              <ViewerPanel
                {...{ publication, map, onMap, goHome, hasTable }}
                story={
                  open.steps.length === 0
                    ? null
                    : { isOn: step !== null, turn: () => setStep(step ? null : (open.steps[0] ?? null)) }
                }
                charts={open.charts.length === 0 ? null : { isOn: hasCharts, turn: () => setCharts(!hasCharts) }}
                tools={images && <images.Button map={map} picture={picture} />}
                onFound={show}
                onTable={() => setTable(!hasTable)}
                onPrint={() =>
                  parts.print({ map, view, title: publication.title, attribution, prepare: (sight) => map.look(sight) })
                }
              />
              <div className="map-corner">
                {card ? (
                  <ViewerCard map={map} view={view} place={card} onClose={() => setCard(null)} />
                ) : (
                  <>
                    {images && <images.Card map={map} picture={picture} />}
                    <MapLegend session={map} kinds={kinds} />
                  </>
                )}
              </div>
              {images && <images.Over map={map} picture={picture} step={step} />}
              {isTilesMissing && (
                <div className="map-note">
                  <Note kind="warning">
                    {t('map.tilesMissing', {
                      name: t(baseMap === 'satellite' ? 'map.baseMap.satellite' : 'map.baseMap.openStreetMap'),
                    })}
                  </Note>
                </div>
              )}
              <HoverTip
                session={map}
                seen={picture.tools.seen}
                kinds={kinds}
                carded={card}
                width={view.map.getContainer().clientWidth}
              />
            </div>
          )}
        </div>
        {hasCharts && (
          <Suspense
            fallback={
              <div className="viewer-charts-room">
                <SkeletonRows rows={6} withIcon={false} />
              </div>
            }
          >
            <parts.Charts map={map} charts={open.charts} onClose={() => setCharts(false)} />
          </Suspense>
        )}
      </div>
      {hasTable && (
        <Suspense fallback={null}>
          <ViewerTable map={map} onChosen={show} onClose={() => setTable(false)} />
        </Suspense>
      )}
    </main>
  );
}
