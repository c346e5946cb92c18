import { viewportBenchmark } from './viewport-bench.ts';

export default viewportBenchmark('cold');
