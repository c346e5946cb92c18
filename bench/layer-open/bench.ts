import type { Benchmark } from '../benchmark.ts';
import { MapBench, type Side } from '../map-kepler/map-bench.ts';
import { pointCount, polygonCount } from '../map-kepler/map-data.ts';

const maps = new MapBench();

async function measure(side: Side) {
  const { all: value, output } = await maps.opening(side);
  return { value, output };
}

const benchmark: Benchmark = {
  name: 'layer-open',
  description: `${pointCount.toLocaleString('en')} points and ${polygonCount.toLocaleString('en')} polygons on a map: from the click until all of them are in memory and with the graphics card`,
  peerName: 'kepler.gl',
  unit: 'ms',
  better: 'lower',
  setup: () => maps.setup(),
  ours: () => measure('ours'),
  peer: () => measure('kepler'),
  teardown: () => maps.teardown(),
};

export default benchmark;
