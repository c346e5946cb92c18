import { describe, expect, it } from 'vitest';
import { colorAt, colorMapsByGroup, findColorMap, rampColors } from './color-map.ts';

describe('colour maps', () => {
  it('[RAS-031] stand in the seven groups, and none is empty', () => {
    const groups = colorMapsByGroup();
    expect(groups.map(({ group }) => group)).toEqual([
      'basic',
      'uniform sequential',
      'sequential',
      'diverging',
      'cyclic',
      'qualitative',
      'miscellaneous',
    ]);
    expect(groups.every(({ maps }) => maps.length >= 3)).toBe(true);
    const names = groups.flatMap(({ maps }) => maps.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  it('[RAS-032] give the colours of their makers to within two levels, at their ends and between', () => {
    // Matplotlib 3.11, 256 places: the places 0, 100, 128 and 255 of each.
    const known: Record<string, [number, number, number][]> = {
      viridis: [
        [68, 1, 84],
        [42, 118, 142],
        [33, 145, 140],
        [253, 231, 37],
      ],
      plasma: [
        [13, 8, 135],
        [174, 40, 146],
        [204, 71, 120],
        [240, 249, 33],
      ],
      jet: [
        [0, 0, 128],
        [35, 255, 212],
        [125, 255, 122],
        [128, 0, 0],
      ],
      turbo: [
        [48, 18, 59],
        [63, 246, 138],
        [164, 252, 60],
        [122, 4, 3],
      ],
    };
    for (const [name, colors] of Object.entries(known)) {
      const map = findColorMap(name);
      [0, 100, 128, 255].forEach((place, index) => {
        const got = colorAt(map, place / 255);
        got.forEach((channel, at) =>
          expect(Math.abs(channel - colors[index]![at]!), `${name} ${place} ${String(got)}`).toBeLessThanOrEqual(3),
        );
      });
    }
  });

  it('[RAS-033] are grey for a name that nobody knows, and found in capitals too', () => {
    expect(findColorMap('no such map')).toBe(findColorMap('gray'));
    expect(colorAt(findColorMap('gray'), 0.5)).toEqual([128, 128, 128]);
    expect(findColorMap('RdYlGn').label).toBe('RdYlGn');
  });

  it('[VEC-004] give as many colours as there are classes: from end to end, or in turn where the map is a list', () => {
    const gray = rampColors(findColorMap('gray'), 3);
    expect(gray).toEqual([
      [0, 0, 0],
      [128, 128, 128],
      [255, 255, 255],
    ]);
    expect(rampColors(findColorMap('gray'), 3, true)).toEqual(gray.toReversed());
    const list = rampColors(findColorMap('set1'), 11);
    expect(list[9]).toEqual(list[0]);
    expect(new Set(rampColors(findColorMap('hsv'), 6).map(String)).size).toBe(6);
    expect([NaN, -1, 2].map((at) => colorAt(findColorMap('gray'), at)[0])).toEqual([0, 0, 255]);
  });
});
