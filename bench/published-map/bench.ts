import { publishedBench } from './published-bench.ts';

export default publishedBench(
  'published-map',
  'from its address until all that is in sight is drawn',
  'milliseconds',
  'ms',
);
