import { buildSnapshot, readBatchesSync, rowGeometry, type BatchGeometry, type FeatureInput } from '@groma/geo';
import { expect, test } from 'vitest';
import { DrawUnits } from './draw-units.ts';
import { joinGeometry } from './join-geometry.ts';
import { LayerColumns } from './layer-columns.ts';
import { LayerRows } from './layer-rows.ts';

const square = (x: number, side = 1): number[][] => [
  [x, 0],
  [x + side, 0],
  [x + side, side],
  [x, side],
  [x, 0],
];

function geometryOf(geometries: FeatureInput['geometry'][]): BatchGeometry {
  const { manifest, files } = buildSnapshot(geometries.map((geometry) => ({ geometry })));
  return [...readBatchesSync(manifest.parts[0]!, files.get(manifest.parts[0]!.file)!)][0]!.geometry!;
}

test('geometries of several batches are those of one, in their order', () => {
  const parts = [
    geometryOf([{ type: 'Polygon', coordinates: [square(0, 10), square(2, 3)] }]),
    geometryOf([{ type: 'MultiPolygon', coordinates: [[square(20)], [square(30, 3), square(31)]] }]),
    geometryOf([{ type: 'Polygon', coordinates: [square(50)] }]),
  ];
  const joined = joinGeometry(parts);
  expect([0, 1, 2].map((row) => rowGeometry(joined, row))).toEqual(parts.map((part) => rowGeometry(part, 0)));
  expect(joinGeometry(parts.slice(0, 1))).toBe(parts[0]);
});

test('units grow with what is drawn already, end with their kind, and the last waits for the end', () => {
  const units = new DrawUnits();
  const point = geometryOf([{ type: 'Point', coordinates: [1, 2] }]);
  const area = geometryOf([{ type: 'Polygon', coordinates: [square(0)] }]);
  const drawn = [point, point, point, point, point, area].map((geometry, place) => {
    const id = units.idFor(geometry, place);
    return units.add({ id, batch: { geometry, fids: Int32Array.of(place) } }).map((unit) => [unit.id, [...unit.fids]]);
  });
  expect(drawn).toEqual([[['point-0', [0]]], [['point-1', [1]]], [], [['point-2', [2, 3]]], [], [['point-4', [4]]]]);
  expect(units.finish().map(({ id, kind }) => [id, kind])).toEqual([['polygon-5', 'polygon']]);
  expect(units.finish()).toEqual([]);
  expect([
    units.without('point-2', new Set([2])).count,
    units.again('point-2', new Set([2]))?.count,
    units.again('point-9', new Set()),
  ]).toEqual([1, 1, null]);
  expect(units.without('point-2', new Set([2, 3])).fids).toHaveLength(0);
});

test('an edit draws the unit of its feature anew, with a class for each row of it', () => {
  const { manifest, files } = buildSnapshot(
    Array.from({ length: 3 * 16_384 + 10 }, (_, index) => ({
      fid: index + 1,
      geometry: { type: 'Point', coordinates: [index / 1_000, 0] },
      properties: { n: index, positive: index > 40_000 ? true : null },
    })),
  );
  const rows = new LayerRows(manifest);
  const columns = new LayerColumns(rows);
  const drawn = [
    ...manifest.parts.flatMap((part) =>
      [...readBatchesSync(part, files.get(part.file)!)].flatMap((batch) => rows.add(batch)),
    ),
    ...rows.finish(),
  ];
  expect(drawn.map(({ fids }) => fids.length)).toEqual([16_384, 16_384, 16_394]);
  expect(rows.drawAgain([drawn[1]!.id, 'point-99'])).toEqual([drawn[1]]);
  const gone = drawn[2]!.fids[16_390]!;
  const update = { type: 'Delete' as const, fids: [gone] };
  const {
    drawn: [anew, ...others],
  } = rows.apply([update]);
  expect([anew!.id, anew!.fids.length, anew!.fids.includes(gone), others]).toEqual([drawn[2]!.id, 16_393, false, []]);
  expect(rows.drawAgain([anew!.id])).toEqual([anew]);
  columns.classBy({ column: 'n', breaks: [0, 20_000, 60_000] });
  const classes = columns.classesAfter([update])!;
  expect(Object.keys(classes)).toEqual([anew!.id]);
  const { classes: own, signs } = classes[anew!.id]!;
  expect(
    [...anew!.fids].every(
      (fid, row) => own![row] === (fid - 1 < 20_000 ? 0 : 1) && signs![row] === (fid - 1 > 40_000 ? 1 : 0),
    ),
  ).toBe(true);
  expect([own!.length, signs!.length]).toEqual([16_393, 16_393]);
  const ofFirst = columns.classesOf([drawn[0]!.id])!;
  expect(Object.values(ofFirst).map(({ classes: each }) => each!.length)).toEqual([16_384]);
});
