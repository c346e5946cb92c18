import { openingBench } from '../map-kepler/opening-bench.ts';

export default openingBench(
  'layer-open',
  'from the click until all of them are in memory and with the graphics card',
  'all',
  'ms',
);
