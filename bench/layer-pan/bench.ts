import type { Benchmark } from '../benchmark.ts';
import { MapBench } from '../map-kepler/map-bench.ts';
import { pointCount, polygonCount } from '../map-kepler/map-data.ts';

const maps = new MapBench();

const benchmark: Benchmark = {
  name: 'layer-pan',
  description: `main-thread time of a frame while a map of ${pointCount.toLocaleString('en')} points and ${polygonCount.toLocaleString('en')} polygons is panned and zoomed`,
  peerName: 'kepler.gl',
  unit: 'ms',
  better: 'lower',
  setup: () => maps.setup(),
  ours: () => maps.pan('ours'),
  peer: () => maps.pan('kepler'),
  teardown: () => maps.teardown(),
};

export default benchmark;
