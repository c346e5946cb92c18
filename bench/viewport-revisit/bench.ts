import { viewportBenchmark } from '../viewport/viewport-bench.ts';

export default viewportBenchmark('revisit');
