import type { Bbox } from '@groma/geo';
import type { SceneArea, SceneBox } from '@groma/protocol';
import type { MapSession } from '../session/map-session.ts';
import { findPicture } from '../view/open-pictures.ts';

export type AreaKind = 'visible' | 'selected' | 'drawn';

/** What a search is asked for by, and what the map shows of that. */
export interface SearchArea {
  query: { box: SceneBox } | { area: SceneArea };
  shown: SceneArea;
}

/** Positions of an area that services take without complaint. */
const mostPositions = 2_000;

/** The part of the Earth that a search is about; null where there is none of the kind. */
export async function searchArea(
  kind: AreaKind,
  session: Pick<MapSession, 'mapId' | 'state' | 'askNow'>,
  drawn: Bbox | null,
): Promise<SearchArea | null> {
  if (kind === 'visible') {
    const bounds = findPicture(session.mapId)?.view.map.getBounds();
    return bounds ? ofBox([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]) : null;
  }
  if (kind === 'drawn') return drawn && ofBox(drawn);
  const shapes = await selectedShapes(session);
  const polygons = shapes.flatMap(({ type, coordinates }) =>
    type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [],
  ) as number[][][][];
  if (polygons.length > 0 && polygons.flat(2).length <= mostPositions) {
    const area: SceneArea =
      polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0]! }
        : { type: 'MultiPolygon', coordinates: polygons };
    return { query: { area }, shown: area };
  }
  const positions = shapes.flatMap(({ coordinates }) => positionsOf(coordinates));
  if (positions.length === 0) return null;
  const [xs, ys] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
  return ofBox([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}

/** Whether there is something selected that has a place. */
export function hasSelection({ state }: Pick<MapSession, 'state'>): boolean {
  return Object.values(state.selection).some((fids) => fids.size > 0);
}

const mostFeatures = 200;

async function selectedShapes(
  session: Pick<MapSession, 'state' | 'askNow'>,
): Promise<{ type: string; coordinates: unknown }[]> {
  const chosen = Object.entries(session.state.selection).filter(([, fids]) => fids.size > 0);
  const found = await Promise.all(
    chosen.map(([layerId, fids]) => session.askNow(layerId, 'features', { fids: [...fids].slice(0, mostFeatures) })),
  );
  return found.flatMap((features) =>
    (features ?? []).flatMap(({ geometry }) => (geometry ? [geometry as { type: string; coordinates: unknown }] : [])),
  );
}

function positionsOf(coordinates: unknown): [number, number][] {
  if (!Array.isArray(coordinates)) return [];
  const [first, second] = coordinates as unknown[];
  return typeof first === 'number' && typeof second === 'number'
    ? [[first, second]]
    : coordinates.flatMap((each) => positionsOf(each));
}

/** A box as it is asked for: within the Earth, west greater than east across the antimeridian. */
function ofBox([west, south, east, north]: Bbox | [number, number, number, number]): SearchArea {
  const [low, high] = [Math.max(-90, south), Math.min(90, north)];
  const isAround = east - west >= 360;
  const box: SceneBox = isAround ? [-180, low, 180, high] : [onEarth(west), low, onEarth(east), high];
  const [left, right] = isAround ? [-180, 180] : [west, east];
  const ring = [
    [left, low],
    [right, low],
    [right, high],
    [left, high],
    [left, low],
  ];
  return { query: { box }, shown: { type: 'Polygon', coordinates: [ring] } };
}

function onEarth(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360);
}
