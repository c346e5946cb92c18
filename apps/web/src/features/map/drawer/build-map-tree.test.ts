import { completeVectorStyle, type Hierarchy, type HierarchyEntry } from '@groma/model';
import { expect, test } from 'vitest';
import { firstMapState, type MapState } from '../session/map-state.ts';
import { newEditing } from '../session/drawing/drawing-state.ts';
import { buildMapTree, moveInTree, moveSeveral, moveTarget, withOnly } from './build-map-tree.ts';

const entry = (
  id: string,
  type: 'Group' | 'Layer',
  parent: string,
  order: number,
  level: number,
  visible = true,
): HierarchyEntry => ({ id, text: id, type, parent_id: parent, level, order, visible });
const tree = (...entries: HierarchyEntry[]): Hierarchy => Object.fromEntries(entries.map((each) => [each.id, each]));
const small = tree(
  entry('g', 'Group', '0', 0, 1),
  entry('a', 'Layer', 'g', 0, 2),
  entry('b', 'Layer', 'g', 1, 2, false),
  entry('c', 'Layer', '0', 1, 1),
);
const stateOf = (change: Partial<MapState>) =>
  new Map([['m', { state: { ...firstMapState, status: 'ready' as const, ...change } }]]);

test('[MAP-078] [MAP-074] the drawer lists maps with their trees; a group shows whether all, some or none of its layers are seen', () => {
  const [map, other] = buildMapTree(
    [
      { id: 'm', name: 'Map' },
      { id: 'n', name: 'Other' },
    ],
    stateOf({ hierarchy: small }),
    [],
    'me',
  );
  expect(map).toMatchObject({ name: 'Map', count: 3, visibility: 'some' });
  expect(map?.children?.map(({ id, visibility }) => [id, visibility])).toEqual([
    ['g', 'some'],
    ['c', 'all'],
  ]);
  expect(map?.children?.[0]?.children?.map(({ id, isHidden }) => [id, isHidden])).toEqual([
    ['a', false],
    ['b', true],
  ]);
  expect(other).toMatchObject({ isExpandable: true, count: null });
});

test('[MAP-064] a layer that another edits shows its holder, one of mine does not', () => {
  const nodes = buildMapTree(
    [{ id: 'm', name: 'Map' }],
    stateOf({
      hierarchy: small,
      editors: { a: { userId: 'you', username: 'Yu' }, c: { userId: 'me', username: 'Me' } },
    }),
    [],
    'me',
  );
  expect(nodes[0]?.children?.[0]?.children?.[0]?.lockedBy).toEqual({ id: 'you', name: 'Yu' });
  expect(nodes[0]?.children?.[1]?.lockedBy).toBeUndefined();
});

test('a layer that fails says why on its row, one that loads how far it is', () => {
  const layer = {
    batches: [],
    classes: {},
    classedBy: null,
    isFiltered: false,
    count: 0,
    shown: 0,
    columns: [],
    version: 0,
  };
  const loaded = {
    a: { ...layer, load: { status: 'failed' as const, failure: 'gone' } },
    c: { ...layer, load: { status: 'loading' as const, percent: 40 } },
  };
  const [map] = buildMapTree([{ id: 'm', name: 'Map' }], stateOf({ hierarchy: small, loaded }), [], 'me');
  expect(map?.children?.[0]?.children?.[0]?.failure).toBe('gone');
  expect(map?.children?.[1]?.loading).toBe(40);
});

test('[VEC-077] a filtered layer says so on its row, and counts what it shows', () => {
  const styles = { a: completeVectorStyle({ filter: [{ column: 'n', operator: 'isNull' }] }) };
  const [map] = buildMapTree([{ id: 'm', name: 'Map' }], stateOf({ hierarchy: small, styles }), [], 'me');
  const [first, second] = map!.children![0]!.children!;
  expect([first?.isFiltered, second?.isFiltered]).toEqual([true, undefined]);
});

test('[MAP-075] [MAP-077] a drop gives the place among the siblings; dropped where it lies nothing changes', () => {
  expect(moveTarget(small, 'c', 'a', 'm', 'after')).toEqual({ parentId: 'g', index: 1 });
  expect(moveTarget(small, 'a', 'b', 'm', 'after')).toEqual({ parentId: 'g', index: 1 });
  expect(moveTarget(small, 'a', 'm', 'm', 'inside')).toMatchObject({ parentId: '0' });
  expect(moveTarget(small, 'a', 'c', 'm', 'inside')).toBeNull();
  expect(moveInTree(small, 'a', moveTarget(small, 'a', 'b', 'm', 'before')!)).toBe(small);
});

test('[MAP-072] [MAP-073] a move below the fourth level is refused as too deep, one into itself plainly', () => {
  const deep = tree(
    entry('1', 'Group', '0', 0, 1),
    entry('2', 'Group', '1', 0, 2),
    entry('3', 'Group', '2', 0, 3),
    entry('x', 'Group', '0', 1, 1),
    entry('y', 'Layer', 'x', 0, 2),
  );
  expect(moveInTree(deep, 'x', { parentId: '3', index: 0 })).toBe('too-deep');
  expect(moveInTree(deep, '1', { parentId: '2', index: 0 })).toBe('refused');
  expect(moveInTree(deep, 'y', { parentId: '3', index: 0 })).toMatchObject({ y: { parent_id: '3', level: 4 } });
});

