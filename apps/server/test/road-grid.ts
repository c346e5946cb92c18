import { osmExtract, type OsmWay } from './osm-extract.ts';

/** Where the grid begins, and how far apart its crossings are, in degrees: about 143 by 167 metres. */
export const gridOrigin = [8, 50] as const;
const step = [0.002, 0.0015] as const;

/** The place of a crossing of the grid. */
export function crossing(column: number, row: number): [number, number] {
  return [gridOrigin[0] + column * step[0], gridOrigin[1] + row * step[1]];
}

/** An extract with `side` by `side` crossings of roads, every tenth of which is faster. */
export function roadGrid(side = 60): Buffer {
  const all = Array.from({ length: side }, (_, at) => at);
  const id = (column: number, row: number): number => row * side + column + 1;
  const nodes = all.flatMap((row) =>
    all.map((column) => {
      const [longitude, latitude] = crossing(column, row);
      return { id: id(column, row), longitude, latitude };
    }),
  );
  const ways = all.flatMap((at): OsmWay[] => [
    { id: 2 * at + 1, nodes: all.map((column) => id(column, at)), tags: { highway: 'residential' } },
    {
      id: 2 * at + 2,
      nodes: all.map((row) => id(at, row)),
      tags: { highway: at % 10 === 0 ? 'primary' : 'residential' },
    },
  ]);
  return osmExtract(nodes, ways);
}
