import type { CustomPalette, RasterRange } from '@groma/model';

/** The same colours over other values: stops keep their shares of the way from the first to the last. */
export function spreadPalette({ kind, stops }: CustomPalette, [from, to]: RasterRange): CustomPalette {
  const [first, last] = [stops[0]!.value, stops.at(-1)!.value];
  const end = to > from ? to : from + 1;
  const moved = (value: number, index: number): number =>
    from + (end - from) * (last > first ? (value - first) / (last - first) : index / Math.max(1, stops.length - 1));
  return {
    kind,
    stops: stops.map(({ value, color }, index) => ({ value: Number(moved(value, index).toPrecision(7)), color })),
  };
}
