import { tilesBenchmark } from '../tiles/tiles-bench.ts';

const at = (_band: number, column: number, row: number): number =>
  800 +
  500 * Math.sin(column / 400) * Math.cos(row / 300) +
  60 * Math.sin(column / 31 + row / 47) +
  (Math.imul(column * 31 + row * 17, 2_654_435_761) >>> 28) / 16;

export default tilesBenchmark('tiles-relief', {
  name: 'relief',
  description: 'tiles of a floating point elevation model in UTM through a colour map',
  type: 'Float32',
  bands: 1,
  at,
  words: { rescale: '200,1400', colormap_name: 'terrain' },
});
