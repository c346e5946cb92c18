import type { StoryView } from '@groma/model';
import { rasterSight } from './raster-sight.ts';
import type { ReadMap } from './read-map.ts';
import { datedLayers, dayAt, daysOf } from './time-axis.ts';

/** The day that is seen of which images of a map, as its axis stands; null where all are seen. */
export function shownTime({ mapId, state }: Pick<ReadMap, 'mapId' | 'state'>): StoryView['time'] {
  const { sight } = rasterSight(mapId).getState();
  const day = datedLayers(state).find(({ id }) => sight?.shown.includes(id))?.day;
  return sight && day !== undefined ? { day, images: [...sight.axis] } : null;
}

/** Shows one day of some images of a map; null: all as the tree has them. */
export function showTime({ mapId, state }: Pick<ReadMap, 'mapId' | 'state'>, time: StoryView['time']): void {
  const images = time ? datedLayers(state).filter(({ id }) => time.images.includes(id)) : [];
  const day = time && (dayAt(daysOf(images), time.day) ?? images[0]?.day);
  rasterSight(mapId).setState({
    sight:
      images.length === 0
        ? null
        : {
            axis: images.map(({ id }) => id),
            shown: images.filter((each) => each.day === day).map(({ id }) => id),
            ahead: [],
            left: [],
            right: [],
            at: 1,
          },
  });
}
