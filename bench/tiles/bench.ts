import { tilesBenchmark } from './tiles-bench.ts';

/** Fields and roads, with the grain of a sensor. */
const at = (band: number, column: number, row: number): number => {
  const grain = (Math.imul(column * 374_761_393 + row * 668_265_263 + band, 1_274_126_177) >>> 28) - 8;
  return Math.max(
    0,
    Math.min(
      255,
      60 +
        band * 30 +
        50 * Math.sin(column / 170 + band) * Math.cos(row / 130) +
        (((column >> 7) + (row >> 7)) % 5) * 12 +
        grain,
    ),
  );
};

export default tilesBenchmark('tiles', {
  name: 'rgb',
  description: 'tiles of an 8-bit RGB scene of 6144 × 6144 pixels in UTM',
  type: 'Byte',
  bands: 3,
  at,
  words: { rescale: '0,255' },
});
