import { placed, type Matrix, type ScenePoints } from '@groma/geo';

const colorings = ['rgb', 'height', 'intensity', 'classification'] as const;
export type Coloring = (typeof colorings)[number];

/** Smallest and largest value of what points are coloured by. */
export interface SceneRange {
  height: [low: number, high: number];
  intensity: [low: number, high: number];
}

export const noRange: SceneRange = { height: [Infinity, -Infinity], intensity: [Infinity, -Infinity] };

/** From low to high: viridis, which everyone tells apart, in nine steps. */
const ramp = [
  [68, 1, 84],
  [72, 40, 120],
  [62, 74, 137],
  [49, 104, 142],
  [38, 130, 142],
  [31, 158, 137],
  [53, 183, 121],
  [110, 206, 88],
  [253, 231, 37],
] as const;
/** The same for a legend. */
export const rampCss = `linear-gradient(to right, ${ramp.map((color) => `rgb(${color.join(' ')})`).join(', ')})`;
/** Classes of points by number (ASPRS LAS 1.4, table 17), in colours that say what they are. */
const classes: Readonly<Record<number, readonly [number, number, number]>> = {
  2: [166, 118, 74],
  3: [163, 204, 112],
  4: [98, 168, 66],
  5: [38, 120, 54],
  6: [214, 84, 62],
  7: [230, 60, 180],
  9: [58, 128, 214],
  10: [120, 100, 160],
  11: [110, 110, 116],
  13: [240, 200, 70],
  14: [240, 170, 40],
  15: [190, 120, 40],
  17: [150, 160, 190],
  18: [230, 60, 180],
};
const plain = [150, 160, 170] as const;

/** The ways that points can be coloured in, by what they have. */
export function coloringsOf({ colors, intensity, classification }: ScenePoints): Coloring[] {
  return colorings.filter(
    (each) =>
      each === 'height' ||
      (each === 'rgb' && colors !== null) ||
      (each === 'intensity' && intensity !== null) ||
      (each === 'classification' && classification !== null),
  );
}

/** A range that also holds the values of further points. `matrix` takes them to where heights are along z. */
export function widened({ height, intensity }: SceneRange, points: ScenePoints, matrix: Matrix): SceneRange {
  const wide = (range: readonly [number, number], count: number, valueAt: (index: number) => number) => {
    let [low, high] = range;
    for (let index = 0; index < count; index += 1) {
      const value = valueAt(index);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return [low, high] as [number, number];
  };
  const heightAt = heightsOf(points, matrix);
  return {
    height: wide(height, points.count, heightAt),
    intensity: points.intensity ? wide(intensity, points.count, (index) => points.intensity![index]!) : intensity,
  };
}

/** Red, green and blue for each point. */
export function pointColors(points: ScenePoints, matrix: Matrix, coloring: Coloring, range: SceneRange): Uint8Array {
  const { count, colors, intensity, classification } = points;
  if (coloring === 'rgb' && colors) return colors;
  const found = new Uint8Array(count * 3);
  const fill = (colorAt: (index: number) => readonly [number, number, number]) => {
    for (let index = 0; index < count; index += 1) found.set(colorAt(index), index * 3);
  };
  if (coloring === 'height') {
    const heightAt = heightsOf(points, matrix);
    fill((index) => onRamp(heightAt(index), range.height));
  } else if (coloring === 'intensity' && intensity) {
    fill((index) => {
      const grey = Math.round(30 + 225 * shareOf(intensity[index]!, range.intensity));
      return [grey, grey, grey];
    });
  } else if (coloring === 'classification' && classification) {
    fill((index) => classes[classification[index]!] ?? plain);
  } else fill(() => plain);
  return found;
}

function heightsOf({ positions, center }: ScenePoints, m: Matrix): (index: number) => number {
  const base = placed(m, center)[2];
  return (index) =>
    m[2]! * positions[index * 3]! + m[6]! * positions[index * 3 + 1]! + m[10]! * positions[index * 3 + 2]! + base;
}

function shareOf(value: number, [low, high]: readonly [number, number]): number {
  return high > low ? Math.max(0, Math.min(1, (value - low) / (high - low))) : 0.5;
}

function onRamp(value: number, range: readonly [number, number]): readonly [number, number, number] {
  return ramp[Math.round(shareOf(value, range) * (ramp.length - 1))]!;
}
