import { openingBench } from '../map-kepler/opening-bench.ts';

export default openingBench('layer-memory', 'memory that the page holds once all of them are there', 'memory', 'MB');
