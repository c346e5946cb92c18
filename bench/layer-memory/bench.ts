import type { Benchmark } from '../benchmark.ts';
import { MapBench, type Side } from '../map-kepler/map-bench.ts';
import { pointCount, polygonCount } from '../map-kepler/map-data.ts';

const maps = new MapBench();

async function measure(side: Side) {
  const { memory: value, output } = await maps.opening(side);
  return { value, output };
}

const benchmark: Benchmark = {
  name: 'layer-memory',
  description: `${pointCount.toLocaleString('en')} points and ${polygonCount.toLocaleString('en')} polygons on a map: memory that the page holds once all of them are there`,
  peerName: 'kepler.gl',
  unit: 'MB',
  better: 'lower',
  setup: () => maps.setup(),
  ours: () => measure('ours'),
  peer: () => measure('kepler'),
  teardown: () => maps.teardown(),
};

export default benchmark;
