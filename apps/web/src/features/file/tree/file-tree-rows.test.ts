import { expect, test } from 'vitest';
import type { FileEntry } from '../entry/file-calls.ts';
import { fileTreeRows, type TreeModel } from './file-tree-rows.ts';
import { pageSize, pagesOf, placeOf, withPages, type FolderWindow } from '../folder/folder-window.ts';

const entry = (path: string, isDir = false): FileEntry => ({
  path,
  isDir,
  size: isDir ? null : '1.0 KB',
  bytes: isDir ? null : 1_024,
  lastModified: '2026-01-01T00:00:00Z',
});
const whole = (entries: FileEntry[]): FolderWindow =>
  withPages(undefined, [{ offset: 0, entries, total: entries.length, version: '1' }]);
const nothing = new Map<string, string>();
const none: ReadonlySet<string> = new Set();

const model = (
  windows: Record<string, FolderWindow>,
  open: string[] = [],
  change: Partial<TreeModel> = {},
): TreeModel => ({
  root: '/data',
  windows: new Map(Object.entries(windows)),
  open: new Set(open),
  failures: nothing,
  reading: none,
  cut: none,
  ...change,
});
const small = {
  '/data': whole([entry('/data/a', true), entry('/data/b', true), entry('/data/c.txt')]),
  '/data/a': whole([entry('/data/a/x', true), entry('/data/a/y.txt')]),
  '/data/a/x': whole([entry('/data/a/x/z.txt')]),
};
const idsOf = (rows: ReturnType<typeof fileTreeRows>) =>
  Array.from({ length: rows.length }, (_, index) => rows.at(index)?.node.id);

test('[FIL-001] [FIL-002] [FIL-003] rows are the entries of open folders in order, each with its depth and place, and are found again by path', () => {
  const rows = fileTreeRows(model(small, ['/data/a', '/data/a/x', '/data/b']));
  expect(idsOf(rows)).toEqual(['/data/a', '/data/a/x', '/data/a/x/z.txt', '/data/a/y.txt', '/data/b', '/data/c.txt']);
  expect(rows.at(2)).toMatchObject({
    depth: 2,
    parentId: '/data/a/x',
    position: 1,
    siblings: 1,
    node: { name: 'z.txt', size: '1.0 KB', bytes: 1_024 },
  });
  expect(rows.at(0)).toMatchObject({ depth: 0, parentId: null, isExpandable: true, isExpanded: true });
  for (let index = 0; index < rows.length; index += 1) expect(rows.indexOf(rows.at(index)?.node.id ?? '')).toBe(index);
  expect([rows.indexOf('/data/none'), rows.at(6), rows.at(-1)]).toEqual([-1, undefined, undefined]);
});

test('[FIL-001] a folder says that it is read or why it failed, until its entries are there', () => {
  const read = (change: Partial<TreeModel>, open = ['/data/b']) => fileTreeRows(model(small, open, change)).at(1)?.node;
  expect(read({ reading: new Set(['/data/b']) })).toMatchObject({ loading: true });
  expect(read({ failures: new Map([['/data/b', 'gone']]) })).toMatchObject({ failure: 'gone' });
  expect(read({ failures: new Map([['/data/b', 'gone']]) }, [])).not.toHaveProperty('failure');
  expect(read({ cut: new Set(['/data/b']) })).toMatchObject({ isFaint: true });
});

test('of 100,000 entries those that were not read are pending rows in their places, and say what to read', () => {
  const total = 100_000;
  const page = (index: number) => ({
    offset: index * pageSize,
    total,
    version: '1',
    entries: Array.from({ length: pageSize }, (_, at) => entry(`/data/f${index * pageSize + at}`)),
  });
  const rows = fileTreeRows(model({ '/data': withPages(withPages(undefined, [page(0)]), [page(7)]) }));
  expect(rows.length).toBe(total);
  expect(
    [0, pageSize, 7 * pageSize + 3].map((index) => [rows.at(index)?.node.name, rows.at(index)?.node.isPending]),
  ).toEqual([
    ['f0', undefined],
    ['', true],
    ['f3503', undefined],
  ]);
  expect(rows.indexOf(rows.at(90_000)?.node.id ?? '')).toBe(90_000);
  expect(rows.indexOf('/data/f3503')).toBe(3_503);
  expect(rows.spans(89_990, 90_010)).toEqual([{ path: '/data', first: 89_990, last: 90_010 }]);
  expect(pagesOf(89_990, 90_010, total)).toEqual([179, 180]);
});

test('what is in sight is asked of each folder by its own entries', () => {
  const rows = fileTreeRows(model(small, ['/data/a', '/data/a/x']));
  expect(rows.spans(0, 5)).toEqual([
    { path: '/data', first: 0, last: 2 },
    { path: '/data/a', first: 0, last: 1 },
    { path: '/data/a/x', first: 0, last: 0 },
  ]);
  expect(rows.spans(4, 5)).toEqual([{ path: '/data', first: 1, last: 2 }]);
});

test('pages of another version take the place of all that was read, so that no entry stands twice', () => {
  const first = withPages(undefined, [
    { offset: 0, entries: [entry('/data/a')], total: 600, version: '1' },
    { offset: 500, entries: [entry('/data/z')], total: 600, version: '1' },
  ]);
  expect([...first.pages.keys()]).toEqual([0, 1]);
  const second = withPages(first, [{ offset: 0, entries: [entry('/data/z')], total: 601, version: '2' }]);
  expect([[...second.pages.keys()], second.total, placeOf(second, '/data/z'), placeOf(second, '/data/a')]).toEqual([
    [0],
    601,
    0,
    -1,
  ]);
});
