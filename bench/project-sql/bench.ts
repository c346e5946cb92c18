import type { Benchmark } from '../benchmark.ts';
import { pointCount, polygonCount, ProjectBench } from './project-bench.ts';

const bench = new ProjectBench();
const query = `SELECT z.class, count(*)::INTEGER AS points, sum(p.amount)::BIGINT AS amount, count(DISTINCT p.kind)::INTEGER AS kinds
  FROM {points} p JOIN {polygons} z ON ST_Intersects(p.geometry, z.geometry) WHERE p.amount < 800 GROUP BY 1 ORDER BY 1`;

const benchmark: Benchmark = {
  name: 'project-sql',
  description: `join, filter and aggregate of a layer of ${pointCount.toLocaleString('en')} points with one of ${polygonCount.toLocaleString('en')} polygons, both current, from the call to the last row`,
  peerName: 'DuckDB with spatial on GeoParquet',
  unit: 'ms',
  better: 'lower',

  async setup() {
    await bench.setup();
    await bench.ours(query);
  },
  ours: () => bench.ours(query),
  peer: () => bench.peer(query),
  teardown: () => bench.teardown(),
};

export default benchmark;
