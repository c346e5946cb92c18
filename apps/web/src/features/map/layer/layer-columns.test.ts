import {
  buildSnapshot,
  readBatchesSync,
  type FeatureInput,
  type SnapshotManifest,
  type VectorUpdate,
} from '@groma/geo';
import { describe, expect, it } from 'vitest';
import { LayerColumns } from './layer-columns.ts';
import { LayerRows } from './layer-rows.ts';
import { ungroupedColumns } from './column-formats.ts';
import { placeLabels } from './place-labels.ts';
import { previewFormula } from './preview-formula.ts';
import { isBeside } from './sized-pick.ts';
import { csvField, writeCsv } from './write-csv.ts';

const kinds = ['wheat', 'maize', null];

/** Points one degree apart in a row: fid 1 at 0°, with a number, a kind and a year. */
function layer(
  count: number,
  more: (index: number) => Record<string, string | number | boolean | null> = () => ({}),
  shape: (index: number) => FeatureInput['geometry'] = (index) => ({ type: 'Point', coordinates: [index % 170, 0] }),
) {
  const features = Array.from({ length: count }, (_, index): FeatureInput => ({
    fid: index + 1,
    geometry: shape(index),
    properties: { n: index, kind: kinds[index % 3]!, year: 1990 + (index % 30), ...more(index) },
  }));
  const { manifest, files } = buildSnapshot(features);
  const rows = new LayerRows(manifest as SnapshotManifest);
  const drawn = manifest.parts.flatMap((part) =>
    [...readBatchesSync(part, files.get(part.file)!)].flatMap((batch) => rows.add(batch)),
  );
  drawn.push(...rows.finish());
  return { rows, columns: new LayerColumns(rows), drawn };
}

/** The class of each feature, by its id. */
function classesById(
  { rows, columns }: ReturnType<typeof layer>,
  classing: Parameters<LayerColumns['classBy']>[0],
): Record<number, number> {
  const classes = columns.classBy(classing)!;
  return Object.fromEntries(
    [
      ...rows.source.held.map(({ id, batch }) => ({
        id,
        fids: [...batch.fids].filter(
          (fid) => rows.numberOf(fid) !== null && !rows.source.added.some((added) => added.fids.includes(fid)),
        ),
      })),
      ...rows.source.added,
    ].flatMap(({ id, fids }) => [...fids].map((fid, row) => [fid, classes[id]!.classes![row]!])),
  );
}

