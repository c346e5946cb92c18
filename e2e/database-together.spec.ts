import { expect, test } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { cell, connected, execute, open, row } from './database-page.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, type Person } from './person.ts';

let ann: Person;
let ben: Person;

journeysOfTwo(async (...both) => {
  [ann, ben] = both;
  const { page } = ann;
  await makeWorkspace(ann, 'Gauges');
  await shareWith(ann, ben);
  await openDrawer(page, 'Databases');
  await page.getByRole('button', { name: 'New managed DuckDB' }).click();
  await expect(connected(page)).toBeVisible({ timeout: 30_000 });
  await execute(page, "CREATE TABLE readings AS SELECT 'S' || i AS station, i / 2 AS flow FROM range(60) AS r(i)");
  await open(page, 'Database');
  await expect(row(page, /readings/)).toBeVisible();
});

test('[DBS-037] what somebody else renames or makes is seen in a tree that is open', async () => {
  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Databases');
  await open(ben.page, 'Database');
  await expect(row(ben.page, /readings/)).toBeVisible();
  await execute(ann.page, 'ALTER TABLE readings RENAME TO flows; CREATE TABLE stations (id INTEGER)');
  await expect(row(ben.page, /flows/)).toBeVisible();
  await expect(row(ben.page, /stations/)).toBeVisible();
  await expect(row(ben.page, /readings/)).toHaveCount(0);
  await execute(ann.page, 'DROP TABLE stations; ALTER TABLE flows RENAME TO readings');
  await expect(row(ben.page, /readings/)).toBeVisible();
});

test('[DBS-009] geometries of a result go on a new map', async () => {
  const { page } = ann;
  await execute(
    page,
    "SELECT 'Mohács' AS name, 'POINT (18.7 46)' AS place UNION ALL SELECT 'Paks', 'POINT (18.87 46.62)'",
  );
  await expect(cell(page, 'POINT (18.7 46)')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Add to map' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Layer name')).toHaveValue(/^SELECT 'Mohács' AS name/);
  await dialog.getByLabel('Layer name').fill('Stations');
  await dialog.getByRole('button', { name: 'Add to map' }).click();
  await expect(page.getByText('2 features added to “Stations”.')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.maplibregl-canvas').first()).toBeVisible({ timeout: 30_000 });
  await openDrawer(page, 'Maps');
  await expect(
    page
      .getByRole('tree', { name: 'Maps' })
      .getByRole('treeitem', { name: /Stations/ })
      .first(),
  ).toBeVisible();
});

test('[DBS-018] [DBS-062] the other person sees the databases and a new name at once; a viewer reads tables and is told why no query runs', async () => {
  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Databases');
  await openDrawer(ann.page, 'Databases');
  await expect(row(ben.page, /^Database/)).toBeVisible();
  await row(ann.page, /^Database/).click();
  await ann.page.keyboard.press('F2');
  await ann.page.getByRole('dialog').getByLabel('Name').fill('Low flow');
  await ann.page.keyboard.press('Enter');
  await expect(row(ben.page, /Low flow/)).toBeVisible();

  await shareWith(ann, ben, 'PROJECT_VIEWER');
  await ben.page.reload();
  await openDrawer(ben.page, 'Databases');
  await open(ben.page, 'Low flow');
  await row(ben.page, /readings/).dblclick();
  await expect(ben.page.locator('.database-table-foot')).toContainText('of 60');
  await expect(ben.page.getByRole('button', { name: 'Open SQL Query Editor' })).toBeDisabled();
  await row(ben.page, /Low flow/).dblclick();
  await expect(ben.page.getByText('Your role lets you view tables but not execute queries.').first()).toBeVisible();
  await expect(ben.page.getByRole('button', { name: 'New database' })).toHaveCount(0);
});

test('axe finds nothing serious on the screens of databases', async () => {
  const { page } = ann;
  await row(page, /Low flow/).dblclick();
  expect(await seriousFindings(page, '.sql-panel', '.databases-drawer')).toEqual([]);
});
