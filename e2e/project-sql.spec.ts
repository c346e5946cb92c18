import { expect, test } from '@playwright/test';
import { cell, connected, execute, open, row, write } from './database-page.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

const plots = {
  type: 'FeatureCollection',
  features: ['north', 'south'].map((name, index) => ({
    type: 'Feature',
    properties: { name, yield_t: 10 * (index + 1) },
    geometry: { type: 'Point', coordinates: [10 + index, 46] },
  })),
};
const joined = `SELECT p.name, p.yield_t * s.price AS worth
FROM layers."Harvest"."plots" p JOIN files."/data/prices.csv" s ON s.plot = p.name ORDER BY p.name`;

let ann: Person;

test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
});
test.afterAll(async () => {
  await ann.context.close();
});

test('[DBS-090] [DBS-091] [DBS-092] [DBS-094] a layer and a file are joined by one statement, which has the edit of a cell when it is run again', async () => {
  const errors = watchErrors(ann.page);
  const { page } = ann;
  await makeWorkspace(ann, 'Harvest of 2026');
  await openDrawer(page, 'Files');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('complementary', { name: 'Files' }).getByRole('button', { name: 'Upload files' }).click();
  await (
    await chosen
  ).setFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('plot,price\nnorth,3\nsouth,4\n') });
  await expect(page.getByRole('treeitem', { name: /prices\.csv/ })).toBeVisible();

  await openDrawer(page, 'Maps');
  await page.getByRole('button', { name: 'New map' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Harvest');
  await page.getByRole('button', { name: 'Create map' }).click();
  const layerFile = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (
    await layerFile
  ).setFiles({
    name: 'plots.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(plots)),
  });
  const layer = page.getByRole('treeitem', { name: /plots(?!\.geojson)/ });
  await layer.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Attributes' }).click();
  await expect(page.getByRole('gridcell', { name: '10', exact: true })).toBeVisible();

  await openDrawer(page, 'Databases');
  await expect(page.getByRole('tree', { name: 'Databases' }).getByRole('treeitem').first()).toContainText(
    'This project',
  );
  await row(page, 'This project').dblclick();
  await expect(connected(page)).toBeVisible({ timeout: 30_000 });
  await open(page, 'This project');
  await open(page, 'Harvest');
  await open(page, 'plots');
  await expect(row(page, 'yield_t')).toContainText('BIGINT');
  await execute(page, joined);
  await expect(cell(page, '30')).toBeVisible();
  await expect(cell(page, '80')).toBeVisible();

  await page.getByRole('tab', { name: /^plots/ }).click();
  await page.getByRole('gridcell', { name: '10', exact: true }).filter({ visible: true }).dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: '50', exact: true }).filter({ visible: true })).toBeVisible();
  // The editor of SQL took the place of the map, which says so.
  await page.getByRole('tab', { name: 'Harvest', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Saved' }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'This project' }).click();
  await execute(page, joined);
  await expect(cell(page, '150')).toBeVisible();

  // A layer that is dragged into the editor writes its name.
  await write(page, 'SELECT 1 FROM ');
  await openDrawer(page, 'Maps');
  await layer.dragTo(page.locator('.sql-panel .cm-content').filter({ visible: true }));
  await expect(page.locator('.sql-panel .cm-content').filter({ visible: true })).toContainText(
    'layers."Harvest"."plots"',
  );
  expect(errors()).toEqual([]);
});
