import type { Benchmark } from '../benchmark.ts';
import { SqlBench } from './sql-bench.ts';

const bench = new SqlBench();

const benchmark: Benchmark = {
  name: 'sql-stream',
  description: '2 million rows of a managed database to an HTTP client as Arrow, kept for later windows on the way',
  peerName: '@duckdb/node-api with JSON over http',
  unit: 'rows/s',
  better: 'higher',

  setup: () => bench.setup(),
  ours: () =>
    bench.measure(
      () => bench.run('SELECT * FROM measured'),
      (tail) => String(Number(/"type":"statement_end","index":0,"rows":(\d+)/.exec(tail)?.[1]) - 1),
    ),
  peer: () =>
    bench.measure(
      () => bench.peer(),
      (tail) => String(/"id":(\d+)[^{]*$/.exec(tail)?.[1]),
    ),
  teardown: () => bench.teardown(),
};

export default benchmark;
