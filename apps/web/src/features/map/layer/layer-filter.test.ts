import { buildSnapshot, readBatchesSync, type FeatureInput, type SnapshotManifest } from '@groma/geo';
import { describe, expect, it } from 'vitest';
import type { LayerFilter } from '@groma/model';
import { drawChart } from './chart/draw-chart.ts';
import { filteredClass } from './classing.ts';
import { LayerColumns } from './layer-columns.ts';
import { LayerRows } from './layer-rows.ts';
import { placeLabels } from './place-labels.ts';
import { writeCsv } from './write-csv.ts';

const kinds = ['wheat', 'maize', null];

/** Points one degree apart: fid 1 at 0°, with a number, a kind and a day. */
function layer(count: number) {
  const features = Array.from({ length: count }, (_, index): FeatureInput => ({
    fid: index + 1,
    geometry: { type: 'Point', coordinates: [index, 0] },
    properties: { n: index, kind: kinds[index % 3]!, day: `2024-0${1 + (index % 9)}-01` },
  }));
  const { manifest, files } = buildSnapshot(features);
  const rows = new LayerRows(manifest as SnapshotManifest);
  for (const part of manifest.parts) for (const batch of readBatchesSync(part, files.get(part.file)!)) rows.add(batch);
  rows.finish();
  return { rows, columns: new LayerColumns(rows) };
}

const all = { sort: [], filter: [] };
const wheat: LayerFilter = [{ column: 'kind', operator: 'equals', value: 'wheat' }];
const early: LayerFilter = [
  { column: 'n', operator: 'greaterOrEqual', value: 1 },
  { column: 'n', operator: 'lessOrEqual', value: 4 },
];

/** Ids of what is drawn: those of batches whose class is not that of what is left out. */
function drawn({ rows, columns }: ReturnType<typeof layer>): number[] {
  const classes = columns.classBy(columns.classing);
  return [...rows.source.held.map(({ id, batch }) => ({ id, fids: batch.fids })), ...rows.source.added].flatMap(
    ({ id, fids }) => [...fids].filter((_fid, row) => classes?.[id]?.classes?.[row] !== filteredClass),
  );
}

describe('a filtered layer', () => {
  it('[VEC-073] draws and lists the features that all conditions keep, and no others', () => {
    const nine = layer(9);
    nine.rows.filterBy(early);
    expect(drawn(nine)).toEqual([2, 3, 4, 5]);
    expect([...nine.rows.fids(all)]).toEqual([2, 3, 4, 5]);
    expect([nine.rows.count, nine.rows.shownCount]).toEqual([9, 4]);
    nine.rows.filterBy([...early, ...wheat]);
    expect([...nine.rows.fids(all)]).toEqual([4]);
    expect([...nine.rows.fids({ sort: [], filter: [{ columnId: 'n', operator: 'less', value: 3 }] })]).toEqual([]);
    nine.rows.filterBy([]);
    expect([nine.rows.shownCount, nine.columns.classBy(null)]).toEqual([9, null]);
  });

  it('[VEC-073] keeps the classes of what it shows', () => {
    const six = layer(6);
    six.rows.filterBy(early);
    const [batch] = Object.values(six.columns.classBy({ column: 'kind', values: ['wheat', 'maize'] })!);
    expect([...batch!.classes!]).toEqual([filteredClass, 1, 255, 0, 1, filteredClass]);
  });

  it('[VEC-073] is picked, boxed, snapped to and labelled by what it shows alone', () => {
    const { rows, columns } = layer(6);
    rows.filterBy(wheat);
    const place = (longitude: number) => ({ longitude, latitude: 0, acrossReach: 0.1, upReach: 0.1 });
    const unseen = columns.isUnseen([]);
    expect([0, 1, 2, 3].map((longitude) => rows.pick(place(longitude), unseen))).toEqual([1, null, null, 4]);
    expect([...rows.within([-1, -1, 9, 1], unseen)].toSorted()).toEqual([1, 4]);
    expect(rows.nearest(place(1), [], unseen)).toBeNull();
    const view = { bounds: [-1, -1, 9, 1] as const, center: [3, 0] as const, zoom: 8, bearing: 0 };
    const label = { layerId: 'a', text: '$n', size: 12, lift: 0, sizedBy: null, withCollisions: false, unseen: [] };
    const [placed] = placeLabels({ layers: [label], view: { ...view, bounds: [...view.bounds] } }, () => ({
      rows,
      columns,
    }));
    expect(placed!.texts.toSorted()).toEqual(['0', '3']);
  });

  it('[VEC-073] gives charts, figures, values, classes and CSV of what it shows', async () => {
    const { rows, columns } = layer(9);
    rows.filterBy(wheat);
    expect(columns.values('kind', 9).values).toEqual([{ value: 'wheat', count: 3 }]);
    expect(columns.values('kind', 9, true).values).toHaveLength(2);
    expect(columns.summary('n', null)).toMatchObject({ figures: { count: 3, min: 0, max: 6, sum: 9 } });
    expect(columns.classes('n', { breaks: [0, 3, 9] }).counts).toEqual([1, 2]);
    const chart = drawChart(
      rows,
      { xCol: 'kind', yCol: 'n', type: 'bar', filters: [], aggregate: 'sum' } as never,
      () => null,
    );
    expect(JSON.stringify(chart)).toContain('wheat');
    expect(JSON.stringify(chart)).not.toContain('maize');
    expect((await writeCsv(rows, ['n'], null).text()).replace('\uFEFF', '').split('\r\n')).toEqual([
      'n',
      '0',
      '3',
      '6',
      '',
    ]);
  });

  it('[VEC-073] follows edits: values, added features and deleted ones', () => {
    const six = layer(6);
    six.rows.filterBy(wheat);
    const edits = [
      { type: 'Edit_Property' as const, edits: [{ fid: 2, column: 'kind', value: 'wheat' }] },
      { type: 'Delete' as const, fids: [1] },
      {
        type: 'Add' as const,
        features: [
          { fid: 8, geometry: { type: 'Point' as const, coordinates: [8, 1] }, properties: { kind: 'wheat' } },
          { fid: 9, geometry: { type: 'Point' as const, coordinates: [9, 1] }, properties: { kind: 'maize' } },
        ],
      },
    ];
    six.rows.apply(edits);
    expect([...six.rows.fids(all)]).toEqual([2, 4, 8]);
    expect(six.rows.shownCount).toBe(3);
    const [, isLeftOut] = [8, 9].map((fid) => six.columns.isUnseen([])!(fid));
    expect([six.columns.isUnseen([])!(8), isLeftOut]).toEqual([false, true]);
    // An edit of the filter's column classes anew what it changes.
    expect(six.columns.classesAfter([edits[0]!])).not.toBeNull();
  });

  it('[VEC-075] a condition on a column that is gone is left out, and holds again when the column is back', () => {
    const six = layer(6);
    six.rows.filterBy([...wheat, ...early]);
    six.rows.apply([{ type: 'Delete_Column', columns: ['kind'] }]);
    expect([...six.rows.fids(all)]).toEqual([2, 3, 4, 5]);
    six.rows.apply([{ type: 'Add_Column', column: { name: 'kind', type: 'text' }, fill: 'wheat' }]);
    expect([...six.rows.fids(all)]).toEqual([2, 3, 4, 5]);
    six.rows.apply([{ type: 'Edit_Property', edits: [{ fid: 2, column: 'kind', value: 'rye' }] }]);
    expect([...six.rows.fids(all)]).toEqual([3, 4, 5]);
  });
});
