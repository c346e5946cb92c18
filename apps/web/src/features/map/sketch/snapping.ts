import type { NearPosition, Position, SearchPlace, SimpleGeometry } from '@groma/geo';
import type { MapSession } from '../session/map-session.ts';
import { drawnLayers, unseenClasses } from '../session/drawn-layers.ts';
import type { DrawingState } from '../session/drawing/drawing-state.ts';
import { isOfPoints, pathsOf } from '../session/drawing/vertex-edit.ts';

/**
 * How long is waited for the layers to be searched: a mark under the pointer may miss one, what is put down may not.
 */
const patienceMs = { move: 120, press: 3_000 };

/**
 * Where a position snaps to: a vertex before an edge, of the visible layers and of what is at work. Null where nothing
 * is near. `except` are features at work that are left out.
 */
export async function findSnap(
  session: MapSession,
  zoom: number,
  state: DrawingState,
  place: SearchPlace,
  except: ReadonlySet<number>,
  patience: keyof typeof patienceMs,
): Promise<NearPosition | null> {
  const own =
    state.editing?.features.filter(({ key }) => !except.has(key)).map(({ geometry }) => nearestOf(geometry, place)) ??
    [];
  const asked = drawnLayers(session.state, zoom).map((layerId) =>
    session.askNow(layerId, 'nearest', { ...place, except: [], unseen: unseenClasses(session.state, layerId) }),
  );
  return bestOf([...own, ...(await answeredWithin(asked, patienceMs[patience]))]);
}

/** What has been answered when all has, or when the time is over. */
export async function answeredWithin<Answer>(
  asked: readonly Promise<Answer>[],
  milliseconds: number,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const { promise: timeOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([
    Promise.all(
      asked.map(async (one) => {
        answers.push(await one);
      }),
    ),
    timeOver,
  ]);
  clearTimeout(timer);
  return answers;
}

function bestOf(found: readonly (NearPosition | null)[]): NearPosition | null {
  const there = found.filter((one) => one !== null);
  const vertices = there.filter(({ kind }) => kind === 'vertex');
  return (vertices.length > 0 ? vertices : there).toSorted((one, other) => one.distance - other.distance)[0] ?? null;
}

/** The nearest vertex, else edge, of one geometry within reach. */
export function nearestOf(geometry: SimpleGeometry, place: SearchPlace): NearPosition | null {
  const found: (NearPosition | null)[] = [];
  for (const { positions, isClosed } of pathsOf(geometry)) {
    positions.forEach((position, index) => {
      found.push(vertexNear(position, place));
      const next = positions[index + 1] ?? (isClosed ? positions[0] : undefined);
      if (next && !isOfPoints(geometry)) found.push(edgeNear(position, next, place));
    });
  }
  return bestOf(found);
}

function vertexNear([longitude, latitude]: Position, place: SearchPlace): NearPosition | null {
  const distance = Math.hypot(
    (longitude! - place.longitude) / place.acrossReach,
    (latitude! - place.latitude) / place.upReach,
  );
  return distance <= 1 ? { kind: 'vertex', longitude: longitude!, latitude: latitude!, distance } : null;
}

function edgeNear(
  [x1, y1]: Position,
  [x2, y2]: Position,
  { longitude, latitude, acrossReach, upReach }: SearchPlace,
): NearPosition | null {
  const [dx, dy] = [(x2! - x1!) / acrossReach, (y2! - y1!) / upReach];
  const [px, py] = [(longitude - x1!) / acrossReach, (latitude - y1!) / upReach];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / squared));
  const distance = Math.hypot(px - along * dx, py - along * dy);
  return distance <= 1
    ? { kind: 'edge', longitude: x1! + along * (x2! - x1!), latitude: y1! + along * (y2! - y1!), distance }
    : null;
}
