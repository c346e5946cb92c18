import world from 'world-atlas/land-110m.json';

type Arc = readonly (readonly number[])[];
interface Topology {
  transform: { scale: readonly number[]; translate: readonly number[] };
  arcs: readonly Arc[];
  objects: { land: { geometries: readonly { arcs: readonly (readonly (readonly number[])[])[] }[] } };
}

/**
 * The land of the earth as an SVG path, x eastward and y southward in degrees from -180 and 90 (Natural Earth 1:110
 * million).
 */
export function worldPath(): string {
  const {
    transform: { scale, translate },
    arcs,
    objects,
  } = world as unknown as Topology;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): [number, number] => {
      x += dx!;
      y += dy!;
      return [x * scale[0]! + translate[0]!, -(y * scale[1]! + translate[1]!)];
    });
  });
  // A negative number names an arc that is gone along backwards.
  const along = (arc: number) => (arc < 0 ? lines[~arc]!.toReversed() : lines[arc]!);
  const rings = objects.land.geometries.flatMap((geometry) => geometry.arcs.flat());
  return rings
    .flatMap((ring) => unwrapped(ring.flatMap(along)))
    .map((ring) => `M${ring.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`)
    .join('');
}

/**
 * A ring that crosses the line of dates is drawn going on beyond the edge, and once more from the other edge. One that
 * goes around a pole is drawn as it is: it follows the edge.
 */
function unwrapped(ring: readonly [number, number][]): [number, number][][] {
  let turn = 0;
  const going = ring.map(([x, y], index): [number, number] => {
    const step = index === 0 ? 0 : x - ring[index - 1]![0];
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360;
    return [x + turn, y];
  });
  if (turn !== 0) return [[...ring]];
  const side = Math.sign(going.find(([x]) => Math.abs(x) > 180.1)?.[0] ?? 0);
  return side === 0 ? [going] : [going, going.map(([x, y]): [number, number] => [x - side * 360, y])];
}
