import type { Map } from 'maplibre-gl';

/** What the graphics card has drawn can be read only in the frame in which it was drawn. */
export function inFrame(map: Map, read: () => void): Promise<void> {
  return new Promise((resolve) => {
    map.once('render', () => {
      read();
      resolve();
    });
    map.triggerRepaint();
  });
}
