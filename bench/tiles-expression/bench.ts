import { tilesBenchmark } from '../tiles/tiles-bench.ts';

const at = (band: number, column: number, row: number): number =>
  Math.round(
    2_000 +
      band * 700 +
      900 * Math.sin(column / 170 + band) * Math.cos(row / 130) +
      ((Math.imul(column * 31 + row * 17 + band, 2_654_435_761) >>> 26) - 32),
  );

export default tilesBenchmark('tiles-expression', {
  name: 'scene',
  description: 'tiles of a band expression over a 16-bit scene of 4 bands in UTM',
  type: 'UInt16',
  bands: 4,
  at,
  words: { expression: '(b4-b3)/(b4+b3)', rescale: '-1,1', colormap_name: 'viridis' },
});
