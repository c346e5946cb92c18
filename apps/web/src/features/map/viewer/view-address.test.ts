import { expect, test } from 'vitest';
import { readAddress, writeAddress } from './view-address.ts';

const layer = '0199a1b2-0000-7000-8000-000000000001';
const nothing = { view: null, on: [], off: [], filters: {}, map: null, step: null };

test('[PUB-093] the address says where a reader stands and what they have switched, and is read back as that', () => {
  const shared = {
    view: { longitude: 7.68, latitude: 45.07, zoom: 5.25, bearing: 0, pitch: 0 },
    on: [],
    off: [layer],
    filters: {},
    map: null,
    step: null,
  };
  expect(writeAddress(shared)).toBe(`#map=5.25/45.07/7.68&off=${layer}`);
  expect(readAddress(writeAddress(shared))).toEqual(shared);
  const turned = { ...shared, view: { ...shared.view, bearing: -30, pitch: 45 }, map: 'm' };
  expect(readAddress(writeAddress(turned))).toEqual(turned);
  expect(writeAddress(nothing)).toBe('');
});

test('[PUB-135] the address says at which step of its story a map stands', () => {
  const told = { ...nothing, step: layer };
  expect(writeAddress(told)).toBe(`#step=${layer}`);
  expect(readAddress(writeAddress(told))).toEqual(told);
  expect(readAddress('#step=2').step).toBeNull();
});

test('[PUB-093] an address that says no place is that of the first view', () => {
  for (const hash of [
    '',
    '#',
    '#map=',
    '#map=a/b/c',
    '#map=5/95/7',
    '#map=5/45',
    '#map=30/1/1',
    '#map=1/1/1/0/90',
    '#map=1/1/1/0/0/0',
  ])
    expect([hash, readAddress(hash).view]).toEqual([hash, null]);
  expect(readAddress('#off=no,<script>')).toEqual(nothing);
});

test('[VEC-079] the address says by what a reader filters a layer; what is no filter is left out', () => {
  const filtered = {
    ...nothing,
    filters: { [layer]: [{ column: 'größe & #', operator: 'less' as const, value: 5.5 }] },
  };
  expect(readAddress(writeAddress(filtered))).toEqual(filtered);
  expect(readAddress(writeAddress({ ...nothing, filters: { [layer]: [] } })).filters).toEqual({ [layer]: [] });
  for (const hash of ['#filter=', `#filter=${layer}`, `#filter=${layer}:[[1]]`, '#filter=no:[]'])
    expect(readAddress(hash)).toEqual(nothing);
});
