import { expect, test } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

const code = `import groma, geopandas, shapely
frame = geopandas.GeoDataFrame({"n": range(3)}, geometry=[shapely.Point(x, 1) for x in range(3)], crs=4326)
groma.publish(frame, name="Spots")`;

let ann: Person;
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
});
test.afterAll(async () => {
  await ann.context.close();
});

test('[TOL-001, TOL-005, TOL-012, TOL-018] a notebook is offered as a tool, found in the drawer and run for a new layer that leads back', async () => {
  const errors = watchErrors(ann.page);
  const { page } = ann;
  await makeWorkspace(ann, 'Spots of 2026');
  await openDrawer(page, 'Virtual Machine');
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  await expect(page.getByText(/accessible/i).first()).toBeVisible({ timeout: 60_000 });
  await openDrawer(page, 'Notebooks');
  await page.getByRole('button', { name: 'New notebook' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Find spots');
  await page.getByRole('button', { name: 'Create notebook' }).click();
  const cell = page.locator('.cm-content').first();
  await expect(cell).toBeFocused();
  await cell.fill(code);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/“Spots” would publish a layer of 3 features/)).toBeVisible({ timeout: 90_000 });

  await page.getByRole('treeitem', { name: 'Find spots' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Offer as a tool' }).click();
  const dialog = page.getByRole('dialog', { name: 'Offer as a tool' });
  await dialog.getByLabel('Title').fill('Hot spots');
  await dialog.getByLabel('Category').fill('Crime');
  await dialog.getByRole('button', { name: 'Offer', exact: true }).click();
  await expect(page.getByText('“Hot spots” is now a tool of this workspace.')).toBeVisible();

  await MapPage.make(page, 'World');
  await openDrawer(page, 'Layer Functions');
  const drawer = page.locator('.function-drawer');
  await expect(drawer.getByRole('region', { name: 'Crime' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Hot spots', exact: true }).click();
  await drawer.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('treeitem', { name: /^Spots/ })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('New layer with 3 features.')).toBeVisible();
  expect(errors()).toEqual([]);
});