describe('columns of a layer', () => {
  it('[VEC-004] features are classed by value and by breaks, those that fit nothing as other', () => {
    const six = layer(6);
    expect(classesById(six, { column: 'kind', values: ['maize', 'wheat'] })).toEqual({
      1: 1,
      2: 0,
      3: 255,
      4: 1,
      5: 0,
      6: 255,
    });
    expect(classesById(six, { column: 'kind', values: [null] })).toMatchObject({ 1: 255, 3: 0 });
    expect(classesById(six, { column: 'n', breaks: [0, 2, 4] })).toEqual({ 1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 255 });
    expect(six.columns.classBy(null)).toBeNull();
  });

  it('[VEC-004] an edit classes anew what it changes; added and deleted features too', () => {
    const six = layer(6);
    six.columns.classBy({ column: 'kind', values: ['maize'] });
    const edit = { type: 'Edit_Property' as const, edits: [{ fid: 1, column: 'kind', value: 'maize' }] };
    six.rows.apply([edit]);
    expect(Object.keys(six.columns.classesAfter([edit])!)).toHaveLength(1);
    const other = { type: 'Edit_Property' as const, edits: [{ fid: 1, column: 'n', value: 3 }] };
    six.rows.apply([other]);
    expect(six.columns.classesAfter([other])).toBeNull();
    const change = [
      { type: 'Delete' as const, fids: [2] },
      {
        type: 'Add' as const,
        features: [
          { fid: 9, geometry: { type: 'Point' as const, coordinates: [1, 1] }, properties: { kind: 'maize' } },
        ],
      },
    ];
    six.rows.apply(change);
    expect(six.columns.classesAfter(change)).not.toBeNull();
    expect(classesById(six, { column: 'kind', values: ['maize'] })).toEqual({
      1: 0,
      3: 255,
      4: 255,
      5: 0,
      6: 255,
      9: 0,
    });
  });

  it('[VEC-002] points are marked by the property positive: 1 where it is true, 2 where false, 0 where absent', () => {
    const { columns, rows } = layer(3, (index) => ({ positive: [true, false, null][index]! }));
    const [signs] = Object.values(columns.classBy(null)!).map((each) => each.signs!);
    expect(Object.fromEntries([...rows.source.held[0]!.batch.fids].map((fid, row) => [fid, signs![row]]))).toEqual({
      1: 1,
      2: 2,
      3: 0,
    });
    expect(layer(3, () => ({ positive: 'yes' })).columns.classBy(null)).toBeNull();
  });

  it('[VEC-090] points are sized by the root of a number, 255 being the largest, also after an edit', () => {
    const { columns, rows } = layer(5, (index) => ({ people: [400, 100, 0, null, 900][index]! }));
    const sizing = { column: 'people', mostValue: 400 };
    const sizesById = (classes: ReturnType<typeof columns.classBy>) =>
      Object.fromEntries(
        [...rows.source.held[0]!.batch.fids].map((fid, row) => [fid, Object.values(classes!)[0]!.sizes![row]!]),
      );
    expect(sizesById(columns.classBy(null, sizing))).toEqual({ 1: 255, 2: 128, 3: 0, 4: 0, 5: 255 });
    const change: VectorUpdate[] = [{ type: 'Edit_Property', edits: [{ fid: 3, column: 'people', value: 25 }] }];
    rows.apply(change);
    expect(sizesById(columns.classesAfter(change))).toMatchObject({ 1: 255, 3: 64 });
    // Classes and sizes stand beside each other.
    const [both] = Object.values(columns.classBy({ column: 'n', breaks: [0, 2, 4] }, sizing)!);
    expect([both!.classes!.length, both!.sizes!.length]).toEqual([5, 5]);
  });

  it('[VEC-091] a sized point is picked as far as its mark reaches, and no farther', () => {
    const { rows } = layer(2, (index) => ({ people: [400, 4][index]! }));
    const size = { column: 'people', mostValue: 400, leastRadius: 1, mostRadius: 20 };
    // Twenty pixels are half a degree.
    const beside = (longitude: number) => {
      const place = { longitude, latitude: 0, acrossReach: 0.5, upReach: 0.5 };
      return rows.pick(place, isBeside(rows, place, { size, reach: 20, least: 4 }, null));
    };
    expect([-0.45, -0.55, 0.45, 0.55, 0.92, 1.05].map(beside)).toEqual([1, null, 1, null, 2, 2]);
  });

  it('[VEC-004] values come with their counts, the most frequent first, empty cells apart', () => {
    const { columns, rows } = layer(7);
    expect(columns.values('kind', 10)).toEqual({
      values: [
        { value: 'wheat', count: 3 },
        { value: 'maize', count: 2 },
      ],
      rows: 7,
      nulls: 2,
      distinct: 2,
      isDistinctAtLeast: false,
    });
    rows.apply([{ type: 'Edit_Property', edits: [{ fid: 3, column: 'kind', value: 'rye' }] }]);
    expect(columns.values('kind', 2)).toMatchObject({ distinct: 3, nulls: 1 });
  });

  it('[VEC-068] statistics are those of all features, of a selection, or of what a filter keeps', () => {
    const { columns } = layer(10);
    expect(columns.summary('n', null)).toMatchObject({
      kind: 'numbers',
      figures: { count: 10, nulls: 0, distinct: 10, min: 0, max: 9, mean: 4.5, median: 4.5, sum: 45 },
    });
    expect(columns.summary('n', { fids: Int32Array.of(1, 3, 99) })).toMatchObject({ figures: { count: 2, sum: 2 } });
    expect(
      columns.summary('n', { query: { sort: [], filter: [{ columnId: 'n', operator: 'greater', value: 6 }] } }),
    ).toMatchObject({ figures: { count: 3, sum: 24 } });
    expect(columns.summary('kind', null)).toMatchObject({ kind: 'values', counts: { distinct: 2, nulls: 3 } });
    expect(columns.classes('n', { method: 'quantile', count: 2 })).toMatchObject({
      breaks: [0, 4.5, 9],
      counts: [5, 5],
      sampled: null,
    });
  });

  it('[VEC-068] years and codes are told from figures that count', () => {
    const { rows } = layer(10, (index) => ({ station_id: 100_000 + index, inhabitants: 1500 + index * 1000 }));
    expect(ungroupedColumns(rows.columns, rows.count, (name) => rows.cellOf(name))).toEqual(['year', 'station_id']);
  });

  it('[VEC-014] a table is written as CSV that a spreadsheet reads back', async () => {
    const { rows } = layer(3, () => ({ note: 'say "hi", twice\nor once' }));
    expect(await writeCsv(rows, ['kind', 'note'], { fids: Int32Array.of(1, 3) }).text()).toBe(
      'kind,note\r\nwheat,"say ""hi"", twice\nor once"\r\n,"say ""hi"", twice\nor once"\r\n',
    );
    expect([' a', 'a', 1.5, null, false, { a: [1] }].map((value) => csvField(value as never))).toEqual([
      '" a"',
      'a',
      '1.5',
      '',
      'false',
      '"{""a"":[1]}"',
    ]);
  });

  it('[VEC-022] [VEC-026] a formula is shown for the first features before it is kept', () => {
    expect(previewFormula(layer(9).rows, '= $n * 10 + x()', 3)).toEqual([
      { fid: 1, value: 0 },
      { fid: 2, value: 11 },
      { fid: 3, value: 22 },
    ]);
    expect(() => previewFormula(layer(1).rows, '= $nothing', 3)).toThrow(/nothing/);
  });
});

