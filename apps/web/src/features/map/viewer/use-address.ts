import type { ViewState } from '@groma/model';
import { useCallback, useEffect, useRef } from 'react';
import type { MapView } from '../view/map-view.ts';
import { switchedLayers, switchLayers, type OpenPublished } from './open-published.ts';
import { readAddress, writeAddress } from './view-address.ts';

/**
 * Keeps the page's address in step with what is seen, so that it shows others the same, and has what is seen read.
 * Returns the way back to the first view. `hasSeveral`: the address names the map too; `onOther` is told that it names
 * another one.
 */
export function useAddress(
  open: OpenPublished,
  view: MapView | null,
  { hasSeveral, onOther }: { hasSeveral: boolean; onOther: () => void },
): () => void {
  const home = useRef<ViewState | null>(null);
  useEffect(() => {
    if (!view) return undefined;
    const { map } = view;
    home.current ??= view.view;
    const asked = readAddress(location.hash);
    if (asked.view) view.look(asked.view);
    map.doubleClickZoom.enable();
    let isMoved = asked.view !== null;
    const write = () => {
      const hash = writeAddress({
        view: isMoved ? view.view : null,
        ...switchedLayers(open),
        map: hasSeveral ? open.map.mapId : null,
      });
      if (hash !== location.hash) history.replaceState(null, '', hash || location.pathname + location.search);
    };
    const onMoved = () => {
      isMoved = true;
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
    const stop = open.map.store.subscribe(({ hierarchy }, before) => {
      if (hierarchy !== before.hierarchy) write();
    });
    // Somebody changes the address by hand, or follows a link to another view or map.
    const onHash = () => {
      const wanted = readAddress(location.hash);
      if (hasSeveral && wanted.map !== null && wanted.map !== open.map.mapId) return onOther();
      switchLayers(open, wanted);
      if (wanted.view) view.look(wanted.view);
    };
    addEventListener('hashchange', onHash);
    return () => {
      map.off('moveend', onMoved);
      map.off('resize', look);
      removeEventListener('hashchange', onHash);
      stop();
    };
  }, [open, view, hasSeveral, onOther]);
  return useCallback(() => {
    if (home.current) view?.look(home.current);
  }, [view]);
}
