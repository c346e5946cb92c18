import { writeFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { geoTiff } from './geotiff.ts';
import { MapPage } from './map-page.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
journeysOfTwo((one, other) => {
  [ann, ben] = [one, other];
});

/** Heights of a hill at 45 to 46 degrees north, without data in a corner. */
const dem = geoTiff(
  {
    width: 600,
    height: 600,
    type: 'float32',
    epsg: 4326,
    west: 14,
    north: 46,
    pixel: 1 / 600,
    nodata: -9999,
    names: ['height'],
  },
  (_band, column, row) => (column < 60 && row < 60 ? -9999 : 400 + 200 * Math.sin(column / 100) * Math.cos(row / 125)),
);
/** Four bands of 16 bits in UTM: red, green, blue, near infrared. */
const scene = geoTiff(
  {
    width: 64,
    height: 64,
    bands: 4,
    type: 'uint16',
    epsg: 32633,
    west: 500_000,
    north: 5_100_000,
    pixel: 30,
    names: ['red', 'green', 'blue', 'nir'],
  },
  (band, column, row) => 500 + band * 700 + column * 10 + row * 5,
);
/** A PNG of one blue pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const cogCheckBytes = 20 * 1024 * 1024;

interface RasterState {
  layers: {
    text: string;
    data: { kind: string; titiler_url: string; source: { url: string }; style: Record<string, unknown> };
  }[];
}

async function rasterState(page: Page, map: MapPage, name: string) {
  const { projectId, mapId } = await map.ids();
  const { data } = (await (await page.request.get(`/maps/state?map_id=${mapId}&project_id=${projectId}`)).json()) as {
    data: RasterState;
  };
  return data.layers.find(({ text }) => text === name)?.data;
}

/** Uploads files from the disk: a large one given to the browser by its bytes takes seconds. */
async function upload(page: Page, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).first().click();
  await page.getByRole('menuitem', { name: 'From Desktop' }).click();
  const paths = Object.entries(files).map(([name, bytes]) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, bytes);
    return path;
  });
  await (await chosen).setFiles(paths);
}

