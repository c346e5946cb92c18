import {
  buildSnapshot,
  readBatchesSync,
  type FeatureInput,
  type SnapshotManifest,
  type VectorUpdate,
} from '@groma/geo';
import { describe, expect, it } from 'vitest';
import { firstHexagons } from '@groma/model';
import { groupAt, singleAt } from '../render/group-at.ts';
import { hexAt, hexGrid, hexMiddle } from './hex-grid.ts';
import { LayerColumns } from './layer-columns.ts';
import { LayerRows } from './layer-rows.ts';
import { PointGroups, type HexagonAsk } from './point-groups.ts';
import { latitudeOf, longitudeOf } from './shown-points.ts';

const world = [-180, -90, 180, 90] as const;

/** Points in a square of a degree around each of two places, fid 1 in the first, 2 in the second, and so on. */
function layer(count: number) {
  const features = Array.from({ length: count }, (_, index): FeatureInput => ({
    fid: index + 1,
    geometry: {
      type: 'Point',
      coordinates: [(index % 2 === 0 ? 10 : -100) + ((index * 7) % 100) / 100, 40 + ((index * 13) % 100) / 100],
    },
    properties: { n: index % 10 },
  }));
  const { manifest, files } = buildSnapshot(features);
  const rows = new LayerRows(manifest as SnapshotManifest);
  for (const part of manifest.parts) for (const batch of readBatchesSync(part, files.get(part.file)!)) rows.add(batch);
  const columns = new LayerColumns(rows);
  return { rows, columns, groups: new PointGroups(rows, columns) };
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, each) => total + each, 0);

