import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { geoTiff } from './geotiff.ts';
import { MapPage } from './map-page.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

/** The service that the server's tests search; journeys are a project of their own, which names no other's files. */
const { StacServer, stacItem } = (await import(
  new URL('../apps/server/test/stac-server.ts', import.meta.url).href
)) as {
  StacServer: new (host: string) => {
    readonly origin: string;
    folder: string;
    items: unknown[];
    start(): Promise<void>;
    close(): void;
  };
  stacItem(id: string, wanted: { box: number[]; time: string; cloud: number; assets: unknown }): unknown;
};

const stac = new StacServer('127.0.0.1');
let ann: Person;
let page: Page;
let map: MapPage;
let errors: () => string[];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  await stac.start();
  stac.folder = await mkdtemp(join(tmpdir(), 'groma-scenes-'));
  const assets: Record<string, unknown> = {
    thumbnail: { href: `${stac.origin}/thumb.png`, type: 'image/png', roles: ['thumbnail'] },
  };
  for (const [at, name] of ['red', 'green', 'blue', 'nir'].entries()) {
    const file = geoTiff(
      { width: 64, height: 64, type: 'uint16', epsg: 4326, west: 10, north: 50, pixel: 0.05 },
      (_, column, row) => 500 + at * 700 + column * 10 + row * 5,
    );
    await writeFile(join(stac.folder, `${name}.tif`), file);
    assets[name] = {
      href: `${stac.origin}/files/${name}.tif`,
      type: 'image/tiff; application=geotiff',
      'eo:bands': [{ name, common_name: name }],
    };
  }
  const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString();
  const box = [10, 46.8, 13.2, 50];
  stac.items.push(
    stacItem('clear', { box, time: day(3), cloud: 4, assets }),
    stacItem('cloudy', { box, time: day(5), cloud: 90, assets }),
    stacItem('aside', { box: [100, 0, 103, 3], time: day(3), cloud: 1, assets }),
  );
  ann = await signUp(browser, 'ann');
  ({ page } = ann);
  errors = watchErrors(page);
  await makeWorkspace(ann, 'Space');
  map = await MapPage.make(page, 'Fields');
});
test.afterAll(async () => {
  await ann.context.close();
  stac.close();
  await rm(stac.folder, { recursive: true, force: true });
});

const drawer = (): Locator => page.locator('.dataset-drawer');
const button = (name: string): Locator => drawer().getByRole('button', { name, exact: true });
const scenes = (): Locator => drawer().locator('.scene-rows > li');

