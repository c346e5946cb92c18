import type { StoryStep, ViewState } from '@groma/model';
import { useCallback, useEffect, useRef } from 'react';
import type { MapView } from '../view/map-view.ts';
import {
  filteredLayers,
  filterLayers,
  stepOf,
  switchedLayers,
  switchLayers,
  type OpenPublished,
} from './open-published.ts';
import { readAddress, writeAddress } from './view-address.ts';

interface Follow {
  /** The address names the map too. */
  hasSeveral: boolean;
  /** Told that it names another map. */
  onOther: () => void;
  /** The step of the story that is shown; null where the map is read by itself. */
  step: StoryStep | null;
  /** Told that the address names another step, or none. */
  onStep: (step: StoryStep | null) => void;
}

/**
 * Keeps the page's address in step with what is seen, so that it shows others the same, and has what is seen read.
 * Returns the way back to the first view, or to that of the step.
 */
export function useAddress(
  open: OpenPublished,
  view: MapView | null,
  { hasSeveral, onOther, step, onStep }: Follow,
): () => void {
  const home = useRef<ViewState | null>(null);
  /** Whether the reader has left the view that belongs to what is shown. */
  const isMoved = useRef(false);
  const shown = useRef(step);
  const write = useCallback(() => {
    const hash = writeAddress({
      view: isMoved.current && view ? view.view : null,
      ...switchedLayers(open, shown.current),
      filters: filteredLayers(open),
      map: hasSeveral ? open.map.mapId : null,
      step: shown.current?.id ?? null,
    });
    if (hash !== location.hash) history.replaceState(null, '', hash || location.pathname + location.search);
  }, [open, view, hasSeveral]);

  useEffect(() => {
    if (shown.current === step) return;
    // Who leaves the story stays where the map is.
    isMoved.current = step === null;
    shown.current = step;
    write();
  }, [step, write]);

  useEffect(() => {
    if (!view) return undefined;
    const { map } = view;
    home.current ??= view.view;
    const asked = readAddress(location.hash);
    if (asked.view) view.look(asked.view);
    map.doubleClickZoom.enable();
    isMoved.current = asked.view !== null;
    const onMoved = (event: { isTravel?: boolean }) => {
      if (!event.isTravel) isMoved.current = true;
      write();
      look();
    };
    const look = () => {
      // What cannot be read its layer says.
      open.map.look(view.sight).catch(() => undefined);
    };
    look();
    map.on('moveend', onMoved);
    map.on('resize', look);
    const stop = open.map.store.subscribe(({ hierarchy, styles }, before) => {
      if (hierarchy !== before.hierarchy || styles !== before.styles) write();
    });
    // Somebody changes the address by hand, or follows a link to another view or map.
    const onHash = () => {
      const wanted = readAddress(location.hash);
      if (hasSeveral && wanted.map !== null && wanted.map !== open.map.mapId) return onOther();
      const next = stepOf(open.steps, wanted);
      if (next !== shown.current) onStep(next);
      switchLayers(open, next, wanted);
      filterLayers(open, wanted);
      if (wanted.view) view.look(wanted.view);
    };
    addEventListener('hashchange', onHash);
    return () => {
      map.off('moveend', onMoved);
      map.off('resize', look);
      removeEventListener('hashchange', onHash);
      stop();
    };
  }, [open, view, hasSeveral, onOther, onStep, write]);

  return useCallback(() => {
    const camera = shown.current?.view.camera ?? home.current;
    if (camera) view?.look(camera);
  }, [view]);
}
