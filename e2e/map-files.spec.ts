import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

const stations = 'code;Rechtswert;Hochwert\n007;500000;5761038,2\n008;500100;5761038,2\n';
let ann: Person;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
});
test.afterAll(() => ann.context.close());

async function upload(page: Page, name: string, text: string | Buffer): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).first().click();
  await page.getByRole('menuitem', { name: 'From Desktop' }).click();
  await (await chosen).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** A row that is still an import has another menu. */
async function menuOf(page: Page, layer: RegExp, item: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name: item, exact: true });
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('treeitem', { name: layer }).click({ button: 'right' });
    await expect(entry).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await entry.click();
}

test('[VEC-010] [VEC-097] [MAP-107] a table is looked at, read in a searched coordinate system, and exported again', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await makeWorkspace(ann, 'Stations');
  await openDrawer(page, 'Maps');
  await page.getByRole('button', { name: 'New map' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Stations');
  await page.getByRole('button', { name: 'Create map' }).click();
  await upload(page, 'stations.csv', stations);
  const dialog = page.getByRole('dialog', { name: 'Import stations.csv as a layer' });
  await expect(dialog.getByRole('cell', { name: '007' })).toBeVisible();
  await expect(dialog.getByText('The rows become a table')).toBeVisible();
  await dialog.getByRole('radio', { name: 'X and Y columns' }).check();
  await dialog.getByRole('combobox', { name: 'Longitude or X' }).click();
  await page.getByRole('option', { name: 'Rechtswert' }).click();
  await dialog.getByRole('combobox', { name: 'Latitude or Y' }).click();
  await page.getByRole('option', { name: 'Hochwert' }).click();
  await dialog.getByRole('combobox', { name: 'Coordinate system' }).fill('utm 33n');
  await page.getByRole('option', { name: /EPSG:32633/ }).click();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('treeitem', { name: /stations/ })).toBeVisible();

  await menuOf(page, /stations/, 'Details');
  await expect(page.getByRole('dialog')).toContainText('EPSG:32633');
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();

  await menuOf(page, /stations/, 'Export');
  const exporting = page.getByRole('dialog', { name: 'Export stations' });
  await exporting.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'GeoJSON' }).click();
  const downloaded = page.waitForEvent('download');
  await exporting.getByRole('button', { name: 'Export' }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe('stations.geojson');
  const { features } = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    features: { properties: { code: string }; geometry: { coordinates: number[] } }[];
  };
  expect(features.map(({ properties }) => properties.code)).toEqual(['007', '008']);
  expect(features[0]!.geometry.coordinates[0]).toBeCloseTo(15, 5);

  await menuOf(page, /stations/, 'Export');
  await page.getByRole('dialog').getByRole('radio', { name: 'Workspace files' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Layer saved to "/data/stations.gpkg". Please refresh files.')).toBeVisible();
  expect(errors()).toEqual([]);
});

test('[MAP-079] a folder becomes the layers that lie in it, from the desktop and from the files', async () => {
  const { page } = ann;
  const folder = join(await mkdtemp(join(tmpdir(), 'groma-folder-')), 'survey');
  const point = (x: number) =>
    JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [x, 1] } });
  try {
    await mkdir(join(folder, 'deep'), { recursive: true });
    for (const [name, text] of [
      ['wells.geojson', point(1)],
      ['deep/springs.geojson', point(2)],
      ['deep/notes.txt', 'no geodata'],
    ] as const)
      await writeFile(join(folder, name), text);
    const session = await page.context().newCDPSession(page);
    const dropOn = async (target: Locator) => {
      const box = (await target.boundingBox())!;
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await session.send('Input.dispatchDragEvent', {
          type,
          x: box.x + box.width / 2,
          y: box.y + box.height / 2,
          data: { items: [], files: [folder], dragOperationsMask: 1 },
        });
      }
    };
    const canvas = page.locator('.maplibregl-canvas').first();
    await dropOn(canvas);
    await expect(page.getByText('Preprocessing completed, each layer would be added to map separately.')).toBeVisible();
    for (const name of ['wells', 'springs'])
      await expect(page.getByRole('treeitem', { name: new RegExp(`^${name}`) })).toHaveCount(1);

    await openDrawer(page, 'Files');
    const files = page.getByRole('tree', { name: 'Files' });
    await dropOn(files);
    const row = files.getByRole('treeitem', { name: 'survey', exact: true });
    await expect(row).toBeVisible();
    await row.dragTo(canvas);
    await openDrawer(page, 'Maps');
    for (const name of ['wells', 'springs'])
      await expect(page.getByRole('treeitem', { name: new RegExp(`^${name}`) })).toHaveCount(2);
  } finally {
    await rm(join(folder, '..'), { recursive: true, force: true });
  }
});

