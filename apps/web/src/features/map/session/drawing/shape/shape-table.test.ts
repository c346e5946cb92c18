import { distance, geometryProblem, type Position } from '@groma/geo';
import { expect, test } from 'vitest';
import { drawShapes, shapeOfId } from './shape-table.ts';

const corners: Position[] = [
  [18, 46],
  [20, 47],
  [18, 47],
  [17, 46.5],
];

test('[MAP-008] [MAP-009] [MAP-010] [MAP-011] [MAP-012] [MAP-013] [MAP-014] seven shapes with their keys, each valid from the positions it needs and nothing before', () => {
  expect(drawShapes.map(({ id, shortcut }) => `${shortcut} ${id}`)).toEqual([
    'D point',
    'L line',
    'P polygon',
    'C circle',
    'R rectangle',
    'E ellipse',
    'F freehand',
  ]);
  for (const shape of drawShapes) {
    expect(shape.toGeometry(corners.slice(0, shape.least - 1)), shape.id).toBeNull();
    expect(geometryProblem(shape.toGeometry(corners.slice(0, shape.least))), shape.id).toBeNull();
  }
});

test('[MAP-010] [MAP-012] rings run counterclockwise whichever way they are drawn', () => {
  const clockwise: Position[] = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ];
  for (const positions of [clockwise, clockwise.toReversed()]) {
    expect(shapeOfId('polygon').toGeometry(positions)).toEqual({
      type: 'Polygon',
      coordinates: [
        expect.arrayContaining([
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ]),
      ],
    });
  }
  expect(
    shapeOfId('rectangle').toGeometry([
      [1, 1],
      [0, 0],
    ]),
  ).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [1, 1],
        [0, 1],
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    ],
  });
  expect(
    shapeOfId('rectangle').toGeometry([
      [1, 1],
      [1, 0],
    ]),
  ).toBeNull();
});

test('[MAP-011] [MAP-013] a circle has the radius that was spanned, an ellipse the half axes', () => {
  const ringOf = (id: 'circle' | 'ellipse', to: Position) => {
    const geometry = shapeOfId(id).toGeometry([[18, 46], to]);
    return geometry?.type === 'Polygon' ? geometry.coordinates[0]! : [];
  };
  const radius = distance([18, 46], [18.5, 46.2]);
  for (const corner of ringOf('circle', [18.5, 46.2])) expect(distance([18, 46], corner)).toBeCloseTo(radius, 2);
  const reaches = ringOf('ellipse', [19, 46.2]).map((corner) => distance([18, 46], corner));
  expect(Math.max(...reaches)).toBeCloseTo(distance([18, 46], [19, 46]), 2);
  expect(Math.min(...reaches)).toBeCloseTo(distance([18, 46], [18, 46.2]), 2);
});
