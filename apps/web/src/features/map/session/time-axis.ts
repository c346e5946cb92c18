import { completeRasterStyle, dayIn, descendantsOf, rootParent } from '@groma/model';
import type { MapState } from './map-state.ts';

/** An image of a day. */
export interface DatedLayer {
  id: string;
  name: string;
  /** As yyyy-mm-dd. */
  day: string;
  /** The data set that it is of; an empty text where that is not known. */
  set: string;
  /** Whether it is drawn from files, and not by Earth Engine: others have no values that can be read. */
  isFile: boolean;
}

/** Which images form the axis. */
export type AxisChoice =
  | { kind: 'all' }
  | { kind: 'set'; set: string }
  | { kind: 'group'; id: string }
  | { kind: 'chosen'; ids: readonly string[] };

type Images = Pick<MapState, 'hierarchy' | 'rasters'>;

const dayMs = 86_400_000;

/** The images of a map that have a date, the oldest first, those of one day as the tree has them. */
export function datedLayers({ hierarchy, rasters }: Images, below = rootParent): DatedLayer[] {
  return descendantsOf(hierarchy, below)
    .flatMap(({ id, text }) => {
      const raster = rasters[id];
      const style = raster && completeRasterStyle(raster.style);
      const day = style && dayIn(style.startDate ?? '');
      return day ? [{ id, name: text, day, set: style.eeType ?? '', isFile: style.layerType !== 'GEE' }] : [];
    })
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** The images of an axis. */
export function axisLayers(images: Images, choice: AxisChoice): DatedLayer[] {
  if (choice.kind === 'group') return datedLayers(images, choice.id);
  const all = datedLayers(images);
  if (choice.kind === 'set') return all.filter(({ set }) => set === choice.set);
  return choice.kind === 'chosen' ? all.filter(({ id }) => choice.ids.includes(id)) : all;
}

/** What an axis can be made of beside all: data sets and groups that have two images or more. */
export function axisChoices(images: Images): { sets: string[]; groups: { id: string; name: string }[] } {
  const all = datedLayers(images);
  const sets = [...new Set(all.map(({ set }) => set))].filter(
    (set) => set !== '' && all.filter((each) => each.set === set).length > 1,
  );
  const groups = descendantsOf(images.hierarchy, rootParent)
    .filter(({ id, type }) => type === 'Group' && datedLayers(images, id).length > 1)
    .map(({ id, text }) => ({ id, name: text }));
  return { sets: sets.length > 1 || all.some(({ set }) => set === '') ? sets : [], groups };
}

/** The days that have images, each once. */
export function daysOf(layers: readonly DatedLayer[]): string[] {
  return [...new Set(layers.map(({ day }) => day))];
}

/** The newest day with an image that is not after a day; null where all come later. */
export function dayAt(days: readonly string[], day: string): string | null {
  return days.findLast((each) => each <= day) ?? null;
}

/** The day with an image so many steps on from the one that a day shows; the first or last where there is none. */
export function stepFrom(days: readonly string[], day: string, steps: number): string {
  const at = days.findLastIndex((each) => each <= day);
  return days[Math.min(days.length - 1, Math.max(0, at + steps))] ?? day;
}

/** What stands next when the images run: behind the last comes the first. */
export function nextOf(days: readonly string[], day: string): string {
  const at = days.findLastIndex((each) => each <= day);
  return days[(at + 1) % days.length] ?? day;
}

/** Days since 1970, for places on a line. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

export function dayOfNumber(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}
