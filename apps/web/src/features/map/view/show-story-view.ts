import type { StoryView } from '@groma/model';
import type { OwnSightMap } from '../session/read-map.ts';
import { showTime } from '../session/show-time.ts';
import type { MapView } from './map-view.ts';

/** Brings a map to what a step of its story shows; layers that are not there are left out. */
export function showStoryView(map: OwnSightMap, view: MapView, { camera, layers, time }: StoryView): void {
  map.showOnly(layers);
  showTime(map, time);
  view.draw(map.state);
  view.map.triggerRepaint();
  view.travel(camera);
}
