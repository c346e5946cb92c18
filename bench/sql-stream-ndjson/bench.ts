import type { Benchmark } from '../benchmark.ts';
import { SqlBench } from '../sql-stream/sql-bench.ts';

const bench = new SqlBench();

const benchmark: Benchmark = {
  name: 'sql-stream-ndjson',
  description: '2 million rows of a managed database to an HTTP client as lines of JSON',
  peerName: '@duckdb/node-api with JSON over http',
  unit: 'rows/s',
  better: 'higher',

  setup: () => bench.setup(),
  ours: () =>
    bench.measure(
      () => bench.lines('SELECT * FROM measured'),
      (tail) => String(/\[(\d+),"name[^[]*\]\]\}\s*$/.exec(tail)?.[1]),
    ),
  peer: () =>
    bench.measure(
      () => bench.peer(),
      (tail) => String(/"id":(\d+)[^{]*$/.exec(tail)?.[1]),
    ),
  teardown: () => bench.teardown(),
};

export default benchmark;
