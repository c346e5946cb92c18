import { expect, test } from '@playwright/test';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

/** Three squares beside each other around the middle of the map, with a number each. */
const fields = JSON.stringify({
  type: 'FeatureCollection',
  features: ['north', 'middle', 'south'].map((name, index) => ({
    type: 'Feature',
    properties: { name, yield_t: 4 + index },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [18, 47 - index],
          [20, 47 - index],
          [20, 46 - index],
          [18, 46 - index],
          [18, 47 - index],
        ],
      ],
    },
  })),
});

let ann: Person;
let ben: Person;
journeysOfTwo((...both) => {
  [ann, ben] = both;
});

test('[MAP-078] [VEC-009] a file from the desktop becomes a layer of a new map, and the other person sees it', async () => {
  const errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Fields');
  await shareWith(ann, ben);

  await openDrawer(ann.page, 'Maps');
  await ann.page.getByRole('button', { name: 'New map' }).first().click();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('Harvest');
  await ann.page.getByRole('button', { name: 'Create map' }).click();
  const chosen = ann.page.waitForEvent('filechooser');
  await ann.page.getByRole('button', { name: 'Add files' }).click();
  await (
    await chosen
  ).setFiles({ name: 'fields.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(fields) });
  await expect(ann.page.getByRole('treeitem', { name: /fields/ })).toBeVisible();

  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Maps');
  await ben.page.getByRole('treeitem', { name: /Harvest/ }).dblclick();
  await expect(ben.page.getByRole('treeitem', { name: /fields/ })).toBeVisible();
  expect(errors()).toEqual([]);
});

test('[MAP-043] hovering a feature shows its properties', async () => {
  const map = ann.page.locator('.maplibregl-canvas').first();
  const box = (await map.boundingBox())!;
  await expect(async () => {
    await ann.page.mouse.move(box.x + box.width / 2 + Math.random() * 4, box.y + box.height / 2);
    await expect(ann.page.locator('.map-tip')).toContainText('middle', { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(ann.page.locator('.map-tip')).toContainText('yield_t');
});

test('[VEC-012] [VEC-013] [SHL-018] a cell edited in the attribute table reaches the table of the other', async () => {
  for (const { page } of [ann, ben]) {
    await page.getByRole('treeitem', { name: /fields/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Attributes' }).click();
    await expect(page.getByRole('gridcell', { name: 'middle' })).toBeVisible();
  }
  const cell = ann.page.getByRole('gridcell', { name: '5', exact: true });
  await cell.dblclick();
  await ann.page.keyboard.press('ControlOrMeta+a');
  await ann.page.keyboard.type('zwölf');
  await ann.page.keyboard.press('Enter');
  await expect(ann.page.getByText('“zwölf” is not a number; the old value is kept.')).toBeVisible();
  await cell.dblclick();
  await ann.page.keyboard.press('ControlOrMeta+a');
  await ann.page.keyboard.type('7.25');
  await ann.page.keyboard.press('Enter');
  await expect(ben.page.getByRole('gridcell', { name: '7.25' })).toBeVisible();
  // What Ben writes is for its feature, and not for the one that comes to its place when Ann deletes that.
  await ben.page.getByRole('gridcell', { name: 'middle' }).dblclick();
  await ben.page.keyboard.type('of nobody');
  await ann.page.getByRole('checkbox', { name: 'Select row 2', exact: true }).click();
  await ann.page.getByRole('button', { name: 'Delete 1', exact: true }).click();
  await expect(ben.page.getByText('2 rows ×')).toBeVisible();
  await ben.page.keyboard.press('Enter');
  await expect(ben.page.getByText('Someone deleted this feature in the meantime; nothing was changed.')).toBeVisible();
  await expect(ben.page.getByRole('gridcell', { name: 'south' })).toBeVisible();
  await ann.page.locator('.maplibregl-canvas').first().focus();
  await ann.page.keyboard.press('Control+z');
  await expect(ben.page.getByText('3 rows ×')).toBeVisible();
  await ann.page.reload();
  await expect(ann.page.getByRole('gridcell', { name: '7.25' })).toBeVisible({ timeout: 30_000 });
});

test('[MAP-067] [MAP-121] [MAP-123] who is kept out of a layer asks for it, and closing the map lets go of it', async () => {
  const layerOf = ({ page }: Person) => page.getByRole('treeitem', { name: /fields/ });
  await layerOf(ann).click();
  await expect(layerOf(ben).getByLabel(new RegExp(ann.username))).toBeVisible();
  await layerOf(ben).click();
  await ben.page.getByRole('button', { name: 'Ask to edit this layer' }).click();
  await expect(ann.page.getByText(`${ben.username} would like to edit “fields”`)).toBeVisible();
  await ann.page.getByRole('button', { name: 'Let them edit' }).click();
  await expect(ben.page.getByText('“fields” is now free to edit')).toBeVisible();
  await layerOf(ben).click();
  await expect(layerOf(ann).getByLabel(new RegExp(ben.username))).toBeVisible();
  for (const tab of ['fields', 'Harvest']) {
    await ben.page.getByRole('tab', { name: tab }).click({ button: 'right' });
    await ben.page.getByRole('menuitem', { name: 'Close tab' }).click();
  }
  await expect(layerOf(ann).getByLabel(new RegExp(ben.username))).toHaveCount(0);
  await layerOf(ann).click();
  await expect(layerOf(ben).getByLabel(new RegExp(ann.username))).toBeVisible();
});

test('a file that is not what its name says is refused by name, and no layer appears', async () => {
  const chosen = ann.page.waitForEvent('filechooser');
  await ann.page.getByRole('button', { name: 'Upload' }).first().click();
  await ann.page.getByRole('menuitem', { name: 'From Desktop' }).click();
  await (
    await chosen
  ).setFiles({ name: 'broken.geojson', mimeType: 'application/geo+json', buffer: Buffer.from('this is no geodata') });
  await expect(ann.page.getByText(/broken\.geojson/).first()).toBeVisible();
  await expect(ann.page.getByText(/not .*GeoJSON|no .*GeoJSON|cannot be read|is not/i).first()).toBeVisible();
  await expect(ben.page.getByRole('treeitem', { name: /broken/ })).toHaveCount(0);
});
