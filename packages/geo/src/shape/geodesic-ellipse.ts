import type { Position } from '../coordinate.ts';
import type { Polygon } from '../geometry.ts';
import { destination } from '../measure/destination.ts';

const corners = 96;

/**
 * An ellipse on the WGS 84 ellipsoid around `center` (degrees): `east` and `north` are its half axes in metres, equal
 * for a circle. Each of its 96 corners lies at the true geodesic distance. Longitudes run on across the antimeridian; a
 * shape around a pole is closed along the pole, so that it is the cap and not a band. Counterclockwise, as RFC 7946 has
 * it.
 */
export function geodesicEllipse(center: Position, east: number, north: number): Polygon {
  const ring = Array.from({ length: corners }, (_, corner): Position => {
    const angle = (2 * Math.PI * corner) / corners;
    // From east by way of north, as the ellipse is parametrised in its plane.
    const [x, y] = [east * Math.cos(angle), north * Math.sin(angle)];
    return destination(center, (Math.atan2(x, y) * 180) / Math.PI, Math.hypot(x, y));
  });
  const around = unwound(ring);
  const turn = around.at(-1)![0]! + step(around.at(-1)!, around[0]!) - around[0]![0]!;
  return {
    type: 'Polygon',
    coordinates: [
      Math.abs(turn) < 180
        ? [...around, around[0]!]
        : overPole(around, Math.sign(turn), (center as [number, number])[1] >= 0 ? 90 : -90),
    ],
  };
}

/** A circle of a radius in metres. */
export function geodesicCircle(center: Position, radius: number): Polygon {
  return geodesicEllipse(center, radius, radius);
}

function step([from]: Position, [to]: Position): number {
  const turn = (to as number) - (from as number);
  return turn - 360 * Math.round(turn / 360);
}

/** Longitudes without jumps of a turn. */
function unwound(ring: Position[]): Position[] {
  const found: Position[] = [ring[0]!];
  for (let index = 1; index < ring.length; index++) {
    const before = found[index - 1]!;
    found.push([before[0]! + step(before, ring[index]!), ring[index]![1]!]);
  }
  return found;
}

/** A ring that goes once around the pole, closed along it by steps short enough that their direction is plain. */
function overPole(ring: Position[], direction: number, pole: number): Position[] {
  const first = ring[0]!;
  const end = first[0]! + 360 * direction;
  const along = [0, 90, 180, 270, 360].map((turn): Position => [end - turn * direction, pole]);
  return [...ring, [end, first[1]!], ...along, first];
}
