import { distance } from '../measure/length.ts';
import { copyRow, isLoneMulti, memberCount } from './copy-row.ts';
import { PlaneCenter } from './center-sums.ts';
import { PointGrid } from './point-grid.ts';
import { geocentric, seededRandom } from './sphere.ts';
import { columnsOf, madeFrom, ToolOutput } from './tool-output.ts';
import { collectBatches, numberIn, type GeometryBatch, type Tool, type ToolRun } from './tool-run.ts';
import type { ToolBatch } from './tool-table.ts';
import type { ToolWork } from './tool-work.ts';

/** All points of a layer: a multi point counts at its middle. */
interface Points {
  readonly rows: { batch: GeometryBatch; row: number }[];
  /** Longitude and latitude. */
  readonly degrees: Float64Array;
  /** Metres from the centre of the Earth. */
  readonly places: Float64Array;
}

export async function readPoints({ features, work }: Pick<ToolRun, 'features' | 'work'>): Promise<Points> {
  const rows: Points['rows'] = [];
  const degrees: number[] = [];
  for (const batch of await collectBatches(features, work)) {
    const { geometry } = batch;
    for (let row = 0; row < batch.rows; row++) {
      const at = geometry.features[row]! * geometry.size;
      const isSingle = memberCount(geometry, row) === 1;
      const center = isSingle ? [geometry.coordinates[at]!, geometry.coordinates[at + 1]!] : middleOf(geometry, row);
      if (!center) continue;
      rows.push({ batch, row });
      degrees.push(center[0]!, center[1]!);
    }
  }
  const flat = Float64Array.from(degrees);
  return { rows, degrees: flat, places: geocentric(flat, 2) };
}

function middleOf(geometry: GeometryBatch['geometry'], row: number): [number, number] | null {
  const sums = new PlaneCenter();
  sums.add(geometry, row);
  return sums.center();
}

function* withColumns(
  output: ToolOutput,
  { rows }: Points,
  made: (at: number) => (number | string | null)[],
): Generator<ToolBatch> {
  for (const [at, { batch, row }] of rows.entries()) {
    copyRow(batch.geometry, row, output.writer('point', batch.geometry.size));
    output.add({ batch, row }, null, made(at), isLoneMulti(batch.geometry, row));
    if (at % 1024 === 0) yield* output.take();
  }
  yield* output.take(true);
}

/**
 * Lloyd's iterations from seeded k-means++ starts (Arthur and Vassilvitskii, 2007), by straight lines through the
 * Earth.
 */
export const kMeans: Tool = (run) => {
  const output = new ToolOutput([...columnsOf(run.features), madeFrom({ name: 'cluster', type: 'integer' }, 0)]);
  return { columns: output.columns, batches: clustered() };
  async function* clustered(): AsyncGenerator<ToolBatch> {
    const points = await readPoints(run);
    const random = seededRandom(numberIn(run.parameters, 'seed'));
    const count = Math.min(numberIn(run.parameters, 'clusters'), points.rows.length);
    const groups = await lloyd(points.places, startsOf(points.places, count, random), run.work);
    yield* withColumns(output, points, (at) => [groups[at]!]);
  }
};

const mostRounds = 100;

function squared(places: Float64Array, at: number, centers: Float64Array, center: number): number {
  const x = places[at * 3]! - centers[center * 3]!;
  const y = places[at * 3 + 1]! - centers[center * 3 + 1]!;
  const z = places[at * 3 + 2]! - centers[center * 3 + 2]!;
  return x * x + y * y + z * z;
}

function startsOf(places: Float64Array, count: number, random: () => number): Float64Array {
  const points = places.length / 3;
  const centers = new Float64Array(count * 3);
  const nearest = new Float64Array(points).fill(Infinity);
  for (let center = 0; center < count; center++) {
    const chosen = center === 0 ? Math.floor(random() * points) : weighted(nearest, random());
    centers.set(places.subarray(chosen * 3, chosen * 3 + 3), center * 3);
    for (let at = 0; at < points; at++) nearest[at] = Math.min(nearest[at]!, squared(places, at, centers, center));
  }
  return centers;
}