const shown = (hierarchy: Hierarchy) =>
  Object.values(hierarchy)
    .filter(({ type, visible }) => type === 'Layer' && visible)
    .map(({ id }) => id);

test('[MAP-038] show only this layer hides all others', () => {
  expect(shown(withOnly(small, 'b', true))).toEqual(['b']);
  expect(shown(withOnly(small, 'g', true))).toEqual(['a', 'b']);
});

test('[MAP-039] hide this layer and show others', () => {
  expect(shown(withOnly(small, 'a', false))).toEqual(['b', 'c']);
  expect(shown(withOnly(small, 'g', false))).toEqual(['c']);
});

const mapWith = (editing: ReturnType<typeof newEditing>) => {
  const state = { ...firstMapState, status: 'ready' as const, hierarchy: small };
  const [map] = buildMapTree(
    [{ id: 'm', name: 'Map' }],
    new Map([['m', { state, drawing: { state: { editing } } }]]),
    [],
    'me',
  );
  return map;
};

test('[MAP-052] the layer at work stands above the others, and is none of them', () => {
  const map = mapWith(newEditing(null, 'Hand-drawn Geometries'));
  expect(map).toMatchObject({ count: 3 });
  expect(map?.children?.[0]).toMatchObject({ kind: 'editing', name: 'Hand-drawn Geometries', count: 0 });
});

test('a drawing has no row beside the layer that it has become', () => {
  const drawing = newEditing(null, 'Hand-drawn Geometries');
  expect(mapWith({ ...drawing, becomes: 'not-there-yet' })?.children?.[0]).toMatchObject({ kind: 'editing' });
  expect(mapWith({ ...drawing, becomes: 'a' })?.children?.map(({ kind }) => kind)).not.toContain('editing');
});

test('[MAP-073] [MAP-076] several rows move together in their order, those in a group with it, or not at all', () => {
  const place = (targetId: string, position: 'before' | 'after' | 'inside') => ({ targetId, mapId: 'm', position });
  const order = (hierarchy: Hierarchy | string, parent: string) =>
    Object.values(hierarchy as Hierarchy)
      .filter((each) => each.parent_id === parent)
      .sort((one, other) => one.order - other.order)
      .map(({ id }) => id);
  const into = moveSeveral(small, new Set(['a', 'b']), place('c', 'after'));
  expect(order(into, '0')).toEqual(['g', 'c', 'a', 'b']);
  expect(order(moveSeveral(small, new Set(['g', 'a']), place('c', 'after')), '0')).toEqual(['c', 'g']);
  const deep = tree(
    entry('1', 'Group', '0', 0, 1),
    entry('2', 'Group', '1', 0, 2),
    entry('3', 'Group', '2', 0, 3),
    entry('4', 'Group', '3', 0, 4),
    entry('x', 'Layer', '0', 1, 1),
    entry('y', 'Layer', '0', 2, 1),
  );
  expect(moveSeveral(deep, new Set(['x', 'y']), place('4', 'inside'))).toBe('too-deep');
});

test('[MAP-164] tables stand under a heading at the end, groups of nothing else too, and have no eye', () => {
  const kindOf = (kind: 'none' | 'point') => ({
    kind: 'vector' as const,
    manifest: {
      version: 2 as const,
      featureCount: 1,
      maxFid: 1,
      bbox: null,
      columns: [],
      parts: [{ kind, geometryType: null, dimension: 'XY' as const, file: 'a', bytes: 1, rows: 1, batches: [] }],
    },
    snapshot_key: 'a',
    snapshot_seq: 0,
    seq: 0,
    source: {},
  });
  const table = kindOf('none');
  const emptied = { ...table, manifest: { ...table.manifest, featureCount: 0, isTable: true as const, parts: [] } };
  const childrenOf = (data: MapState['data']) =>
    buildMapTree([{ id: 'm', name: 'Map' }], stateOf({ hierarchy: small, data }), [], 'me')[0]?.children ?? [];
  const [group, heading, ...others] = childrenOf({ a: kindOf('point'), b: table, c: emptied });
  expect(others).toEqual([]);
  expect(group?.children?.map(({ id, kind }) => [id, kind])).toEqual([
    ['a', 'layer'],
    ['b', 'table'],
  ]);
  expect(heading).toMatchObject({ kind: 'tables', id: 'tables:m' });
  expect(heading?.children).toMatchObject([{ id: 'c', kind: 'table', visibility: null, isHidden: false }]);
  const [only] = childrenOf({ a: table, b: table, c: emptied });
  expect(only?.children?.map(({ id, visibility }) => [id, visibility])).toEqual([
    ['g', null],
    ['c', null],
  ]);
});
