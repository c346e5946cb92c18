import { filterKey, readFilterKey, type LayerFilter } from '@groma/model';
import { wrapLongitude } from '../view/map-maths.ts';

/** Where a reader stands, and which layers they have switched otherwise than the map was published with. */
interface SharedView {
  longitude: number;
  latitude: number;
  zoom: number;
  bearing: number;
  pitch: number;
}

export interface SharedAddress {
  view: SharedView | null;
  on: readonly string[];
  off: readonly string[];
  /** Layers of which they show other features than the map was published with. */
  filters: Readonly<Record<string, LayerFilter>>;
  /** Which of several maps is shown. */
  map: string | null;
  /** The step of its story; null where the map is read by itself. */
  step: string | null;
}

/** Decimals of a place that are a pixel at most at a zoom. */
const decimalsAt = (zoom: number): number => Math.max(2, Math.min(6, Math.ceil(zoom / 3) + 1));
const limits = { latitude: 90, zoom: 24, pitch: 70 };

/** Reads the part of an address behind its `#`; what cannot be read is left out. */
export function readAddress(hash: string): SharedAddress {
  const found = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    view: readView(found.get('map') ?? ''),
    on: listOf(found.get('on')),
    off: listOf(found.get('off')),
    filters: readFilters(found.getAll('filter')),
    map: found.get('at'),
    step: listOf(found.get('step'))[0] ?? null,
  };
}

/** Writes it: `#map=5.2/45.07/7.68`, with bearing and pitch where the map is turned. */
export function writeAddress({ view, on, off, filters, map, step }: SharedAddress): string {
  const parts = [
    ...(step === null ? [] : [`step=${step}`]),
    ...(view ? [`map=${viewText(view)}`] : []),
    ...(on.length > 0 ? [`on=${on.join(',')}`] : []),
    ...(off.length > 0 ? [`off=${off.join(',')}`] : []),
    ...Object.entries(filters).map(([id, filter]) => `filter=${id}:${encodeURIComponent(filterKey(filter))}`),
    ...(map === null ? [] : [`at=${map}`]),
  ];
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}

function viewText({ longitude, latitude, zoom, bearing, pitch }: SharedView): string {
  const digits = decimalsAt(zoom);
  const turned = Math.round(bearing) === 0 && Math.round(pitch) === 0 ? [] : [Math.round(bearing), Math.round(pitch)];
  return [
    Number(zoom.toFixed(2)),
    Number(latitude.toFixed(digits)),
    Number(wrapLongitude(longitude).toFixed(digits)),
    ...turned,
  ].join('/');
}

function readView(text: string): SharedView | null {
  const [zoom, latitude, longitude, bearing = 0, pitch = 0, ...more] = text.split('/').map(Number);
  if (more.length > 0 || zoom === undefined || latitude === undefined || longitude === undefined) return null;
  const all = [zoom, latitude, longitude, bearing, pitch];
  if (text === '' || !all.every(Number.isFinite)) return null;
  const isThere = Math.abs(latitude) <= limits.latitude && zoom >= 0 && zoom <= limits.zoom;
  if (!isThere || pitch < 0 || pitch > limits.pitch) return null;
  return { longitude: wrapLongitude(longitude), latitude, zoom, bearing, pitch };
}

/** `{layer}:{conditions}` each. */
function readFilters(texts: readonly string[]): Record<string, LayerFilter> {
  return Object.fromEntries(
    texts.flatMap((text) => {
      const [id] = listOf(text.slice(0, 36));
      const filter = text[36] === ':' ? readFilterKey(text.slice(37)) : null;
      return id !== undefined && filter ? [[id, filter]] : [];
    }),
  );
}

function listOf(text: string | null): string[] {
  return (text ?? '').split(',').filter((id) => /^[0-9a-f-]{36}$/.test(id));
}