function weighted(weights: Float64Array, part: number): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let rest = part * sum;
  for (let at = 0; at < weights.length; at++) if ((rest -= weights[at]!) < 0) return at;
  return weights.length - 1;
}

async function lloyd(places: Float64Array, centers: Float64Array, work: ToolWork): Promise<Int32Array> {
  const points = places.length / 3;
  const count = centers.length / 3;
  const groups = new Int32Array(points).fill(-1);
  for (let round = 0; round < mostRounds; round++) {
    let moved = 0;
    const sums = new Float64Array(count * 4);
    for (let at = 0; at < points; at++) {
      let [best, least] = [0, Infinity];
      for (let center = 0; center < count; center++) {
        const far = squared(places, at, centers, center);
        if (far < least) [best, least] = [center, far];
      }
      if (groups[at] !== best) moved++;
      groups[at] = best;
      for (let axis = 0; axis < 3; axis++) sums[best * 4 + axis]! += places[at * 3 + axis]!;
      sums[best * 4 + 3]!++;
      if ((at & 1023) === 0 && work.isDue(0)) await work.breathe();
    }
    if (moved === 0) break;
    for (let center = 0; center < count; center++)
      if (sums[center * 4 + 3]! > 0)
        for (let axis = 0; axis < 3; axis++)
          centers[center * 3 + axis] = sums[center * 4 + axis]! / sums[center * 4 + 3]!;
  }
  return groups;
}

/** Density-based clusters (Ester et al., 1996) by distances on the ellipsoid; a point is its own neighbour. */
export const dbscan: Tool = (run) => {
  const output = new ToolOutput([
    ...columnsOf(run.features),
    madeFrom({ name: 'cluster', type: 'integer' }, 0),
    madeFrom({ name: 'dbscan', type: 'text' }, 1),
  ]);
  return { columns: output.columns, batches: clustered() };
  async function* clustered(): AsyncGenerator<ToolBatch> {
    const points = await readPoints(run);
    const metres = numberIn(run.parameters, 'max_distance') * 1000;
    const { groups, isCore } = await densities(points, metres, numberIn(run.parameters, 'min_points'), run.work);
    yield* withColumns(output, points, (at) =>
      groups[at]! < 0 ? [null, 'noise'] : [groups[at]!, isCore[at] ? 'core' : 'edge'],
    );
  }
};

async function densities({ degrees, places }: Points, metres: number, least: number, work: ToolWork) {
  const count = places.length / 3;
  const grid = new PointGrid(places, Math.max(metres, 1e-3));
  const position = (at: number): [number, number] => [degrees[at * 2]!, degrees[at * 2 + 1]!];
  const neighbours = (at: number): number[] =>
    // A straight line is never longer than the way on the ground, and shorter by d³ / 24 r² at most (r of the least
    // curvature).
    grid.within(at, metres, (other, straight) =>
      straight * (1 + straight ** 2 / (24 * 6_330_000 ** 2)) <= metres * (1 - 1e-6) && straight < 100_000
        ? true
        : distance(position(at), position(other)) <= metres,
    );
  const groups = new Int32Array(count).fill(-1);
  const isCore = new Uint8Array(count);
  const isSeen = new Uint8Array(count);
  let next = 0;
  for (let start = 0; start < count; start++) {
    if (isSeen[start]) continue;
    isSeen[start] = 1;
    const first = neighbours(start);
    if (first.length < least) continue;
    const group = next++;
    isCore[start] = 1;
    groups[start] = group;
    const waiting = first;
    while (waiting.length > 0) {
      const at = waiting.pop()!;
      if (groups[at]! < 0) groups[at] = group;
      if (isSeen[at]) continue;
      isSeen[at] = 1;
      const own = neighbours(at);
      if (own.length < least) continue;
      isCore[at] = 1;
      for (const other of own) if (!isSeen[other] || groups[other]! < 0) waiting.push(other);
      if (work.isDue(0)) await work.breathe();
    }
    if (work.isDue(0)) await work.breathe();
  }
  return { groups, isCore };
}