describe('points that are drawn together', () => {
  it('[VEC-092] clusters count all points that are shown: filters, hidden classes and edits', () => {
    const { rows, columns, groups } = layer(1_000);
    const counted = (zoom: number, unseen: number[] = []) =>
      sum(groups.clusters({ radius: 60, box: [...world], zoom, unseen }).counts);
    expect([0, 5, 10, 17].map((zoom) => counted(zoom))).toEqual([1_000, 1_000, 1_000, 1_000]);
    expect([...groups.clusters({ radius: 60, box: [...world], zoom: 1, unseen: [] }).counts]).toEqual([500, 500]);
    columns.classBy({ column: 'n', breaks: [0, 5, 9] });
    expect(counted(3, [0])).toBe(500);
    rows.filterBy([{ column: 'n', operator: 'less', value: 3 }]);
    expect(counted(3)).toBe(300);
    const change: VectorUpdate[] = [
      { type: 'Delete', fids: [1, 2] },
      {
        type: 'Add',
        features: [{ fid: 5_000, geometry: { type: 'Point', coordinates: [0, 0] }, properties: { n: 1 } }],
      },
    ];
    rows.apply(change);
    expect(counted(3)).toBe(299);
  });

  it('[VEC-092] a box is asked for what is in it, also across the antimeridian, and a lone point keeps its class', () => {
    const { columns, groups } = layer(3);
    columns.classBy({ column: 'n', breaks: [0, 1, 2] });
    const found = groups.clusters({ radius: 60, box: [150, 0, 270, 80], zoom: 9, unseen: [] });
    expect([[...found.fids], [...found.counts], [...found.classes!]]).toEqual([[2], [1], [1]]);
  });

  it('[VEC-093] a heat map sums up what is in sight in cells small beside the radius, by count or by a column', () => {
    const { rows, groups } = layer(1_000);
    const heat = (ask: Partial<Parameters<typeof groups.heat>[0]>) =>
      groups.heat({ radius: 30, weight: null, box: [...world], zoom: 2, unseen: [], ...ask });
    const all = heat({});
    expect([sum(all.weights), all.weights.length < 50]).toEqual([1_000, true]);
    expect(all.positions.subarray(0, 3)).toSatisfy(
      ([x, y, z]: Float64Array) => x! > -101 && y! >= 40 && y! < 41 && z === 0,
    );
    expect(sum(heat({ box: [0, 30, 20, 50] }).weights)).toBe(500);
    // Across the antimeridian, the places are those of the box.
    const far = heat({ box: [200, 30, 280, 50] });
    expect([sum(far.weights), far.positions[0]! > 200]).toEqual([500, true]);
    expect(sum(heat({ weight: 'n' }).weights)).toBe(4_500);
    rows.filterBy([{ column: 'n', operator: 'less', value: 3 }]);
    expect(sum(heat({ weight: 'n' }).weights)).toBe(300);
  });

  it('[VEC-094] hexagons hold all points that are shown, their count or a mean or sum of a column', () => {
    const { rows, groups } = layer(1_000);
    const breaks = [0, 10, 20];
    const hexagons = (ask: Partial<HexagonAsk['drawing']>) =>
      groups.hexagons({ drawing: { width: 20_000, measure: 'count', column: null, breaks, ...ask }, unseen: [] });
    const counted = hexagons({});
    expect([sum(counted.counts), [...counted.values]]).toEqual([1_000, [...counted.counts]]);
    // Values beyond the ends are in the nearest class.
    expect([...counted.classes]).toEqual([...counted.values].map((value) => (value < 10 ? 0 : 1)));
    expect([counted.batch.kind, counted.batch.fids.length]).toEqual(['polygon', counted.counts.length]);
    const summed = hexagons({ measure: 'sum', column: 'n' });
    expect(sum(summed.values)).toBe(4_500);
    const meant = hexagons({ measure: 'mean', column: 'n' });
    expect(meant.values[0]).toBeCloseTo(summed.values[0]! / summed.counts[0]!, 12);
    expect([...hexagons({ measure: 'mean', column: 'gone' }).classes].every((each) => each === 255)).toBe(true);
    rows.filterBy([{ column: 'n', operator: 'equals', value: 3 }]);
    expect(sum(hexagons({}).counts)).toBe(100);
  });

  it('[VEC-094] a place is in the hexagon whose middle is nearest, which is as wide as asked for on the ground', () => {
    const grid = hexGrid(50_000, 60);
    const [x, y] = [0.52, 0.29];
    const hex = hexAt(grid, x, y);
    const middle = hexMiddle(grid, hex);
    const away = ([otherX, otherY]: readonly [number, number]) => Math.hypot(otherX - x, otherY - y);
    // A hexagon's six neighbours lie as far away as it is wide.
    const width = grid.corner * Math.sqrt(3);
    const neighbours = [0, 1, 2, 3, 4, 5].map((turn) => {
      const angle = (turn * Math.PI) / 3;
      return hexMiddle(grid, hexAt(grid, middle[0] + width * Math.cos(angle), middle[1] + width * Math.sin(angle)));
    });
    expect(neighbours.every((each) => away(each) > away(middle))).toBe(true);
    expect(new Set(neighbours.map(([each]) => each.toFixed(12))).size).toBeGreaterThan(2);
    expect(width * 2 * Math.PI * 6_378_137 * Math.cos(Math.PI / 3)).toBeCloseTo(50_000, 6);
  });

  it('[MAP-163] a hexagon under the pointer says how many points it holds, and its value', () => {
    const { groups } = layer(1_000);
    const drawing = { ...firstHexagons, width: 20_000, measure: 'sum', column: 'n', breaks: [0, 9] } as const;
    const view = groups.hexagons({ drawing, unseen: [] });
    const [lng, lat] = hexMiddle(view.grid, view.hexes[3]!);
    const at = { x: 0, y: 0, lng: longitudeOf(lng), lat: latitudeOf(lat), project: () => ({ x: 0, y: 0 }) };
    expect(groupAt({ kind: 'hexagons', view }, drawing, at)).toEqual({ count: view.counts[3], value: view.values[3] });
    expect(groupAt({ kind: 'hexagons', view }, drawing, { ...at, lat: -40 })).toBeNull();
  });

  it('[MAP-161] a cluster under the pointer says how many points it has and where it comes apart', () => {
    const { groups } = layer(1_000);
    const view = groups.clusters({ radius: 60, box: [...world], zoom: 1, unseen: [] });
    const group = { kind: 'clusters' as const, view };
    const there = { lng: 0, lat: 0, project: ([x, y]: [number, number]) => ({ x, y }) };
    const [x, y] = [view.positions[0]!, view.positions[1]!];
    const hit = groupAt(group, { kind: 'clusters', radius: 60 }, { x: x + 9, y, ...there })!;
    expect([hit.count, hit.opensAt!.center]).toEqual([500, [x, y]]);
    const { zoom } = hit.opensAt!;
    const within = (at: number) =>
      groups.clusters({ radius: 60, box: [x - 1, y - 1, x + 1, y + 1], zoom: at, unseen: [] }).counts.length;
    expect(within(zoom)).toBeGreaterThan(1);
    expect(within(zoom - 1)).toBe(1);
    expect(groupAt(group, { kind: 'clusters', radius: 60 }, { x: x + 40, y, ...there })).toBeNull();
    expect(singleAt(group, { x, y, ...there }, 7)).toBeNull();
  });
});
