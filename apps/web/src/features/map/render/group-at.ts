import type { SimpleGeometry } from '@groma/geo';
import type { HexagonMeasure, PointDrawing } from '@groma/model';
import { hexAt } from '../layer/hex-grid.ts';
import type { HexagonView } from '../layer/hexagon-bins.ts';
import { mercatorX, mercatorY } from '../layer/shown-points.ts';
import { circleRadius } from './cluster-layers.ts';
import type { PointGroup } from './group-finder.ts';

/** What is known of points that are drawn together. */
export interface GroupHit {
  count: number;
  /** Of a hexagon, where a column is asked about. */
  value?: number;
  /** Where a cluster comes apart. */
  opensAt?: { center: [longitude: number, latitude: number]; zoom: number };
}

/** A place on the screen, and how places in degrees are laid on it. */
interface ScreenPlace {
  x: number;
  y: number;
  lng: number;
  lat: number;
  project(place: [longitude: number, latitude: number]): { x: number; y: number };
}

/** The cluster or hexagon that is under a place; null where there is none. */
export function groupAt(
  group: PointGroup | null,
  drawing: PointDrawing | undefined,
  place: ScreenPlace,
): GroupHit | null {
  if (group?.kind === 'hexagons' && drawing?.kind === 'hexagons') return hexagonAt(group.view, drawing, place);
  if (group?.kind !== 'clusters' || drawing?.kind !== 'clusters') return null;
  const { counts, zooms, positions } = group.view;
  const at = nearest(group, place, (each) => (counts[each]! > 1 ? circleRadius(counts[each]!, drawing.radius) : 0));
  if (at === null) return null;
  const center: [number, number] = [positions[2 * at]!, positions[2 * at + 1]!];
  return { count: counts[at]!, opensAt: { center, zoom: zooms[at]! } };
}

const places = new WeakMap<HexagonView, ReadonlyMap<number, number>>();

function hexagonAt(
  view: HexagonView,
  { measure }: { measure: HexagonMeasure },
  { lng, lat }: ScreenPlace,
): GroupHit | null {
  const known = places.get(view) ?? new Map(Array.from(view.hexes, (hex, at) => [hex, at]));
  places.set(view, known);
  const at = known.get(hexAt(view.grid, mercatorX(lng), mercatorY(lat)));
  if (at === undefined) return null;
  return { count: view.counts[at]!, ...(measure !== 'count' && { value: view.values[at]! }) };
}

/** The single point that is drawn near a place; null where there is none. */
export function singleAt(
  group: PointGroup | null,
  place: ScreenPlace,
  reach: number,
): { fid: number; shape: SimpleGeometry } | null {
  if (group?.kind !== 'clusters') return null;
  const { fids, positions } = group.view;
  const at = nearest(group, place, (each) => (fids[each]! > 0 ? reach : 0));
  if (at === null) return null;
  return { fid: fids[at]!, shape: { type: 'Point', coordinates: [positions[2 * at]!, positions[2 * at + 1]!] } };
}

/** The nearest of those that reach to a place in pixels. */
function nearest(
  { view: { counts, positions } }: Extract<PointGroup, { kind: 'clusters' }>,
  { x, y, project }: ScreenPlace,
  reachOf: (at: number) => number,
): number | null {
  let best: { at: number; distance: number } | null = null;
  for (const at of counts.keys()) {
    const reach = reachOf(at);
    if (reach === 0) continue;
    const there = project([positions[2 * at]!, positions[2 * at + 1]!]);
    const distance = Math.hypot(there.x - x, there.y - y);
    if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { at, distance };
  }
  return best?.at ?? null;
}
