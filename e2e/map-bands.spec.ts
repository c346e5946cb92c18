import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { geoTiff } from './geotiff.ts';
import { MapPage } from './map-page.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

/** Four bands of 16 bits without names: whoever made them knows that the first is near infrared. */
const scene = geoTiff(
  { width: 64, height: 64, bands: 4, type: 'uint16', epsg: 32633, west: 500_000, north: 5_100_000, pixel: 30 },
  (band, column, row) => 500 + band * 700 + column * 10 + row * 5,
);

let ann: Person;
let page: Page;
let map: MapPage;
let files: Server;
let address: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  files = createServer((request, response) => {
    if (request.url !== '/scenes/four%20bands.tif') return void response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const first = Number(from ?? 0);
    const part = scene.subarray(first, to ? Number(to) + 1 : undefined);
    response.writeHead(from === undefined ? 200 : 206, {
      'accept-ranges': 'bytes',
      'content-length': part.length,
      'content-type': 'image/tiff',
      etag: '"one"',
      ...(from !== undefined && { 'content-range': `bytes ${first}-${first + part.length - 1}/${scene.length}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : part);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => files.once('listening', resolve));
  address = `http://127.0.0.1:${(files.address() as AddressInfo).port}/scenes`;
  ann = await signUp(browser, 'ann');
  ({ page } = ann);
  await makeWorkspace(ann, 'Bands');
  map = await MapPage.make(page, 'Scenes');
});
test.afterAll(async () => {
  await ann.context.close();
  files.closeAllConnections();
  files.close();
});

const row = (): Locator => page.getByRole('treeitem', { name: /four bands/ });
const drawer = (): Locator => page.locator('.style-drawer');
const roleOf = (name: string): Locator => drawer().getByRole('combobox', { name, exact: true });
const proposal = (): Locator => drawer().getByText(/so this is a guess/);

async function style(): Promise<Record<string, unknown>> {
  const { projectId, mapId } = await map.ids();
  const reply = await page.request.get(`/maps/state?map_id=${mapId}&project_id=${projectId}`);
  const { data } = (await reply.json()) as { data: { layers: { data: { style: Record<string, unknown> } }[] } };
  return data.layers[0]?.data.style ?? {};
}

async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('[RAS-025] [RAS-026] a raster is added by its address: one that leads nowhere is said, and stays to be put right', async () => {
  await page.getByRole('button', { name: 'Upload' }).first().click();
  await page.getByRole('menuitem', { name: 'From COG URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a raster from a URL' });
  const field = dialog.getByRole('textbox', { name: 'URL of the raster' });
  await expect(field).toBeFocused();
  await field.fill(`${address}/five%20bands.tif`);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Couldn’t read a raster at this URL:');
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([]);
  await expect(field).toHaveValue(`${address}/five%20bands.tif`);
  const errors = watchErrors(page);
  const drawn = page.waitForResponse(
    (response) => response.url().includes('/tiles/cog/tiles/WebMercatorQuad/') && response.status() === 200,
  );
  await field.fill(`${address}/four%20bands.tif`);
  await page.keyboard.press('Enter');
  await expect(row()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await drawn).headers()['content-type']).toBe('image/png');
  await expect.poll(style).toMatchObject({ displayMode: 'multi-channel', bands: [1, 2, 3] });
  expect(errors()).toEqual([]);
});

test('[RAS-041] [RAS-044] bands without names are a proposal until somebody says what they are, and NDVI follows', async () => {
  await row().click();
  await openDrawer(page, 'Layer Styles');
  await drawer().getByRole('radiogroup', { name: 'Channels' }).getByRole('radio', { name: 'Single channel' }).check();
  await choose(drawer().getByRole('combobox', { name: 'Show' }), 'NDVI');
  await expect(proposal()).toBeVisible();
  await expect.poll(style).toMatchObject({ currentAlgebra: 'NDVI', bandsInExpression: [1, 4], bandRoles: {} });
  // The other role gets the band that is free now.
  await choose(roleOf('Near infrared'), '1');
  await expect.poll(style).toMatchObject({
    bandsInExpression: [4, 1],
    expression: '((b1/10000) - (b4/10000)) / ((b1/10000) + (b4/10000))',
  });
  await expect(roleOf('Red')).toHaveValue('4');
  await expect(proposal()).toBeVisible();
  expect(await seriousFindings(page, '.style-drawer')).toEqual([]);
  await drawer().getByRole('button', { name: 'Confirm bands' }).click();
  await expect(proposal()).toHaveCount(0);
  await expect.poll(style).toMatchObject({ bandRoles: { nir: 1, red: 4 } });
  // Another index takes its bands by what has been said.
  await choose(roleOf('Band for Green'), '2');
  await choose(drawer().getByRole('combobox', { name: 'Show' }), 'GNDVI');
  await expect.poll(style).toMatchObject({ currentAlgebra: 'GNDVI', bandsInExpression: [2, 1] });
  await expect(proposal()).toHaveCount(0);
});
