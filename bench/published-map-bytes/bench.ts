import { publishedBench } from '../published-map/published-bench.ts';

export default publishedBench('published-map-bytes', 'what is sent for that, page and data', 'megabytes', 'MB');
