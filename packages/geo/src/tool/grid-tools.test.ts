import { cellArea, cellToLatLng, isValidCell, latLngToCell } from 'h3-js';
import { describe, expect, it } from 'vitest';
import { geometryMembers, type LayerFeature, type SimpleGeometry } from '../geometry.ts';
import type { Position } from '../coordinate.ts';
import { geometryArea } from '../measure/area.ts';
import { distance } from '../measure/length.ts';
import { hasPython, layerOf, runOn, stars, truth } from '../../test/tool-cases.ts';
import { seededRandom } from './sphere.ts';

const point = (x: number, y: number): SimpleGeometry => ({ type: 'Point', coordinates: [x, y] });
const rings = (geometry: SimpleGeometry | null) => geometryMembers(geometry!) as Position[][][];
const box = (west: number, south: number, east: number, north: number): SimpleGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
const areaOf = (features: readonly LayerFeature[]) =>
  features.reduce((sum, { geometry }) => sum + geometryArea(geometry), 0);
const shapesOf = ({ features }: { features: LayerFeature[] }) => features.map(({ geometry }) => geometry!);

describe('grids', () => {
  it.each([
    ['square_grid', 4, 1],
    ['hexagon_grid', 6, Math.sqrt(3) / 2],
  ] as const)('[GEO-084] %s: cells have their size on the ground where the middle is', async (id, corners, share) => {
    for (const latitude of [0, 47, -68]) {
      const extent = `8,${latitude - 0.02},8.1,${latitude + 0.02}`;
      const { features, columns } = await runOn(id, [], { extent, cell_size: 500, unit: 'meters' });
      expect(columns.map(({ name }) => name)).toEqual(['row', 'column']);
      const areas = features.map(({ geometry }) => geometryArea(geometry) / (500 * 500 * share));
      expect(Math.max(...areas.map((area) => Math.abs(area - 1)))).toBeLessThan(0.002);
      const [outline] = rings(features[0]!.geometry)[0]!;
      expect(outline).toHaveLength(corners + 1);
      // Opposite sides.
      const across = id === 'square_grid' ? distance(outline![0]!, outline![1]!) : distance(outline![1]!, outline![5]!);
      expect(across / 500).toBeCloseTo(1, 2);
    }
  });

  it.skipIf(!hasPython).each(['square_grid', 'hexagon_grid'] as const)(
    '[GEO-084] %s: cells cover the extent and never overlap',
    async (id) => {
      const run = await runOn(id, [], { extent: '-3.1,50.2,2.7,53.9', cell_size: 40 });
      const [covered] = truth<[SimpleGeometry]>({ ask: 'union', geometries: shapesOf(run) });
      // Neighbours share their corners to the last digit: the union has no gaps.
      expect(rings(covered)).toHaveLength(1);
      expect(rings(covered)[0]).toHaveLength(1);
      const [[rest]] = truth<[SimpleGeometry[]]>({
        ask: 'overlay',
        name: 'difference',
        geometries: [box(-3.1, 50.2, 2.7, 53.9)],
        others: [covered],
      });
      expect(geometryArea(rest!)).toBe(0);
      expect(areaOf(run.features) / geometryArea(covered)).toBeCloseTo(1, 3);
    },
  );

  it('[GEO-084] covers the features, over the antimeridian no more than between them', async () => {
    const pair = layerOf([point(179.9, -17), point(-179.8, -17.2)]);
    const { features } = await runOn('square_grid', pair, { cell_size: 5 });
    expect(features.length).toBe(7 * 5);
    for (const { geometry } of features)
      for (const polygon of rings(geometry))
        for (const [x] of polygon[0]!) expect(Math.abs(x)).toBeGreaterThanOrEqual(179.75);
    const all = await runOn('hexagon_grid', [], { extent: '-180,-90,180,90', cell_size: 2000 });
    for (const [x, y] of shapesOf(all).flatMap((shape) => rings(shape).flat(2)))
      expect([Math.abs(x) <= 180, Math.abs(y) <= 90]).toEqual([true, true]);
    expect(areaOf(all.features) / 510_065_621_724_088).toBeCloseTo(1, 2);
  });

  it('[GEO-084] keeps the cells that meet features, or their parts within polygons', async () => {
    const land = layerOf([...stars(12, 5, [10, 10, 12, 12], 0.3), point(11, 14)]);
    const all = await runOn('hexagon_grid', land, { cell_size: 15 });
    const meeting = await runOn('hexagon_grid', land, { cell_size: 15, cells: 'meeting' });
    const cut = await runOn('hexagon_grid', land, { cell_size: 15, cells: 'cut' });
    expect(meeting.features.length).toBeLessThan(all.features.length);
    expect(cut.features.length).toBeLessThan(meeting.features.length);
    const none = layerOf([point(1, 1)]);
    await expect(runOn('square_grid', none, { cells: 'cut' })).rejects.toMatchObject({ code: 'TOOL_NEEDS_POLYGONS' });
  });

  it.skipIf(!hasPython)('[GEO-084] cuts cells so that they are the polygons again', async () => {
    const land = layerOf(stars(12, 5, [10, 10, 12, 12], 0.3));
    const cut = await runOn('square_grid', land, { cell_size: 15, cells: 'cut' });
    const [own, parts] = truth<[SimpleGeometry, SimpleGeometry]>(
      { ask: 'union', geometries: shapesOf({ features: land }) },
      { ask: 'union', geometries: shapesOf(cut) },
    );
    const [[apart]] = truth<[number[]]>({ ask: 'pairs_equal', geometries: [parts], others: [own] });
    expect(apart).toBeLessThan(1e-9);
  });

  it('[GEO-084, GEO-090] refuses what is no area, and more cells than it can make', async () => {
    for (const extent of ['1,2,3', '1,5,2,4', '1,2,1,4', '0,-91,1,2']) {
      const run = runOn('square_grid', [], { extent });
      await expect(run).rejects.toThrow(/extent|area/);
    }
    const many = { extent: '0,0,90,60', cell_size: 100, unit: 'meters' };
    await expect(runOn('square_grid', [], many)).rejects.toMatchObject({ code: 'TOOL_RESULT_TOO_LARGE' });
    await expect(runOn('square_grid', [])).rejects.toMatchObject({ code: 'TOOL_NEEDS_FEATURES' });
  });
});

