import { expect, test } from 'vitest';
import type { Dataset } from '@groma/model';
import { findDatasets } from './find-datasets.ts';

function entry(id: string, more: Partial<Dataset>): Dataset {
  return {
    id,
    name: id,
    provider: 'P',
    tags: [],
    type: 'raw',
    visualization: true,
    download: true,
    dates: { from: '2000', to: null },
    licence: { name: 'free' },
    link: 'https://a.example/',
    description: '',
    bands: [{ name: 'B1' }],
    access: [],
    ...more,
  };
}
const all = [
  entry('a', { name: 'Álpha land', scale: 30, tags: ['Forest'], dates: { from: '1990', to: '2010' } }),
  entry('b', { name: 'Beta', coarseScale: 9_000, provider: 'NASA', dates: { from: '2015', to: null } }),
  entry('c', { name: 'Gamma', scale: 0.1, tags: ['Forest', 'Urban'], bands: [{ name: 'N', title: 'Near infrared' }] }),
];
const ids = (wish: Partial<Parameters<typeof findDatasets>[1]>) =>
  findDatasets(all, { query: '', tag: null, order: 'name', ...wish }).map(({ id }) => id);

test('[SAT-009] data sets are found by all words of their names, providers, tags and bands, and by a tag', () => {
  expect(ids({})).toEqual(['a', 'b', 'c']);
  expect(ids({ query: ' LAND alpha ' })).toEqual(['a']);
  expect(ids({ query: 'nasa' })).toEqual(['b']);
  expect(ids({ query: 'infrared' })).toEqual(['c']);
  expect(ids({ query: 'urban' })).toEqual(['c']);
  expect(ids({ tag: 'Forest' })).toEqual(['a', 'c']);
  expect(ids({ tag: 'Urban', query: 'alpha' })).toEqual([]);
});

test('[SAT-009] they are sorted by the finest pixels and by the newest dates', () => {
  expect(ids({ order: 'scale' })).toEqual(['c', 'a', 'b']);
  expect(ids({ order: 'newest' })).toEqual(['b', 'c', 'a']);
});
