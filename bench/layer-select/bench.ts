import type { Benchmark } from '../benchmark.ts';
import { MapBench } from '../map-kepler/map-bench.ts';
import { pointCount, polygonCount } from '../map-kepler/map-data.ts';

const maps = new MapBench();

const benchmark: Benchmark = {
  name: 'layer-select',
  description: `a box around all of ${pointCount.toLocaleString('en')} points and ${polygonCount.toLocaleString('en')} polygons until they are selected and drawn so`,
  peerName: 'kepler.gl (polygon filter)',
  unit: 'ms',
  better: 'lower',
  setup: () => maps.setup(),
  ours: () => maps.select('ours'),
  peer: () => maps.select('kepler'),
  teardown: () => maps.teardown(),
};

export default benchmark;
