import { expect, test } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

const plots = {
  type: 'FeatureCollection',
  features: ['north', 'south'].map((name, index) => ({
    type: 'Feature',
    properties: { name, yield_t: 10 * (index + 1) },
    geometry: { type: 'Point', coordinates: [10 * index, 20] },
  })),
};
/** From an empty notebook to a new layer in ten lines. */
const code = `import groma
plots = groma.layers["Harvest/plots"].frame()
print(len(plots), plots.crs.to_epsg())
worth = groma.sql("""
SELECT p.name, p.yield_t * s.price AS worth, p.geometry
FROM layers."Harvest"."plots" p JOIN files."/data/prices.csv" s ON s.plot = p.name
""")
around = groma.tools.buffer("Harvest/plots", radius=300, keep=False)
worth = worth.set_geometry(around.geometry.values)
print(groma.maps["Harvest"].add(worth, name="Worth", style={"opacity": 0.5}))`;

let ann: Person;
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
});
test.afterAll(async () => {
  await ann.context.close();
});

test('[KRN-069, KRN-070, KRN-071, KRN-072, KRN-078] ten lines read a layer, join it with a file and put the result on the map, which leads back to the notebook', async () => {
  const errors = watchErrors(ann.page);
  const { page } = ann;
  expect(code.split('\n').length).toBeLessThanOrEqual(10);
  await makeWorkspace(ann, 'Harvest of 2026');
  await openDrawer(page, 'Files');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('complementary', { name: 'Files' }).getByRole('button', { name: 'Upload files' }).click();
  await (
    await chosen
  ).setFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('plot,price\nnorth,3\nsouth,4\n') });
  await expect(page.getByRole('treeitem', { name: /prices\.csv/ })).toBeVisible();

  const map = await MapPage.make(page, 'Harvest');
  const layerFile = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (
    await layerFile
  ).setFiles({ name: 'plots.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(JSON.stringify(plots)) });
  await expect(page.getByRole('treeitem', { name: /^plots(?!\.geojson)/ })).toBeVisible();

  await openDrawer(page, 'Virtual Machine');
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  await expect(page.getByText(/accessible/i).first()).toBeVisible({ timeout: 60_000 });
  await openDrawer(page, 'Notebooks');
  await page.getByRole('button', { name: 'New notebook' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('What it is worth');
  await page.getByRole('button', { name: 'Create notebook' }).click();
  const cell = page.locator('.cm-content').first();
  await expect(cell).toBeFocused();
  await cell.fill(code);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText("Layer('Harvest/Worth')")).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('2 4326')).toBeVisible();

  // The block names what it has made, which leads to the map.
  await page.getByRole('button', { name: 'Layer “Worth” in “Harvest”' }).click();
  await page.getByRole('tab', { name: 'Harvest', exact: true }).click();
  await openDrawer(page, 'Maps');
  const made = page.getByRole('treeitem', { name: /^Worth/ });
  await expect(made).toBeVisible();
  const { Worth: stored } = await map.stored();
  expect(stored).toHaveLength(2);
  await made.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Origin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Origin of “Worth”' });
  await expect(dialog.getByText(/^Made by the notebook “What it is worth”, run by ann/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Run again' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Open notebook' }).click();
  await expect(cell).toBeVisible();
  expect(errors()).toEqual([]);
});
