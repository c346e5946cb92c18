import type { Benchmark } from '../benchmark.ts';
import { pointCount, ProjectBench } from '../project-sql/project-bench.ts';

const bench = new ProjectBench();
/** Every value of every column is read. */
const query = `SELECT count(*)::INTEGER, sum(id)::BIGINT, sum(amount)::BIGINT, count(DISTINCT kind)::INTEGER, round(sum(ST_X(geometry)))::BIGINT FROM {points}`;

const benchmark: Benchmark = {
  name: 'project-sql-unread',
  description: `first statement that reads a layer of ${pointCount.toLocaleString('en')} points, of which nothing has been made for SQL yet, from the call to the last row; the peer reads it from Parquet`,
  peerName: 'DuckDB with spatial on GeoParquet',
  unit: 'ms',
  better: 'lower',

  async setup() {
    await bench.setup();
    await bench.ours(query);
  },
  async ours() {
    await bench.forget();
    return bench.ours(query);
  },
  peer: () => bench.peer(query),
  teardown: () => bench.teardown(),
};

export default benchmark;
