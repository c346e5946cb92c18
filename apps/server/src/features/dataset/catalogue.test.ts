import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { datasetTags, knownSources, type Dataset } from '@groma/model';
import { readCatalogue } from './catalogue.ts';
import { knownSourceTable } from './known-sources.ts';

const catalogue = await readCatalogue();
/** Data sets for which something is not so. */
const wrong = (isRight: (entry: Dataset) => boolean): string[] =>
  catalogue.filter((entry) => !isRight(entry)).map(({ id }) => id);

test('[SAT-002, SAT-004, SAT-005] about a hundred data sets of all kinds, each in a file of its name', async () => {
  const files = await readdir(new URL('./entries/', import.meta.url));
  expect(catalogue.map(({ id }) => `${id}.json`).toSorted()).toEqual(files.toSorted());
  expect(catalogue.length).toBeGreaterThanOrEqual(100);
  expect(catalogue.length).toBeLessThanOrEqual(130);
  const ids = catalogue.map(({ id }) => id);
  for (const start of ['landsat-8', 'landsat-9', 'sentinel-1', 'sentinel-2', 'sentinel-3', 'sentinel-5p', 'modis'])
    expect([start, ids.some((id) => id.startsWith(start))]).toEqual([start, true]);
  for (const id of ['chirps-daily', 'era5-land-hourly', 'esa-worldcover', 'swissimage', 'pdok-luchtfoto'])
    expect(ids).toContain(id);
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
});

test('[SAT-008] each of the nine tags has data sets', () => {
  expect(datasetTags.filter((tag) => !catalogue.some(({ tags }) => tags.includes(tag)))).toEqual([]);
  expect(wrong(({ tags }) => new Set(tags).size === tags.length)).toEqual([]);
});

test('[SAT-010] pixels of 0.08 to 5566 metres are both there, and what is coarser says so elsewhere', () => {
  const scales = catalogue.flatMap(({ scale }) => scale ?? []);
  expect([Math.min(...scales), Math.max(...scales)]).toEqual([0.08, 5_566]);
  expect(wrong(({ scale, coarseScale }) => (scale === undefined) !== (coarseScale === undefined))).toEqual([]);
});

test('[SAT-044] what an entry says of its bands fits together', () => {
  const named = ({ bands }: Dataset, name: string): boolean => bands.some((band) => band.name === name);
  expect(wrong(({ bands }) => new Set(bands.map(({ name }) => name)).size === bands.length)).toEqual([]);
  const roles = ({ bands }: Dataset) => bands.flatMap(({ role }) => role ?? []);
  // A role that two bands had would leave it open which one an index takes.
  expect(wrong((entry) => new Set(roles(entry)).size === roles(entry).length)).toEqual([]);
  expect(wrong((entry) => (entry.masks ?? []).every(({ band }) => named(entry, band)))).toEqual([]);
  expect(
    wrong((entry) => (entry.masks ?? []).every(({ bit, values }) => (bit === undefined) !== (values === undefined))),
  ).toEqual([]);
  const assets = ({ access }: Dataset) =>
    access.flatMap((each) => ('stac' in each ? Object.keys(each.assets ?? {}) : []));
  expect(wrong((entry) => assets(entry).every((band) => named(entry, band)))).toEqual([]);
  expect(wrong(({ dates: { from, to } }) => to === null || from <= to)).toEqual([]);
});

test('[SAT-007] quality and angles of the sun and the view are bands by their special names, without a part of the spectrum', () => {
  for (const special of ['QA', 'SAA', 'SZA', 'VAA', 'VZA']) {
    const found = catalogue.flatMap(({ bands }) => bands).filter(({ name }) => name.split('_')[0] === special);
    expect([special, found.length > 0]).toEqual([special, true]);
    expect(found.filter(({ role, wavelength }) => role ?? wavelength)).toEqual([]);
  }
});

test('[SAT-003, SAT-012] a look is over bands that there are, within bounds on the Earth', () => {
  const right = (entry: Dataset): boolean => {
    const { visual, bands } = entry;
    if (!visual) return true;
    const names = bands.map(({ name }) => name);
    const { bounds, looks, band } = visual;
    return (
      Object.hasOwn(looks, band) &&
      bounds.south < bounds.north &&
      bounds.west < bounds.east &&
      Object.entries(looks).every(
        ([name, look]) => look.min < look.max && [name, ...(look.bands ?? [])].every((each) => names.includes(each)),
      )
    );
  };
  expect(wrong(right)).toEqual([]);
});

test('[SAT-013, SAT-014] what can be had from nowhere offers no download', () => {
  expect(wrong(({ download, access }) => !download || access.length > 0)).toEqual([]);
  expect(
    wrong(
      ({ visualization, visual, access }) =>
        !visualization || visual !== undefined || access.some((each) => 'stac' in each),
    ),
  ).toEqual([]);
});

test('[SAT-042] where an entry names a property of clouds it is that of STAC', () => {
  expect(catalogue.some(({ cloudProperty }) => cloudProperty !== undefined)).toBe(true);
  expect(wrong(({ cloudProperty = 'eo:cloud_cover' }) => cloudProperty === 'eo:cloud_cover')).toEqual([]);
});

test('[SAT-045] every source that an entry names is known', () => {
  expect(knownSourceTable.map(({ id }) => id)).toEqual([...knownSources]);
});
