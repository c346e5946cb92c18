import { describe, expect, it } from 'vitest';
import type { SimpleGeometry } from '../geometry.ts';
import { closeRings } from '../shape/close-rings.ts';
import { withoutMeasures } from '../shape/measures.ts';
import { shortestFloat32 } from '../table/float32.ts';
import { formatWkb } from './format-wkb.ts';
import { formatWkt } from './format-wkt.ts';
import { parseWkb } from './wkb.ts';
import { parseWkt } from './wkt.ts';

describe('M values', () => {
  const lines: SimpleGeometry[] = [
    {
      type: 'LineString',
      coordinates: [
        [0, 0, null as never, 1],
        [1, 1, null as never, 2],
      ],
    },
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0, 5, 1],
          [1, 1, 6, 2],
        ],
      ],
    },
    { type: 'Point', coordinates: [1, 2, 3, 4] },
    { type: 'Point', coordinates: [1, 2, 3] },
  ];

  it('[VEC-065] go through well-known binary and text', () => {
    for (const line of lines) expect([parseWkb(formatWkb(line)), parseWkt(formatWkt(line))]).toEqual([line, line]);
    expect(formatWkt(lines[0]!)).toBe('LINESTRING M (0 0 1, 1 1 2)');
    expect(formatWkt(lines[2]!)).toBe('POINT ZM (1 2 3 4)');
    expect(lines.map(withoutMeasures)).toEqual([
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0, 5],
            [1, 1, 6],
          ],
        ],
      },
      { type: 'Point', coordinates: [1, 2, 3] },
      lines[3],
    ]);
  });
});

describe('what is written for others', () => {
  it('[VEC-065] has closed rings', () => {
    const open = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    const whole: SimpleGeometry = { type: 'Polygon', coordinates: [[...open, [0, 0]]] };
    expect(closeRings({ type: 'MultiPolygon', coordinates: [[open], [[...open, [0, 0]]]] })).toEqual({
      type: 'MultiPolygon',
      coordinates: [whole.coordinates, whole.coordinates],
    });
    expect(closeRings(whole)).toBe(whole);
  });

  it('[VEC-009] has the fewest digits that tell a float of 32 bits', () => {
    expect(
      [0.1, 16_777_216, 3.4028234663852886e38, 1.401298464324817e-45, -1.5, NaN].map((value) =>
        shortestFloat32(Math.fround(value)),
      ),
    ).toEqual([0.1, 16_777_216, 3.4028235e38, 1.4013e-45, -1.5, NaN]);
    let seed = 7;
    for (let round = 0; round < 20_000; round++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      const float = Math.fround((seed / 2 ** 31 - 0.5) * 10 ** (round % 30));
      expect(Math.fround(shortestFloat32(float))).toBe(float);
    }
  });
});