test('[SAT-001, SAT-009, SAT-014] the catalogue is searched, and an entry says what is known', async () => {
  await openDrawer(page, 'Data Catalog');
  await drawer().getByRole('searchbox', { name: 'Find a data set' }).fill('sentinel surface');
  await drawer()
    .getByRole('button', { name: /^Sentinel-2 Surface Reflectance \(Level-2A\)/ })
    .click();
  await expect(drawer().getByText('NDVI, EVI')).toBeVisible();
  await expect(drawer().getByRole('row', { name: /B08/ })).toContainText('832.8 nm');
  await expect(button('Search scenes')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await button('Back').click();
  await drawer().getByRole('searchbox', { name: 'Find a data set' }).fill('BD ORTHO');
  await drawer()
    .getByRole('button', { name: /^BD ORTHO/ })
    .click();
  await expect(drawer().getByText('no open service')).toBeVisible();
  await expect(button('Search scenes')).toBeHidden();
  await button('Back').click();
});

test('[SAT-046, SAT-058, SAT-059, SAT-060, SAT-061] scenes of an added source are found, and one becomes a layer', async () => {
  await button('Search scenes').click();
  await button('Add a source of scenes').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address or path').fill(`${stac.origin}/`);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(drawer().getByRole('combobox', { name: 'Source' })).toHaveValue('Loopback');
  await button('Search scenes').click();
  // The third one lies where the map does not look.
  await expect(scenes()).toHaveCount(2);
  await drawer().locator('.scene-calendar button').first().click();
  await expect(scenes()).toHaveCount(1);
  await drawer().locator('.scene-calendar button[aria-pressed="true"]').click();
  await scenes().filter({ hasText: 'clear' }).getByRole('button').click();
  await expect(drawer().getByRole('combobox', { name: 'Show as' })).toHaveValue('Natural colours');
  expect(await seriousFindings(page)).toEqual([]);
  await button('Add to map').click();
  await openDrawer(page, 'Maps');
  await expect(page.getByRole('treeitem', { name: /clear · Natural colours/ })).toBeVisible();
  const { projectId, mapId } = await map.ids();
  const reply = await page.request.get(`/maps/state?map_id=${mapId}&project_id=${projectId}`);
  const { data } = (await reply.json()) as { data: { layers: { data: { style: Record<string, unknown> } }[] } };
  expect(data.layers[0]!.data.style).toMatchObject({
    displayMode: 'multi-channel',
    bandRoles: { red: 1, green: 2, blue: 3 },
    currentStatName: 'percentile',
  });
});

test('[SAT-013, SAT-014, SAT-040, SAT-070, SAT-074] a composite is previewed and ordered, and lies on the map with its origin', async () => {
  await openDrawer(page, 'Data Catalog');
  await button('Back').click();
  await drawer().getByRole('searchbox', { name: 'Find a data set' }).fill('sentinel surface');
  await drawer()
    .getByRole('button', { name: /^Sentinel-2 Surface Reflectance \(Level-2A\)/ })
    .click();
  await expect(button('Visualise')).toBeVisible();
  await button('Download').click();
  const choose = async (field: string, option: string): Promise<void> => {
    await drawer().getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Source', 'Loopback');
  await choose('Leave out', 'Nothing');
  await choose('Index or formula', 'NDVI');
  await drawer().getByLabel('Pixel size (m)').fill('5000');
  await drawer().getByLabel('Images at most').fill('');
  await drawer().getByLabel('Cloud cover at most (%)').fill('100');
  await drawer().getByLabel('File name').fill('season');
  await button('Download').click();
  await expect(drawer().getByText('Maximum images is required')).toBeVisible();
  await drawer().getByLabel('Images at most').fill('5');
  expect(await seriousFindings(page)).toEqual([]);
  await button('Preview').click();
  await expect(button('Hide preview')).toBeVisible({ timeout: 20_000 });
  await button('Download').click();
  await expect(page.getByText('The download has begun')).toBeVisible();
  await openDrawer(page, 'Maps');
  await expect(page.getByRole('treeitem', { name: /season/ })).toBeVisible({ timeout: 30_000 });
  const { projectId } = await map.ids();
  const thing = encodeURIComponent('file:/data/season.tif');
  const reply = await page.request.get(`/api/origins/projects/${projectId}/thing?thing=${thing}`);
  const { data } = (await reply.json()) as { data: { origin: { kind: string; inputs: { name: string }[] } } };
  expect([data.origin.kind, data.origin.inputs.map(({ name }) => name).toSorted()]).toEqual([
    'download',
    ['optical/clear', 'optical/cloudy'],
  ]);
});

test('[SAT-062] a source that does not answer is named, and the catalogue goes on', async () => {
  await openDrawer(page, 'Data Catalog');
  await button('Back').click();
  await button('Back').click();
  await button('Search scenes').click();
  await drawer().getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'Loopback' }).click();
  stac.close();
  await button('Search scenes').click();
  await expect(
    drawer()
      .getByText(/Couldn’t reach “Loopback”/)
      .first(),
  ).toBeVisible();
  await button('Back').click();
  await drawer().getByRole('searchbox', { name: 'Find a data set' }).fill('landsat 9');
  await expect(drawer().getByRole('button', { name: /^Landsat 9 Surface/ })).toBeVisible();
  expect(errors().filter((line) => !line.includes('502 (Bad Gateway)'))).toEqual([]);
});
