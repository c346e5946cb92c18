import type { BatchGeometry } from './snapshot-reader.ts';

/** The geometry of some rows of a batch, in the order they are named, as a batch of its own. */
export function pickRows(geometry: BatchGeometry, rows: ArrayLike<number>): BatchGeometry {
  const { size, coordinates, measures, isLoneMulti } = geometry;
  const levels = [geometry.features, geometry.members, geometry.rings].filter((level) => level !== null);
  // What is below a row is one run at every level, so that runs are copied and their offsets moved.
  const runs = Array.from(rows, (row) => runsOf(levels, row));
  const picked = levels.map((_, depth) => {
    const offsets = new Int32Array(1 + runs.reduce((sum, run) => sum + run[depth]!.end - run[depth]!.start, 0));
    let at = 0;
    for (const run of runs) {
      const { start, end } = run[depth]!;
      const level = levels[depth]!;
      const moved = offsets[at]! - level[start]!;
      for (let index = start; index < end; index++) offsets[++at] = level[index + 1]! + moved;
    }
    return offsets;
  });
  const positions = runs.map((run) => run[levels.length]!);
  const taken = <Values extends Float64Array>(values: Values, stride: number): Float64Array => {
    const all = new Float64Array(positions.reduce((sum, { start, end }) => sum + (end - start) * stride, 0));
    let at = 0;
    for (const { start, end } of positions) {
      all.set(values.subarray(start * stride, end * stride), at);
      at += (end - start) * stride;
    }
    return all;
  };
  return {
    kind: geometry.kind,
    size,
    coordinates: taken(coordinates, size),
    features: picked[0]!,
    members: picked[1] ?? null,
    rings: picked[2] ?? null,
    ...(measures && { measures: taken(measures, 1) }),
    ...(isLoneMulti && { isLoneMulti: (row) => isLoneMulti(rows[row]!) }),
  };
}

/** Where a row lies at each level of offsets, and last among the positions. */
function runsOf(levels: readonly Int32Array[], row: number): { start: number; end: number }[] {
  const runs = [{ start: row, end: row + 1 }];
  for (const level of levels) {
    const { start, end } = runs.at(-1)!;
    runs.push({ start: level[start]!, end: level[end]! });
  }
  return runs;
}
