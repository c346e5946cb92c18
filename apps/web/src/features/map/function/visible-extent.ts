import { findPicture } from '../view/open-pictures.ts';

/**
 * What of the Earth a map shows now, as a tool's field holds it: west, south, east and north in degrees; null while no
 * panel shows the map.
 */
export function visibleExtent(mapId: string): string | null {
  const bounds = findPicture(mapId)?.view.map.getBounds();
  if (!bounds) return null;
  const [south, north] = [Math.max(-90, bounds.getSouth()), Math.min(90, bounds.getNorth())];
  const isAround = bounds.getEast() - bounds.getWest() >= 360;
  const [west, east] = isAround ? [-180, 180] : [onEarth(bounds.getWest()), onEarth(bounds.getEast())];
  return [west, south, east, north].map((degrees) => Number(degrees.toFixed(6))).join(',');
}

/** The same as numbers, where west is less than east; null also across the antimeridian. */
export function visibleBox(mapId: string): [west: number, south: number, east: number, north: number] | null {
  const [west, south, east, north] = visibleExtent(mapId)?.split(',').map(Number) ?? [];
  return west === undefined || west >= east! ? null : [west, south!, east!, north!];
}

/** A longitude between −180° and 180°. */
function onEarth(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360);
}