test('[VEC-060] [VEC-061] letters are checked before they are stored, and what could not be imported is said and offered', async () => {
  const { page } = ann;
  // Windows-1250, which nothing in the file says.
  const town = (name: string, x: number): string =>
    `{"type":"Feature","properties":{"name":"${name}"},"geometry":{"type":"Point","coordinates":[${x},50]}}`;
  await upload(
    page,
    'towns.geojson',
    Buffer.from(
      `{"type":"FeatureCollection","features":[${[town('\xa3\xf3d\x9f', 19), town('Krak\xf3w', 20), town('Wroc\xb3aw', 500)].join(',')}]}`,
      'latin1',
    ),
  );
  const asking = page.getByRole('dialog', { name: 'Choose the text encoding of towns.geojson' });
  const field = asking.getByRole('combobox', { name: 'Text encoding' });
  await expect(field).toBeFocused();
  await field.fill('Central European (Win');
  await page.keyboard.press('Enter');
  await expect(asking.getByRole('cell', { name: /Łódź/ })).toBeVisible();
  expect(await seriousFindings(page, '[role="dialog"]')).toEqual([]);
  await asking.getByRole('button', { name: 'Import' }).press('Enter');

  const report = page.getByRole('dialog', { name: '1 row of towns.geojson wasn’t imported' });
  await expect(report.getByRole('row', { name: /3 Coordinates out of range 500, 50/ })).toBeVisible();
  expect(await seriousFindings(page, '[role="dialog"]')).toEqual([]);
  const downloaded = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Download these rows (CSV)' }).click();
  expect(await readFile(await (await downloaded).path(), 'utf8')).toContain(
    '3,out-of-range,"500, 50",POINT (500 50),Wrocław',
  );
  await page.keyboard.press('Escape');
  await expect(report).toBeHidden();
  await expect(page.getByRole('treeitem', { name: /^towns/ })).toHaveCount(1);
});

test('[MAP-128] what an import changed is said when it is done, and stands with its operation', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  const features = [1, 'a'].map((code) => ({
    type: 'Feature',
    properties: { code },
    geometry: { type: 'Point', coordinates: [1, 2] },
  }));
  await upload(page, 'mixed.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const words = 'values of several types became text or JSON in "code" (integer to text)';
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();
  await page.getByRole('button', { name: /operations?$/ }).click();
  const list = page.getByRole('dialog', { name: 'Operations' });
  await expect(list.getByRole('listitem').filter({ hasText: words }).first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await list.getByRole('button', { name: 'Close operations' }).click();
  expect(errors()).toEqual([]);
});

test('[MAP-127] the file of a layer is imported once more in another encoding, and looks as before', async () => {
  const {
    page,
    context: { request },
  } = ann;
  const projectId = new URL(page.url()).pathname.split('/').find((part) => /^[0-9a-f-]{36}$/.test(part))!;
  const text = Buffer.from(
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"\xa3\xf3d\x9f"},"geometry":{"type":"Point","coordinates":[19,50]}}]}',
    'latin1',
  );
  expect(
    (
      await request.post(`/api/gcs/projects/${projectId}/files?replace=true`, {
        multipart: {
          filePaths: '/data/lodz.geojson',
          files: { name: 'lodz.geojson', mimeType: 'text/plain', buffer: text },
        },
      })
    ).ok(),
  ).toBe(true);
  const {
    data: [{ id: mapId }],
  } = (await (await request.get(`/api/maps/projects/${projectId}`)).json()) as { data: [{ id: string }] };
  const query = new URLSearchParams({
    map_id: mapId,
    project_id: projectId,
    folder_name: 'data',
    file_path: '/data/lodz.geojson',
    encoding: 'windows-1252',
  });
  expect((await request.get(`/maps/gcs?${query}`)).ok()).toBe(true);
  await menuOf(page, /^lodz/, 'Details');
  await page.getByRole('button', { name: 'Import again with another encoding…' }).click();
  const asking = page.getByRole('dialog', { name: 'Choose the text encoding of lodz.geojson' });
  await asking.getByRole('combobox', { name: 'Text encoding' }).fill('Central European (Win');
  await page.keyboard.press('Enter');
  await expect(asking.getByRole('cell', { name: /Łódź/ })).toBeVisible();
  await asking.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('treeitem', { name: /^lodz/ })).toHaveCount(2);
});

test('[MAP-090] the history of a layer says who did what, and brings a moment back', async () => {
  const { page } = ann;
  await menuOf(page, /stations/, 'Attributes');
  const cell = page.getByRole('gridcell', { name: '007' });
  await cell.dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('changed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: 'changed' })).toBeVisible();
  await menuOf(page, /stations/, 'History');
  const history = page.getByRole('dialog', { name: 'History of stations' });
  await expect(history.getByText('changed 1 value of code')).toBeVisible();
  await expect(history.getByText(/imported .*stations\.csv/)).toBeVisible();
  await history.getByRole('button', { name: /^Restore the layer/ }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect(history.getByText(/restored the layer/)).toBeVisible();
  await history.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('gridcell', { name: '007' })).toBeVisible();
});

test('[MAP-108] an export that cannot be made says so, and a wish too large for its format is refused before it is sent', async () => {
  const { page } = ann;
  await page.evaluate(() => {
    /* The chooser gives the page a file that says it is larger than it is. */
    const size = Object.getOwnPropertyDescriptor(Blob.prototype, 'size')!;
    Object.defineProperty(File.prototype, 'size', {
      configurable: true,
      get(this: File) {
        return this.name === 'huge.kml' ? 900 * 1024 * 1024 : (size.get!.call(this) as number);
      },
    });
  });
  await upload(page, 'huge.kml', '<kml/>');
  await expect(
    page
      .getByText('File size is too large for its format type, please split the file into smaller files and try again')
      .first(),
  ).toBeVisible();
  await page.route('**/maps/layers/*/export*', (route) =>
    route.fulfill({
      status: 507,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'DISK_FULL', message: '', details: { name: 'stations.gpkg' } }),
    }),
  );
  await menuOf(page, /stations/, 'Export');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('Failed to export layer to file storage.')).toBeVisible();
});