describe('labels', () => {
  const view = {
    bounds: [-1, -10, 170, 10] as [number, number, number, number],
    center: [85, 0] as const,
    zoom: 2,
    bearing: 0,
  };
  const labels = { layerId: 'a', text: '$n', size: 12, lift: 0, sizedBy: null, withCollisions: false, unseen: [] };

  it('[VEC-004] keep clear of each other, unless all are wanted', () => {
    const reading = layer(150);
    const [placed] = placeLabels({ layers: [labels], view }, () => reading);
    // Five and a half pixels a degree: about every sixth label has room.
    expect(placed!.texts.length).toBeGreaterThan(10);
    const places = Array.from({ length: placed!.texts.length }, (_, index) => placed!.positions[2 * index]!).toSorted(
      (one, other) => one - other,
    );
    expect(Math.min(...places.slice(1).map((each, index) => each - places[index]!)) * 5.69).toBeGreaterThan(12);
    expect(placeLabels({ layers: [{ ...labels, withCollisions: true }], view }, () => reading)[0]!.texts).toHaveLength(
      150,
    );
    expect(placeLabels({ layers: [{ ...labels, text: "= 'no' & (" }], view }, () => reading)).toEqual([]);
  });

  it('[MAP-182] are those of the largest areas, and of the points that are drawn largest', () => {
    const square = (index: number): FeatureInput['geometry'] => {
      const [west, side] = [index % 170, index === 73 ? 3 : 0.1];
      const ring = [
        [west, 0],
        [west + side, 0],
        [west + side, side],
        [west, side],
        [west, 0],
      ];
      return { type: 'Polygon', coordinates: [ring as [number, number][]] };
    };
    const firstOf = (reading: ReturnType<typeof layer>, sizedBy: string | null) =>
      placeLabels({ layers: [{ ...labels, sizedBy }], view }, () => reading)[0]!.texts[0];
    expect(firstOf(layer(150, undefined, square), null)).toBe('73');
    expect([firstOf(layer(150), 'n'), firstOf(layer(150), null)]).toEqual(['149', '0']);
  });

  it('[VEC-004] of the upper layer come first, and empty texts are none', () => {
    const reading = layer(3);
    const [upper, lower] = placeLabels(
      {
        layers: [
          { ...labels, text: '$kind' },
          { ...labels, layerId: 'b', text: 'lower' },
        ],
        view: { ...view, zoom: 8 },
      },
      () => reading,
    );
    expect(upper!.texts.toSorted()).toEqual(['maize', 'wheat']);
    expect(lower).toMatchObject({ layerId: 'b', texts: ['lower'] });
  });

  it('[VEC-004] [MAP-043] features of a hidden category are neither found under the pointer, nor in a box, nor snapped to, nor labelled', () => {
    const { rows, columns } = layer(6);
    columns.classBy({ column: 'kind', values: ['wheat', 'maize'] });
    const hidden = (place: number) => columns.isUnseen([place]);
    const at = (longitude: number) => ({ longitude, latitude: 0, acrossReach: 0.1, upReach: 0.1 });
    const found = (unseen: ReturnType<typeof hidden>) => [0, 1, 2].map((longitude) => rows.pick(at(longitude), unseen));
    expect([found(null), found(hidden(0)), found(hidden(1)), found(hidden(255))]).toEqual([
      [1, 2, 3],
      [null, 2, 3],
      [1, null, 3],
      [1, 2, null],
    ]);
    expect([...rows.within([-1, -1, 7, 1], hidden(1))].toSorted()).toEqual([1, 3, 4, 6]);
    expect([rows.nearest(at(1), [], hidden(1)), rows.nearest(at(1), [], hidden(0))?.longitude]).toEqual([null, 1]);
    const [placed] = placeLabels({ layers: [{ ...labels, unseen: [0, 255] }], view: { ...view, zoom: 8 } }, () => ({
      rows,
      columns,
    }));
    expect(placed!.texts.toSorted()).toEqual(['1', '4']);
  });
});
