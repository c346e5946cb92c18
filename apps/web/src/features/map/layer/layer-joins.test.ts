import { readFileSync } from 'node:fs';
import { buildSnapshot, readBatchesSync, type FeatureInput, type PropertyValue } from '@groma/geo';
import type { LayerJoin } from '@groma/model';
import { describe, expect, it } from 'vitest';
import { columnCells } from './batch-cells.ts';
import { layerPieces } from './chart/layer-pieces.ts';
import { LayerColumns } from './layer-columns.ts';
import { joinShare, proposeJoin } from './join-share.ts';
import { LayerRows } from './layer-rows.ts';
import { matchingFids } from './matching-fids.ts';
import { placeLabels } from './place-labels.ts';

const all = { sort: [], filter: [] };

/** A layer of rows, at places one degree apart or without any; the first has the feature id 1. */
function layer(rows: readonly Record<string, PropertyValue>[], hasPlaces = false) {
  const { manifest, files } = buildSnapshot(
    rows.map((properties, index): FeatureInput => ({
      fid: index + 1,
      geometry: hasPlaces ? { type: 'Point', coordinates: [index, 0] } : null,
      properties,
    })),
  );
  const read = new LayerRows(manifest);
  for (const part of manifest.parts) for (const batch of readBatchesSync(part, files.get(part.file)!)) read.add(batch);
  read.finish();
  return read;
}

function joined(own: LayerRows, other: LayerRows | null, join: Partial<LayerJoin> = {}): LayerRows {
  own.joinBy([{ layerId: 'other', column: 'key', otherColumn: 'key', columns: ['v'], prefix: '', ...join }], (id) =>
    id === 'other' ? other : null,
  );
  return own;
}

const valuesOf = (rows: LayerRows, name: string) =>
  rows.window(all, 0, 99, [name]).rows.map(([value]) => value as PropertyValue);

/** Keys with the values that each is to meet, which the server reads as well. */
const cases = JSON.parse(
  readFileSync(new URL('../../../../../../packages/geo/src/join/join-cases.json', import.meta.url), 'utf8'),
) as Record<'there' | 'texts' | 'numbers' | 'valuesOfTexts' | 'valuesOfNumbers', PropertyValue[]>;
const there = () => layer(cases.there.map((key, index) => ({ key, v: 100 + index })));

