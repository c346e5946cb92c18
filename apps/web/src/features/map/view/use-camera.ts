import type { Map as LibreMap } from 'maplibre-gl';
import { useCallback, useRef, useSyncExternalStore } from 'react';

/** Draws a component anew, once a frame, while the camera moves or the panel is resized. */
export function useCamera(map: LibreMap): void {
  const count = useRef(0);
  const subscribe = useCallback(
    (listener: () => void) => {
      const onMove = () => {
        count.current += 1;
        listener();
      };
      map.on('move', onMove);
      map.on('resize', onMove);
      return () => {
        map.off('move', onMove);
        map.off('resize', onMove);
      };
    },
    [map],
  );
  useSyncExternalStore(subscribe, () => count.current);
}
