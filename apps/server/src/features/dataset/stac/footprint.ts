import type { SceneArea, SceneBox } from '@groma/protocol';
import { isObject } from './json.ts';

const mostPositions = 2_000;

type Position = number[];

/** A footprint that can be drawn, of a geometry of GeoJSON; null where it is none. */
export function readFootprint(geometry: unknown): SceneArea | null {
  if (!isObject(geometry)) return null;
  const { type, coordinates } = geometry;
  if (type === 'Polygon') {
    const rings = readPolygon(coordinates);
    return rings && { type, coordinates: rings };
  }
  if (type !== 'MultiPolygon' || !Array.isArray(coordinates)) return null;
  const polygons = coordinates.map(readPolygon).filter((each) => each !== null);
  return polygons.length === 0 ? null : { type, coordinates: besideEachOther(polygons) };
}

/** A box of STAC, of two or three dimensions; null where it is none. */
export function readBox(box: unknown): SceneBox | null {
  if (!Array.isArray(box) || !box.every((each) => typeof each === 'number' && Number.isFinite(each))) return null;
  const [west, south, east, north] = (box.length === 6 ? [box[0], box[1], box[3], box[4]] : box) as number[];
  if (north === undefined || box.length % 2 === 1) return null;
  const [left, right] = [onEarth(west!), onEarth(east!)];
  if (Math.abs(south!) > 90.01 || Math.abs(north) > 90.01 || south! > north) return null;
  return [left, Math.max(-90, south!), right, Math.min(90, north)];
}

/** The box around a footprint, with west greater than east where it lies across the antimeridian. */
export function boxOf(area: SceneArea): SceneBox {
  const positions = (area.type === 'Polygon' ? [area.coordinates] : area.coordinates).flat(2);
  const [longitudes, latitudes] = [positions.map(([x]) => x!), positions.map(([, y]) => y!)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.max(-90, Math.min(...latitudes)), Math.min(90, Math.max(...latitudes))];
  return east - west >= 360 ? [-180, south, 180, north] : [onEarth(west), south, onEarth(east), north];
}

/** The polygon of a box, with longitudes that run on across the antimeridian. */
export function areaOf([west, south, east, north]: SceneBox): SceneArea {
  const right = west > east ? east + 360 : east;
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [right, south],
        [right, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

/** Whether two boxes share a place. */
export function overlaps(first: SceneBox, second: SceneBox): boolean {
  return (
    first[1] <= second[3] &&
    second[1] <= first[3] &&
    spans(first).some(([west, east]) => spans(second).some(([left, right]) => west <= right && left <= east))
  );
}

/** A box's parts on either side of the antimeridian. */
function spans([west, , east]: SceneBox): [west: number, east: number][] {
  return west <= east
    ? [[west, east]]
    : [
        [west, 180],
        [-180, east],
      ];
}

function readPolygon(value: unknown): Position[][] | null {
  if (!Array.isArray(value)) return null;
  const rings = value.map(readRing);
  return rings.length === 0 || rings.includes(null) ? null : (rings as Position[][]);
}

/** A ring whose longitudes run on, where neighbours of a footprint lie on both sides of the antimeridian. */
function readRing(value: unknown): Position[] | null {
  if (!Array.isArray(value) || value.length < 4 || value.length > mostPositions) return null;
  const ring: Position[] = [];
  for (const position of value as unknown[]) {
    if (!Array.isArray(position)) return null;
    const [x, y] = position as unknown[];
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return null;
    if (Math.abs(y) > 90.01 || Math.abs(x) > 540) return null;
    const before = ring.at(-1)?.[0] ?? x;
    ring.push([x + 360 * Math.round((before - x) / 360), y]);
  }
  return ring;
}

/** Parts that the antimeridian has cut apart are put side by side. */
function besideEachOther(polygons: Position[][][]): Position[][][] {
  const middles = polygons.map(([ring]) => middleOf(ring!));
  if (Math.max(...middles) - Math.min(...middles) <= 180) return polygons;
  return polygons.map((rings, at) =>
    middles[at]! < 0 ? rings.map((ring) => ring.map(([x, y]) => [x! + 360, y!])) : rings,
  );
}

function middleOf(ring: Position[]): number {
  const longitudes = ring.map(([x]) => x!);
  return (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
}

/** A longitude from −180 to 180. */
function onEarth(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360);
}