describe('joined columns', () => {
  it('[MAP-166] are those that pandas merges by the trimmed texts of both keys, the first of each', () => {
    // left.merge(right.dropna(subset='k').drop_duplicates('k'), on='k', how='left').v of pandas 3.1.1.
    const [own, other] = [layer(cases.texts.map((key) => ({ key }))), there()];
    expect(valuesOf(joined(own, other), 'v')).toEqual(cases.valuesOfTexts);
    const numbers = layer(cases.numbers.map((key) => ({ key: key === null ? null : Number(key) })));
    expect(valuesOf(joined(numbers, other), 'v')).toEqual(cases.valuesOfNumbers);
    expect(joinShare(own, 'key', other, 'key')).toEqual({ rows: 19, matched: 10, repeated: 2 });
  });

  it('[MAP-165] stand behind the own ones, in the table, in descriptions and in queries, but not in features', () => {
    const own = joined(layer([{ key: 'A' }, { key: 'B' }, { key: 'C' }]), there(), { prefix: 'x_' });
    expect(own.columns).toEqual([
      { name: 'key', type: 'text' },
      { name: 'x_v', type: 'integer', join: 0 },
    ]);
    expect(own.describe(1)).toEqual([
      ['key', 'A'],
      ['x_v', 101],
    ]);
    expect(own.features([1])[0]!.properties).toEqual({ key: 'A' });
    expect([...own.fids({ sort: [{ columnId: 'x_v', direction: 'asc' }], filter: [] })]).toEqual([2, 1, 3]);
    expect([...own.fids({ sort: [], filter: [{ columnId: 'x_v', operator: 'greater', value: 100 }] })]).toEqual([1]);
  });

  it('[MAP-181] are asked by conditions, of the features that the filter keeps', () => {
    const own = joined(layer([{ key: 'A' }, { key: 'B' }, { key: 'C' }], true), there());
    const [of2, of1] = [own.describe(2), own.describe(1)].map((each) =>
      Number(each?.find(([name]) => name === 'v')?.[1]),
    );
    expect([...matchingFids(own, `$v = ${of1} or $key = 'C'`)]).toEqual([1, 3]);
    own.filterBy([{ column: 'key', operator: 'notEquals', value: 'A' }]);
    expect([...matchingFids(own, '$v > 0')]).not.toContain(1);
    expect([...matchingFids(own, `$v = ${of2}`)]).toEqual([2]);
    expect(() => matchingFids(own, '1 = 1')).toThrow(/\$key/);
  });

  it('[MAP-165] class, filter and label features, also those that edits have added', () => {
    const other = there();
    const own = joined(layer([{ key: 'A' }, { key: 'B' }, { key: 'C' }], true), other);
    own.apply([
      {
        type: 'Add',
        features: [{ fid: 9, geometry: { type: 'Point', coordinates: [9, 0] }, properties: { key: '0' } }],
      },
      { type: 'Delete', fids: [2] },
    ]);
    const columns = new LayerColumns(own);
    const classes = columns.classBy({ column: 'v', breaks: [100, 105, 120] })!;
    const cells = [...columnCells(own.source, 'key')].map(({ id, fids }) => [id, fids] as const);
    expect(cells.flatMap(([id, fids]) => [...fids].map((fid, row) => [fid, classes[id]!.classes![row]]))).toEqual([
      [1, 0],
      [3, 255],
      [9, 1],
    ]);
    const labels = placeLabels(
      {
        layers: [{ layerId: 'l', text: '$v', size: 12, lift: 0, sizedBy: null, withCollisions: true, unseen: [] }],
        view: { bounds: [-10, -10, 20, 10], center: [0, 0], zoom: 4, bearing: 0 },
      },
      () => ({ rows: own, columns }),
    );
    expect(labels[0]!.texts.toSorted()).toEqual(['101', '113']);
    const pieces = [...layerPieces({ source: own.source, passing: null })(['v'])];
    expect(pieces.flatMap(({ length, columns: [v] }) => Array.from({ length }, (_, row) => v!.read(row)))).toEqual([
      101,
      null,
      113,
    ]);
    own.filterBy([{ column: 'v', operator: 'greater', value: 105 }]);
    expect([...own.fids(all)]).toEqual([9]);
    // An edit of the key classes anew what it changes.
    expect(
      columns.classesAfter([{ type: 'Edit_Property', edits: [{ fid: 1, column: 'key', value: 'x' }] }]),
    ).not.toBeNull();
  });

  it('[MAP-167] follow edits of either layer, and an edit of another column is no reason to look', () => {
    const other = there();
    const own = joined(layer([{ key: 'A' }, { key: 'C' }]), other);
    expect(valuesOf(own, 'v')).toEqual([101, null]);
    const edits = [
      { type: 'Edit_Property' as const, edits: [{ fid: 2, column: 'v', value: 7 }] },
      { type: 'Add' as const, features: [{ fid: 50, geometry: null, properties: { key: 'C', v: 8 } }] },
    ];
    other.apply(edits);
    own.joinAgain();
    expect(valuesOf(own, 'v')).toEqual([7, 8]);
    own.apply([{ type: 'Edit_Property', edits: [{ fid: 2, column: 'key', value: 'ß' }] }]);
    expect(valuesOf(own, 'v')).toEqual([7, 106]);
    other.apply([{ type: 'Delete', fids: [2] }]);
    own.joinAgain();
    expect(valuesOf(own, 'v')).toEqual([102, 106]);
    expect(own.joins.isTouched('other', edits)).toBe(true);
    expect(own.joins.isTouched('other', [{ type: 'Edit_Property', edits: [{ fid: 2, column: 'w', value: 1 }] }])).toBe(
      false,
    );
  });

  it('[MAP-168] are gone with their layer or column, and come back with it; what is filtered by them is shown', () => {
    const other = there();
    const own = layer([{ key: 'A' }, { key: 'C' }]);
    own.filterBy([{ column: 'v', operator: 'isNull' }]);
    expect(joined(own, null).columns.map(({ name }) => name)).toEqual(['key']);
    expect(own.count).toBe(own.shownCount);
    own.joinBy([], () => null);
    expect([...joined(own, other).fids(all)]).toEqual([2]);
    other.apply([{ type: 'Delete_Column', columns: ['v'] }]);
    own.joinAgain();
    expect(own.columns.map(({ name }) => name)).toEqual(['key']);
    expect(own.cellOf('v')).toBeNull();
  });

  it('[MAP-169] two layers may join each other, as only columns of their own are taken', () => {
    const [one, other] = [layer([{ key: 'A', v: 1 }]), layer([{ key: 'A', w: 2 }])];
    one.joinBy(
      [{ layerId: 'other', column: 'key', otherColumn: 'key', columns: ['w', 'v'], prefix: 'o_' }],
      () => other,
    );
    other.joinBy([{ layerId: 'one', column: 'key', otherColumn: 'key', columns: ['v', 'o_w'], prefix: '' }], () => one);
    expect(one.describe(1)!.map(([name]) => name)).toEqual(['key', 'v', 'o_w']);
    expect(other.describe(1)!.map(([name]) => name)).toEqual(['key', 'w', 'v']);
  });

  it('[MAP-165] a name that the layer has itself stays with its own column', () => {
    expect(valuesOf(joined(layer([{ key: 'A', v: 'own' }]), there()), 'v')).toEqual(['own']);
  });
});

describe('the columns that a join is proposed by', () => {
  it('[MAP-170] hold the same values and, of several, have the same name', () => {
    const own = layer(['DE', 'FR', 'IT'].map((iso, index) => ({ iso, n: index, share: index / 7 })));
    const other = layer(
      ['Italy', 'France', 'Chad'].map((name, index) => ({ name, code: ['IT', 'FR', 'TD'][index]!, n: 50 + index })),
    );
    expect(proposeJoin(own, other)).toEqual({ column: 'iso', otherColumn: 'code' });
    expect(proposeJoin(own, layer([{ a: 'x' }]))).toBeNull();
    const twice = layer(['DE', 'FR', 'IT'].map((code) => ({ code, iso: code })));
    expect(proposeJoin(own, twice)).toEqual({ column: 'iso', otherColumn: 'iso' });
  });
});
