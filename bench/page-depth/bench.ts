import type { Benchmark, Measurement } from '../benchmark.ts';
import { rowCount, SqlBench } from '../sql-stream/sql-bench.ts';

const bench = new SqlBench();
const pageRows = 25;
const pages = 60;
let snapshot = '';

/** The median time of pages beginning at some places of a table, sorted by another column than it lies in. */
async function median(offsetOf: (turn: number) => number): Promise<Measurement> {
  const times: number[] = [];
  for (let turn = 0; turn < pages; turn++) {
    const begin = performance.now();
    const { rows, snapshot: same } = await page(offsetOf(turn));
    times.push(performance.now() - begin);
    if (rows.length !== pageRows || same !== snapshot) throw new Error('The page is not of the same reading.');
  }
  return {
    value: times.toSorted((one, other) => one - other)[pages / 2]!,
    output: `${pages} pages of ${pageRows} rows`,
  };
}

const sort = encodeURIComponent(JSON.stringify([{ column: 'name', descending: true }]));
const page = (offset: number) =>
  bench.json(
    'GET',
    `/api/databases/${bench.databaseId}/table/measured?limit=${pageRows}&offset=${offset}&sort=${sort}${snapshot ? `&snapshot=${snapshot}` : ''}`,
  ) as Promise<{ rows: unknown[][]; snapshot: string }>;

const benchmark: Benchmark = {
  name: 'page-depth',
  description: 'pages of 25 rows all through a sorted table of 2 million rows, after it was read once',
  peerName: 'its first pages',
  unit: 'ms',
  better: 'lower',

  async setup() {
    await bench.setup({ hasPeer: false });
    ({ snapshot } = await page(0));
    const begin = performance.now();
    await page(rowCount - pageRows);
    console.log(`      the first look at the end took ${(performance.now() - begin).toFixed(0)} ms`);
  },
  ours: () => median((turn) => Math.floor(((turn + 1) / pages) * (rowCount - pageRows))),
  peer: () => median((turn) => turn * pageRows),
  teardown: () => bench.teardown(),
};

export default benchmark;
