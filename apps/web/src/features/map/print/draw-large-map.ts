import type { Bbox } from '@groma/geo';
import { baseMapStyle } from '../basemap/base-map.ts';
import type { Theme } from '../basemap/map-colours.ts';
import type { ReadMap } from '../session/read-map.ts';
import { inFrame } from '../view/in-frame.ts';
import { MapView } from '../view/map-view.ts';
import { dotsPerInch } from './paper.ts';

/** Pixels of a page of the screen for an inch. */
const screenDotsPerInch = 96;
const longestMs = 90_000;

/** A picture of a map for paper. */
export interface LargeMap {
  canvas: HTMLCanvasElement;
  /** Of its middle. */
  latitude: number;
  /** For pixels of a page of 96 an inch. */
  zoom: number;
  bearing: number;
}

/**
 * Draws what a view shows once more, as large as a paper needs it: the middle stays, and all that is in the view is in
 * the picture. `width` and `height` are of the paper, in millimetres. @throws Error where it does not come.
 */
export async function drawLargeMap(
  map: ReadMap,
  view: MapView,
  {
    width,
    height,
    theme,
    prepare,
  }: {
    width: number;
    height: number;
    theme: Theme;
    /** Has what lies in a box of degrees read. */
    prepare?: ((sight: Bbox) => Promise<void>) | undefined;
  },
): Promise<LargeMap> {
  const [across, down] = [width, height].map((side) => Math.round((side / 25.4) * screenDotsPerInch)) as [
    number,
    number,
  ];
  const container = document.createElement('div');
  container.setAttribute('aria-hidden', 'true');
  Object.assign(container.style, {
    position: 'fixed',
    left: `${-2 * across}px`,
    top: '0',
    width: `${across}px`,
    height: `${down}px`,
  });
  document.body.append(container);
  const large = new MapView(
    container,
    await baseMapStyle(map.state.baseMap, theme),
    map,
    () => undefined,
    view.kinds,
    dotsPerInch / screenDotsPerInch,
  );
  let stop = (): void => undefined;
  try {
    const screen = view.map.getContainer();
    const closer = Math.log2(Math.min(across / screen.clientWidth, down / screen.clientHeight));
    const zoom = view.view.zoom + closer;
    large.look({ ...view.view, zoom });
    await prepare?.(large.sight);
    large.draw(map.state);
    // What is still being read is drawn when it has come.
    stop = map.store.subscribe((state) => large.draw(state));
    await drawn(large);
    return { canvas: await copyOf(large), latitude: view.view.latitude, zoom, bearing: view.view.bearing };
  } finally {
    stop();
    large.remove();
    container.remove();
  }
}

/** Waits until all that is to be seen is there. @throws Error after a minute and a half. */
async function drawn(view: MapView): Promise<void> {
  const until = performance.now() + longestMs;
  while (!view.isDrawn) {
    if (performance.now() > until) throw new Error('The map was not drawn in time.');
    view.map.triggerRepaint();
    // oxlint-disable-next-line no-await-in-loop -- one frame after the other
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

async function copyOf({ map }: MapView): Promise<HTMLCanvasElement> {
  const source = map.getCanvas();
  const canvas = Object.assign(document.createElement('canvas'), { width: source.width, height: source.height });
  await inFrame(map, () => canvas.getContext('2d')!.drawImage(source, 0, 0));
  return canvas;
}
