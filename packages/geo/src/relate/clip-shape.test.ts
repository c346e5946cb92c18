import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseWkt } from '../format/wkt.ts';
import type { Position } from '../coordinate.ts';
import type { SimpleGeometry } from '../geometry.ts';
import { ClipShape } from './clip-shape.ts';

const golden = JSON.parse(readFileSync(new URL('intersects.golden.json', import.meta.url), 'utf8')) as [
  string,
  string,
  0 | 1,
][];
const read = (text: string): SimpleGeometry => parseWkt(text) as SimpleGeometry;

test('[VEC-045] which geometries intersect, both ways round, as GEOS says of 240 pairs that touch, cross, hold and miss each other', () => {
  const wrong = golden.filter(
    ([one, other, isMet]) =>
      new ClipShape([read(one)]).intersects(read(other)) !== (isMet === 1) ||
      new ClipShape([read(other)]).intersects(read(one)) !== (isMet === 1),
  );
  expect(wrong).toEqual([]);
});

test('[VEC-045] many together are met where one of them is', () => {
  const shape = new ClipShape(golden.map(([one]) => read(one)));
  for (const [, other] of golden)
    expect(shape.intersects(read(other))).toBe(
      golden.some(([one]) => new ClipShape([read(one)]).intersects(read(other))),
    );
});

test('a ring of many vertices is asked as one of few, and what is not finite meets nothing', () => {
  const vertices = 20_000;
  const ring: Position[] = Array.from({ length: vertices }, (_, at) => [
    10 * Math.cos((at / vertices) * 2 * Math.PI),
    10 * Math.sin((at / vertices) * 2 * Math.PI),
  ]);
  const shape = new ClipShape([{ type: 'Polygon', coordinates: [[...ring, ring[0]!]] }]);
  for (let angle = 0; angle < 6; angle += 0.37) {
    expect([
      shape.hasPoint(9.99 * Math.cos(angle), 9.99 * Math.sin(angle)),
      shape.hasPoint(10.01 * Math.cos(angle), 10.01 * Math.sin(angle)),
    ]).toEqual([true, false]);
  }
  expect(shape.intersects({ type: 'Point', coordinates: [NaN, 0] })).toBe(false);
  expect(shape.intersects({ type: 'MultiPolygon', coordinates: [] })).toBe(false);
  expect(new ClipShape([]).intersects({ type: 'Point', coordinates: [0, 0] })).toBe(false);
});
