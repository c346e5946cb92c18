import earcut, { flatten } from 'earcut';
import type { Position } from '../coordinate.ts';
import { geometryMembers, type SimpleGeometry } from '../geometry.ts';
import { geometryArea } from '../measure/area.ts';
import { ECCENTRICITY_SQUARED, RADIANS } from '../measure/ellipsoid.ts';
import { rowGeometry } from '../snapshot/snapshot-reader.ts';
import { loadGeos, type Geos } from './geos.ts';
import { PackedWriter } from './packed-writer.ts';
import { requireRows } from './result-limit.ts';
import { seededRandom } from './sphere.ts';
import { columnsOf, ToolOutput } from './tool-output.ts';
import { eachRow, numberIn, textIn, type GeometryBatch, type Tool } from './tool-run.ts';

/**
 * Points spread evenly over the area on the ellipsoid: triangles of the polygon are drawn by their size in degrees, and
 * a point of one is kept as often as a square degree is large there.
 */
export const randomPoints: Tool = async (run) => {
  const geos = await loadGeos();
  const amount = numberIn(run.parameters, 'amount');
  const byArea = textIn(run.parameters, 'amount_per') === 'square_kilometer';
  const random = seededRandom(numberIn(run.parameters, 'seed'));
  const output = new ToolOutput(columnsOf(run.features));
  let made = 0;
  const batches = eachRow(run, output, (batch, row) => {
    const shape = validShape(geos, batch, row);
    if (!shape) return run.work.warn('failed');
    const wanted = byArea ? (amount * geometryArea(shape)) / 1_000_000 : amount;
    requireRows(made + wanted);
    const whole = Math.floor(wanted);
    // What is left of a point is one as often as it says, so that many small polygons have their share.
    const count = whole + (random() < wanted - whole ? 1 : 0);
    const scatter = new Scatter(shape);
    if (scatter.isEmpty) return run.work.warn('empty');
    for (let at = 0; at < count; at++) {
      const [x, y] = scatter.point(random);
      output.writer('point').position(x, y);
      output.add({ batch, row });
    }
    made += count;
  });
  return { columns: output.columns, batches };
};

/** The polygon as it is, or repaired where it crosses itself. */
function validShape(geos: Geos, { geometry }: GeometryBatch, row: number): SimpleGeometry | null {
  const own = geos.read(geometry, row);
  if (own === 0) return null;
  const valid = geos.isValid(own) ? own : geos.makeValid(own);
  if (valid !== own) geos.free(own);
  const writer = new PackedWriter('polygon', 2);
  geos.write(valid, writer);
  writer.endRow();
  geos.free(valid);
  return rowGeometry(writer.geometry(), 0);
}

class Scatter {
  /** Six numbers for each triangle. */
  readonly #corners: number[] = [];
  /** Sizes in square degrees, summed up. */
  readonly #sums: number[] = [];
  readonly #largest: number;

  constructor(shape: SimpleGeometry) {
    let sum = 0;
    let nearest = 90;
    for (const rings of geometryMembers(shape) as Position[][][]) {
      const { vertices, holes, dimensions } = flatten(rings as number[][][]);
      const places = earcut(vertices, holes, dimensions);
      for (let at = 0; at < places.length; at += 3) {
        const [x1, y1, x2, y2, x3, y3] = [0, 1, 2].flatMap((corner) => {
          const from = places[at + corner]! * dimensions;
          return [vertices[from]!, vertices[from + 1]!];
        }) as [number, number, number, number, number, number];
        const size = Math.abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) / 2;
        if (size === 0) continue;
        this.#corners.push(x1, y1, x2, y2, x3, y3);
        this.#sums.push((sum += size));
        const [low, high] = [Math.min(y1, y2, y3), Math.max(y1, y2, y3)];
        nearest = Math.min(nearest, low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high)));
      }
    }
    this.#largest = squareDegree(nearest);
  }

  get isEmpty(): boolean {
    return this.#sums.length === 0;
  }

  point(random: () => number): [number, number] {
    for (;;) {
      const at = this.#triangle(random() * this.#sums.at(-1)!) * 6;
      const [x1, y1, x2, y2, x3, y3] = this.#corners.slice(at, at + 6) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      let [one, two] = [random(), random()];
      if (one + two > 1) [one, two] = [1 - one, 1 - two];
      const y = y1 + (y2 - y1) * one + (y3 - y1) * two;
      if (random() * this.#largest > squareDegree(y)) continue;
      return [x1 + (x2 - x1) * one + (x3 - x1) * two, y];
    }
  }

  #triangle(size: number): number {
    let [low, high] = [0, this.#sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sums[middle]! > size) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** How large a square degree is at a latitude, but for a factor (Snyder 1987, 4-21). It shrinks towards the poles. */
function squareDegree(latitude: number): number {
  const sine = Math.sin(latitude * RADIANS);
  return Math.cos(latitude * RADIANS) / (1 - ECCENTRICITY_SQUARED * sine * sine) ** 2;
}
