import { expect, test } from 'vitest';
import { buildTree, folderOf, freeName, outermost, type Listing } from './file-tree.ts';

const entry = (path: string, isDir = false) => ({ path, isDir, size: isDir ? null : '1.0 KB', bytes: isDir ? null : 1_024, lastModified: '2026-01-01T00:00:00Z' });
const listings = (open: Record<string, Listing>) => new Map(Object.entries(open));

test('[FIL-001] [FIL-002] [FIL-003] the tree holds what was read of open folders, and closed folders can be opened', () => {
  const tree = buildTree('/data', listings({
    '/data': { entries: [entry('/data/a', true), entry('/data/b', true), entry('/data/c.txt')], isLoading: false },
    '/data/a': { entries: [entry('/data/a/d.txt')], isLoading: false },
  }));
  expect(tree.map(({ name, isExpandable, children }) => [name, isExpandable, children?.length])).toEqual([['a', true, 1], ['b', true, undefined], ['c.txt', false, undefined]]);
  expect(tree[0]?.children?.[0]).toMatchObject({ id: '/data/a/d.txt', name: 'd.txt', bytes: 1_024 });
});

test('[FIL-001] a folder says that it is loading or why it failed, until its entries are there', () => {
  const read = (listing: Listing) => buildTree('/data', listings({ '/data': { entries: [entry('/data/a', true)], isLoading: false }, '/data/a': listing }))[0];
  expect(read({ isLoading: true })).toMatchObject({ loading: true });
  expect(read({ isLoading: false, failure: 'gone' })).toMatchObject({ failure: 'gone' });
  expect(read({ isLoading: true, entries: [] })).not.toHaveProperty('loading');
});

test('paths know their folder', () => {
  expect(folderOf('/data/a/b.txt')).toBe('/data/a');
  expect(folderOf('/data')).toBe('/data');
});

test('a free name is the wanted one or has the first free number', () => {
  expect(freeName('New folder', [])).toBe('New folder');
  expect(freeName('New folder', ['New folder', 'New folder 2'])).toBe('New folder 3');
});

test('what lies inside another chosen folder is left out', () => {
  expect(outermost(['/data/a', '/data/a/b', '/data/ab'])).toEqual(['/data/a', '/data/ab']);
});