const choose = async (page: Page, field: string, option: string): Promise<void> => {
  await page
    .getByRole('textbox', { name: field, exact: true })
    .or(page.getByRole('combobox', { name: field, exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

test('[RAS-068] [RAS-009] [RAS-014] [RAS-015] [RAS-011] [RAS-012] [RAS-013] [RAS-016] [RAS-017] [MAP-042] a large raster is drawn at once, read under the pointer, and drawn from its cloud-optimised copy when that is there', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await makeWorkspace(ann, 'Imagery');
  const map = await MapPage.make(page, 'Hills');
  const drawn = page.waitForResponse(
    (response) => response.url().includes('/tiles/cog/tiles/WebMercatorQuad/') && response.status() === 200,
  );
  await upload(page, { 'dem.tif': Buffer.concat([dem, Buffer.alloc(cogCheckBytes)]) });
  const question = page.getByRole('dialog', { name: 'Convert “dem.tif”?' });
  await question.getByRole('button', { name: 'Convert' }).click();
  await expect(page.getByRole('treeitem', { name: /dem\.tif/ })).toBeVisible();
  expect((await drawn).headers()['content-type']).toBe('image/png');
  expect(await rasterState(page, map, 'dem.tif')).toMatchObject({
    kind: 'raster',
    style: { displayMode: 'single-channel', bands: [1], dType: 'float32', bounds: [14, 45, expect.closeTo(15), 46] },
  });
  await expect
    .poll(async () => (await rasterState(page, map, 'dem.tif'))?.source.url, { timeout: 20_000 })
    .toBe('/data/dem (COG).tif');
  expect((await rasterState(page, map, 'dem.tif'))!.style['isCOG']).toBe(true);
  const box = (await map.canvas.boundingBox())!;
  await expect(async () => {
    await page.mouse.move(box.x + box.width / 2 + Math.random() * 20, box.y + box.height / 2);
    await expect(page.getByRole('tooltip').getByText('height')).toBeVisible({ timeout: 1_500 });
  }).toPass();
  await page.getByRole('treeitem', { name: /dem \(COG\)\.tif|dem\.tif/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Use in other programs' }).click();
  const addresses = page.getByRole('dialog', { name: /in other programs/ });
  const address = await addresses.getByText(/\/tiles\/maps\/.*png$/).textContent();
  const tile = await page.request.get(address!.replace('{z}/{x}/{y}', '6/34/22'));
  expect([tile.status(), tile.headers()['content-type']]).toEqual([200, 'image/png']);
  await expect(addresses.getByText(/\/wmts$/)).toBeVisible();
  await expect(addresses.getByRole('link', { name: 'Access tokens' })).toHaveAttribute('href', '/dashboard/account');
  await page.keyboard.press('Escape');
  expect(errors()).toEqual([]);
});

test('[RAS-027] [RAS-032] [RAS-035] [RAS-038] stretch, colours and own stops are set in the drawer, seen in the legend, kept, and undone', async () => {
  const { page } = ann;
  const map = new MapPage(page);
  const style = async () => (await rasterState(page, map, 'dem.tif'))?.style ?? {};
  await page.getByRole('treeitem', { name: /dem\.tif/ }).dblclick();
  await expect(page.getByRole('img', { name: 'Value distribution' })).toBeVisible();
  await choose(page, 'Stretch', 'Percentiles');
  await expect.poll(async () => (await style())['currentStatName']).toBe('percentile');
  await page
    .getByRole('button', { name: /Colour map: gray|gray/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'viridis' }).click();
  await expect.poll(async () => (await style())['colorMap']).toBe('viridis');
  const before = (await style())['ranges'] as [number, number][];
  await page.getByRole('slider', { name: 'Lower limit' }).press('Shift+ArrowRight');
  await expect
    .poll(async () => ((await style())['ranges'] as [number, number][])[0]![0])
    .toBeGreaterThan(before[0]![0]);
  expect((await style())['currentStatName']).toBe('manual');
  await page.getByRole('radiogroup', { name: 'Colours' }).getByRole('radio', { name: 'Custom colours' }).check();
  await expect(page.getByRole('list', { name: 'Stops' }).getByRole('listitem')).toHaveCount(5);
  await expect
    .poll(async () => (await rasterState(page, map, 'dem.tif'))?.titiler_url ?? '')
    .toContain('colormap=%7B%22stops');
  await map.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await style())['customPalette']).toBeNull();
  await expect(page.getByRole('region', { name: 'Legend' })).toContainText('300400500');
});

test('[RAS-008] [RAS-028] [RAS-029] [RAS-004] three bands are colours; an index and own band maths show one, checked with each key', async () => {
  const { page } = ann;
  const map = new MapPage(page);
  await upload(page, { 'scene.tif': scene });
  await expect(page.getByRole('treeitem', { name: /scene\.tif/ })).toBeVisible();
  const style = async () => (await rasterState(page, map, 'scene.tif'))?.style ?? {};
  await expect.poll(style).toMatchObject({
    displayMode: 'multi-channel',
    bands: [1, 2, 3],
    currentStatName: 'min-max',
    ranges: [
      [500, 1445],
      [1200, 2145],
      [1900, 2845],
    ],
  });
  // Its row of the import goes once the layer is there.
  await expect(page.getByRole('treeitem', { name: /scene\.tif/ })).toHaveCount(1);
  await page.getByRole('treeitem', { name: /scene\.tif/ }).dblclick();
  await page.getByRole('radiogroup', { name: 'Channels' }).getByRole('radio', { name: 'Single channel' }).check();
  await choose(page, 'Show', 'NDVI');
  await expect.poll(async () => (await style())['currentAlgebra']).toBe('NDVI');
  await expect
    .poll(style)
    .toMatchObject({ bandsInExpression: [1, 4], expression: '((b4/10000) - (b1/10000)) / ((b4/10000) + (b1/10000))' });
  await choose(page, 'Show', 'Custom band maths');
  const maths = page.getByRole('textbox', { name: 'Band maths' });
  await maths.fill('b4 -');
  await expect(page.getByText(/Error at character \d+ of the expression|This is not a valid expression/)).toBeVisible();
  await maths.fill('b9');
  await expect(page.getByText('There is no band 9: the raster has 4.')).toBeVisible();
  await maths.fill('b4 - b1');
  await expect.poll(async () => (await style())['expression']).toBe('b4 - b1');
  await expect.poll(async () => (await style())['ranges']).toEqual([[2100, 2100]]);
});

test('[RAS-026] what cannot be a layer says why on its row, and an address that cannot be read in its dialog', async () => {
  const { page } = ann;
  await upload(page, { 'broken.tif': dem.subarray(0, 400), 'nowhere.tif': geoTiff({ width: 4, height: 4 }, () => 1) });
  const row = page.getByRole('treeitem', { name: /nowhere\.tif/ });
  await expect(row).toContainText('Put a world file (nowhere.tfw) next to it.');
  await expect(
    page.getByRole('treeitem', { name: /broken\.tif/ }).getByRole('button', { name: 'Try again' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Upload' }).first().click();
  await page.getByRole('menuitem', { name: 'From COG URL' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'URL of the raster' }).fill('ftp://example.com/a.tif');
  await dialog.getByRole('button', { name: 'Add to map' }).click();
  await expect(dialog).toContainText('Enter a URL that starts with http:// or https://.');
  await dialog.getByRole('textbox', { name: 'URL of the raster' }).fill('http://127.0.0.1:9/a.tif');
  await dialog.getByRole('button', { name: 'Add to map' }).click();
  await expect(dialog).toContainText('Couldn’t read a raster at this URL:');
  await page.keyboard.press('Escape');
});

test('[RAS-022] others see a change live and may only look; a source that is gone says so on the row until it can be had again', async () => {
  const { page } = ann;
  const map = new MapPage(page);
  const { projectId } = await map.ids();
  await shareWith(ann, ben, 'PROJECT_VIEWER');
  await ben.page.goto(page.url());
  await openDrawer(ben.page, 'Maps');
  await ben.page.getByRole('treeitem', { name: /Hills/ }).dblclick();
  await expect(ben.page.getByRole('treeitem', { name: /scene\.tif/ })).toBeVisible();
  await openDrawer(ben.page, 'Layer Styles');
  await expect(ben.page.getByText('View only.')).toBeVisible();
  await expect(ben.page.getByRole('radio', { name: 'Multi channel' })).toBeDisabled();
  await page.getByRole('radiogroup', { name: 'Channels' }).getByRole('radio', { name: 'Multi channel' }).check();
  await expect(
    ben.page.getByRole('radiogroup', { name: 'Channels' }).getByRole('radio', { name: 'Multi channel' }),
  ).toBeChecked();
  // Both ends were one value before.
  await expect(page.getByRole('textbox', { name: 'Lower limit' })).toHaveValue('500');
  const move = async (from: string, to: string) => {
    const moved = await page.request.post(`/api/gcs/projects/${projectId}/files/move`, {
      data: { from, to },
      headers: { origin: new URL(page.url()).origin },
    });
    expect(moved.ok()).toBe(true);
  };
  await move('/data/scene.tif', '/data/away.tif');
  await choose(page, 'Resampling', 'Bilinear');
  const row = page.getByRole('treeitem', { name: /scene\.tif/ });
  await expect(row.getByRole('button', { name: 'Try again' })).toBeVisible();
  await move('/data/away.tif', '/data/scene.tif');
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row.getByRole('button', { name: 'Try again' })).toBeHidden();
});

test('[FIL-075] [RAS-011] a picture with a world file is a raster once its coordinate system is named', async () => {
  const { page } = ann;
  const map = new MapPage(page);
  await upload(page, { 'plan.png': onePixel, 'plan.pgw': Buffer.from('1000\n0\n0\n-1000\n500500\n4999500\n') });
  const asked = page.getByRole('dialog', { name: /plan\.png/ });
  await asked.getByRole('combobox', { name: 'Coordinate system' }).fill('utm 33n');
  await page.getByRole('option', { name: /EPSG:32633/ }).click();
  await asked.getByRole('button', { name: 'Add to map' }).click();
  await expect
    .poll(async () => (await rasterState(page, map, 'plan.png'))?.source.url, { timeout: 20_000 })
    .toBe('/data/plan (COG).tif');
  expect((await rasterState(page, map, 'plan.png'))!.style).toMatchObject({
    isCOG: true,
    bounds: [expect.closeTo(15), expect.closeTo(45.14, 1), expect.closeTo(15.01, 2), expect.closeTo(45.15, 1)],
  });
});
