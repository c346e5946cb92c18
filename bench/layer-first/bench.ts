import { openingBench } from '../map-kepler/opening-bench.ts';

export default openingBench(
  'layer-first',
  'from the click until the first of them are with the graphics card',
  'first',
  'ms',
);
