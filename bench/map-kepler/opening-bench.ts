import type { Benchmark } from '../benchmark.ts';
import { MapBench, type Side } from './map-bench.ts';
import { pointCount, polygonCount } from './map-data.ts';

/** Opens a map of millions on both sides and compares one figure of it. `what` ends the sentence that says which. */
export function openingBench(
  name: string,
  what: string,
  figure: 'all' | 'first' | 'memory',
  unit: 'ms' | 'MB',
): Benchmark {
  const maps = new MapBench();
  const measure = async (side: Side) => {
    const { [figure]: value, output } = await maps.opening(side);
    return { value, output };
  };
  return {
    name,
    description: `${pointCount.toLocaleString('en')} points and ${polygonCount.toLocaleString('en')} polygons on a map: ${what}`,
    peerName: 'kepler.gl',
    unit,
    better: 'lower',
    setup: () => maps.setup(),
    ours: () => measure('ours'),
    peer: () => measure('kepler'),
    teardown: () => maps.teardown(),
  };
}
