import type { ChartDatum } from './chart.ts';

/** Points of a chart that are drawn apart. */
export const mostPoints = 2_000;
const binsAcross = 60;

/** The width of the cells by which too many points are joined, a round number. */
export function binStep(least: number, greatest: number): number {
  const rough = (greatest - least) / binsAcross;
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough)!;
}

/** Cells of a grid as points at their middles; `i` and `j` count cells from zero in both directions. */
export function pointBins(
  cells: readonly { i: number; j: number; count: number }[],
  across: number,
  up: number,
): ChartDatum[] {
  const middle = (at: number, step: number): number => Number(((at + 0.5) * step).toPrecision(12));
  return cells
    .toSorted((one, other) => one.i - other.i || one.j - other.j)
    .map(({ i, j, count }) => ({ label: middle(i, across), value: middle(j, up), count }));
}