describe('h3_cells', () => {
  it('[GEO-085] gives the cells that hold points, with how many', async () => {
    const random = seededRandom(4);
    const all = Array.from({ length: 300 }, () => point(random() * 360 - 180, random() * 180 - 90));
    const { features } = await runOn('h3_cells', layerOf(all), { resolution: 1 });
    const wanted = new Map<string, number>();
    for (const { coordinates } of all as { coordinates: Position }[]) {
      const cell = latLngToCell(coordinates[1], coordinates[0], 1);
      wanted.set(cell, (wanted.get(cell) ?? 0) + 1);
    }
    expect(features.map(({ properties }) => [properties['h3'], properties['count']])).toEqual(
      [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  });

  it('[GEO-085] covers polygons with holes, the whole Earth, and what lies on the antimeridian and at the poles', async () => {
    const world = await runOn('h3_cells', layerOf([box(-180, -90, 180, 90)]), { resolution: 1 });
    expect(world.features).toHaveLength(842);
    for (const { geometry, properties } of world.features) {
      const cell = properties['h3'] as string;
      expect(isValidCell(cell)).toBe(true);
      // Edges are straight in degrees here and great circles there, which differs at the poles.
      const isPolar = Math.abs(cellToLatLng(cell)[0]) > 75;
      expect(isPolar ? 1 : geometryArea(geometry) / cellArea(cell, 'm2')).toBeCloseTo(1, 1);
      for (const [x, y] of rings(geometry).flat(2))
        expect([Math.abs(x) <= 180, Math.abs(y) <= 90]).toEqual([true, true]);
    }
    expect(areaOf(world.features) / 510_065_621_724_088).toBeCloseTo(1, 2);
  });

  it.skipIf(!hasPython)(
    '[GEO-085] covers polygons by cells that shapely finds to meet them, and no others',
    async () => {
      const island = layerOf(stars(6, 8, [20, 40, 22, 42], 0.4));
      const cells = await runOn('h3_cells', island, { resolution: 5 });
      const own = island.map(({ geometry }) => geometry);
      const [rest] = truth<[SimpleGeometry[]]>({
        ask: 'overlay',
        name: 'difference',
        geometries: own,
        others: shapesOf(cells),
      });
      expect(rest.reduce((sum, shape) => sum + geometryArea(shape), 0) / areaOf(island)).toBeLessThan(1e-3);
      const relate = { ask: 'relate', name: 'intersects', geometries: shapesOf(cells), others: own };
      const [meeting] = truth<[string[]]>(relate);
      expect(new Set(meeting.map((each) => each.split(' ')[0])).size).toBe(cells.features.length);
      expect(meeting).toHaveLength(
        cells.features.reduce((sum, { properties }) => sum + (properties['count'] as number), 0),
      );
    },
  );

  it('[GEO-085, GEO-090] refuses more cells than it can make before it begins', async () => {
    const run = runOn('h3_cells', layerOf([box(0, 0, 40, 40)]), { resolution: 12 });
    await expect(run).rejects.toMatchObject({ code: 'TOOL_RESULT_TOO_LARGE' });
  });
});

describe('points_along_lines', () => {
  const line: SimpleGeometry = {
    type: 'LineString',
    coordinates: [
      [170, 10],
      [175, 40],
      [185, 41],
      [190, -20],
    ],
  };

  it.skipIf(!hasPython)('[GEO-082] stand where GeographicLib puts them', async () => {
    const { features } = await runOn('points_along_lines', layerOf([line]), { interval: 37.5 });
    const [[wanted]] = truth<[[number, number][][]]>({ ask: 'along', geometries: [line], step: 37_500 });
    expect(features).toHaveLength(wanted!.length);
    features.forEach(({ geometry, properties }, at) => {
      const place = (geometry as { coordinates: Position }).coordinates;
      expect(distance(place, wanted![at]!)).toBeLessThan(0.01);
      expect(place[0]).toBeLessThanOrEqual(180);
      expect(properties['distance']).toBe(at * 37_500);
    });
  });

  it('[GEO-082, GEO-090] go round outlines once, with heights between those of the vertices, and to the end where wanted', async () => {
    const high: SimpleGeometry = {
      type: 'LineString',
      coordinates: [
        [0, 0, 100],
        [0, 0.1, 200],
      ],
    };
    const run = await runOn('points_along_lines', layerOf([high]), { interval: 5, include_end: true });
    const places = run.features.map(({ geometry }) => (geometry as { coordinates: Position }).coordinates);
    expect(places.map(([, , z]) => Math.round(z!))).toEqual([100, 145, 190, 200]);
    const around = await runOn('points_along_lines', layerOf([box(0, 0, 1, 1)]), { interval: 100 });
    expect(around.features).toHaveLength(5);
    await expect(
      runOn('points_along_lines', layerOf([line]), { interval: 0.001, unit: 'meters' }),
    ).rejects.toMatchObject({ code: 'TOOL_RESULT_TOO_LARGE' });
  });
});

describe('random_points', () => {
  it('[GEO-083] lie within, evenly on the ground, the same for the same seed', async () => {
    const tall = layerOf([box(0, 0, 10, 80)], [{ name: 'tall' }]);
    const { features } = await runOn('random_points', tall, { amount: 8000 });
    expect(features).toHaveLength(8000);
    expect(features[0]!.properties).toEqual({ name: 'tall' });
    const south = features.filter(({ geometry }) => (geometry as { coordinates: Position }).coordinates[1] < 30);
    const share = geometryArea(box(0, 0, 10, 30)) / geometryArea(box(0, 0, 10, 80));
    // Four standard deviations.
    expect(Math.abs(south.length / 8000 - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 8000));
    expect((await runOn('random_points', tall, { amount: 8000 })).features).toEqual(features);
    expect((await runOn('random_points', tall, { amount: 8000, seed: 2 })).features).not.toEqual(features);
  });

  it.skipIf(!hasPython)('[GEO-083] keep out of holes', async () => {
    const own = layerOf(stars(30, 6, [0, 45, 20, 60], 0.5));
    const run = await runOn('random_points', own, { amount: 50 });
    const geometries = own.map(({ geometry }) => geometry);
    const [within] = truth<[string[]]>({ ask: 'relate', name: 'intersects', geometries, others: shapesOf(run) });
    const pairs = new Set(within);
    run.features.forEach(({ fid }, at) => expect(pairs.has(`${fid - 1} ${at}`)).toBe(true));
  });

  it('[GEO-083] come by the number in each, or by the square kilometre', async () => {
    const own = layerOf(stars(30, 6, [0, 45, 20, 60], 0.5));
    const run = await runOn('random_points', own, { amount: 50 });
    expect(run.features).toHaveLength(1500);
    const dense = await runOn('random_points', own, { amount: 0.01, amount_per: 'square_kilometer' });
    const wanted = (areaOf(own) / 1_000_000) * 0.01;
    expect(Math.abs(dense.features.length - wanted)).toBeLessThan(16);
  });
});
