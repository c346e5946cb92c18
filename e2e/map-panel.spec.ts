import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { MapPage } from './map-page.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
let map: MapPage;
let errors: () => string[];

journeysOfTwo(async (...both) => {
  [ann, ben] = both;
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Stations');
  await shareWith(ann, ben);
  map = await MapPage.make(ann.page, 'Gauges');
  const { projectId, mapId } = await map.ids();
  for (const [order, name] of ['north', 'south'].entries()) await makeLayer(projectId, mapId, name, order);
});

/** A layer of three points along a parallel, by the call that drawing makes. */
async function makeLayer(projectId: string, mapId: string, name: string, order: number): Promise<void> {
  const id = crypto.randomUUID();
  const latitude = name === 'north' ? 20 : -20;
  await ann.page.request.post(`/parties/map/${mapId}`, {
    data: {
      type: 'Create_Vector_Layer',
      project_id: projectId,
      vector_data: {
        [id]: {
          features: [-10, 0, 10].map((longitude) => ({
            type: 'Feature',
            properties: { name: `${name} ${longitude}` },
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
          })),
        },
      },
      new_layers_hierarchy_info: {
        [id]: { id, text: name, type: 'Layer', parent_id: '0', level: 1, order, visible: true },
      },
    },
  });
}

const row = (name: string | RegExp) => ann.page.getByRole('treeitem', { name });
const tool = (name: string) =>
  ann.page
    .getByRole('toolbar', { name: 'Map tools' })
    .filter({ visible: true })
    .getByRole('button', { name, exact: true });
const menu = () => ann.page.getByRole('menu').last();
const choose = async (name: string | RegExp) => ann.page.getByRole('menuitem', { name }).click();
async function layerMenu(name: string): Promise<void> {
  await row(new RegExp(`^${name}`)).click({ button: 'right' });
  await expect(menu()).toBeVisible();
}

test('[MAP-006] [MAP-017] [MAP-018] [MAP-019] [MAP-020] [MAP-026] [MAP-109] the toolbar: base maps, upload, functions, saving', async () => {
  await tool('Base map').click();
  await expect(menu().getByRole('menuitem')).toHaveText([/Dataviz/, /OpenStreetMap/, /Satellite/]);
  await ann.page.keyboard.press('Escape');
  await tool('Upload').click();
  await expect(menu().getByRole('menuitem')).toHaveText([
    /From Desktop/,
    /From COG URL/,
    /From Another Layer/,
    /Add 3D layer…/,
  ]);
  await ann.page.keyboard.press('Escape');
  await tool('Functions').click();
  await expect(ann.page.getByRole('heading', { name: 'Layer Functions' }).first()).toBeVisible();
  await tool('Data Catalog').click();
  await expect(ann.page.getByRole('heading', { name: 'Data Catalog' }).first()).toBeVisible();
  await tool('Functions').click();
  await expect(ann.page.getByRole('status', { name: 'Saved' }).first()).toBeVisible();
});

test('[MAP-176] [MAP-177] a narrow map keeps its tools in one row until more are asked for, and nothing lies over its scale', async () => {
  const { page } = ann;
  await page.setViewportSize({ width: 768, height: 900 });
  const bar = page.getByRole('toolbar', { name: 'Map tools' });
  await expect(tool('Functions')).toBeHidden();
  expect((await bar.boundingBox())!.height).toBeLessThan(40);
  const scale = (await page.locator('.map-scale-bar').boundingBox())!;
  const position = (await page.locator('.map-readout').boundingBox())!;
  expect(scale.x + scale.width).toBeLessThan(position.x);
  await tool('More tools').click();
  await expect(tool('Functions')).toBeVisible();
  await tool('More tools').click();
  await expect(tool('Functions')).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(tool('Functions')).toBeVisible();
});

test('[MAP-031] [MAP-032] [MAP-033] [MAP-034] [MAP-035] [MAP-036] [MAP-037] [MAP-040] [MAP-041] the menu of the map copies the place, and over a feature offers all of its layer', async () => {
  await map.click(30, 0, { button: 'right' });
  await expect(menu().getByRole('menuitem')).toHaveCount(1);
  await choose('Copy coordinates');
  const copied = await ann.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
  for (const [index, degrees] of [0, 30].entries())
    expect(Math.abs(Number(copied.split(', ')[index]) - degrees)).toBeLessThan(0.3);
  await expect(async () => {
    await map.click(0, 20, { button: 'right' });
    await expect(ann.page.getByRole('menuitem', { name: 'Attributes' })).toBeVisible({ timeout: 1_500 });
  }).toPass();
  for (const name of [
    'Zoom to layer',
    'Attributes',
    'Styles',
    'Functions',
    /Export/,
    'Show only this layer',
    'Hide this layer and show others',
    'Edit selected features',
    'Select all features',
    /Zoom to selected features/,
    /Rename Layer/,
    /Delete/,
  ]) {
    await expect(ann.page.getByRole('menuitem', { name })).toBeVisible();
  }
  let posts = 0;
  ann.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/parties/map/')) posts += 1;
  });
  await choose(/Rename Layer/);
  const dialog = ann.page.getByRole('dialog', { name: 'Rename Layer' });
  await dialog.getByLabel('Name').fill('   ');
  await expect(dialog.getByText('Layer name cannot be empty')).toBeVisible();
  await dialog.getByLabel('Name').fill('north');
  await dialog.getByLabel('Name').press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(posts).toBe(0);
});

test('a graphics card that is lost and comes back shows the same features at the same place', async () => {
  await ann.page.mouse.move(0, 0);
  const { x, y } = map.at(0, 20);
  const around = () => ann.page.screenshot({ clip: { x: x - 12, y: y - 12, width: 24, height: 24 } });
  const before = await around();
  await map.canvas.evaluate((canvas: HTMLCanvasElement) => {
    const card = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
    canvas.addEventListener(
      'webglcontextlost',
      () => {
        setTimeout(() => {
          card.restoreContext();
        });
      },
      { once: true },
    );
    canvas.id = 'lost';
    card.loseContext();
  });
  await expect(ann.page.locator('#lost')).toHaveCount(0);
  await expect.poll(async () => (await around()).equals(before)).toBe(true);
});

test('[MAP-038] [MAP-039] one layer is shown alone, or hidden alone', async () => {
  const eye = (name: string) => row(new RegExp(`^${name}`)).getByRole('button');
  await layerMenu('north');
  await choose('Show only this layer');
  await expect(eye('south')).toHaveAccessibleName('Show south');
  await expect(eye('north')).toHaveAccessibleName('Hide north');
  await layerMenu('north');
  await choose('Hide this layer and show others');
  await expect(eye('south')).toHaveAccessibleName('Hide south');
  await expect(eye('north')).toHaveAccessibleName('Show north');
  // A press beside a menu that is still closing is the menu's.
  await expect(ann.page.getByRole('menu')).toHaveCount(0);
  await eye('north').click();
  await expect(eye('north')).toHaveAccessibleName('Hide north');
});

/**
 * Deletes what is selected by its key. A selection comes a moment after it was asked for; without one the key does
 * nothing.
 */
async function deleteSelected(count: number): Promise<void> {
  await expect(async () => {
    await ann.page.keyboard.press('Delete');
    await expect(ann.page.getByText(`${count} features deleted. Press Ctrl+Z to undo.`)).toBeVisible({
      timeout: 3_000,
    });
  }).toPass({ timeout: 30_000 });
}

test('[MAP-030] [MAP-035] [MAP-116] a box selects what it meets, of one layer all are selected by its menu, and Delete removes them until it is undone', async () => {
  await map.canvas.focus();
  await ann.page.keyboard.press('b');
  await expect(tool('Box select')).toHaveAttribute('aria-pressed', 'true');
  await map.drag([-15, 25], [5, -25]);
  await ann.page.keyboard.press('Escape');
  await deleteSelected(4);
  await expect.poll(async () => Object.values(await map.stored()).flat().length).toBe(2);
  await ann.page.keyboard.press('Control+z');
  await ann.page.keyboard.press('Control+z');
  await expect.poll(async () => Object.values(await map.stored()).flat().length).toBe(6);
  await layerMenu('south');
  await choose('Select all features');
  // What a menu of the tree has selected is the map's: the key goes there, and not to the row whose menu it was.
  await expect(map.canvas).toBeFocused();
  await deleteSelected(3);
  await tool('Base map').click();
  await ann.page.keyboard.press('Escape');
  await ann.page.keyboard.press('Control+z');
  await expect.poll(async () => Object.values(await map.stored()).flat().length).toBe(6);
});

test('[MAP-033] [MAP-087] a deleted layer comes back by undo with its features, and from the list of what was deleted', async () => {
  const remove = async () => {
    await layerMenu('south');
    await choose(/^Delete/);
    await ann.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    // While the dialog fades out, keys are still its own.
    await expect(ann.page.getByRole('dialog')).toHaveCount(0);
    await expect(row(/^south/)).toHaveCount(0);
  };
  await remove();
  await expect(ann.page.getByText('“south” deleted. Press Ctrl+Z to undo.')).toBeVisible();
  await ann.page.keyboard.press('Control+z');
  await expect(row(/^south/)).toContainText('3');
  await expect(tool('Redo map edit')).toBeEnabled();
  await ann.page.keyboard.press('Control+Shift+z');
  await expect(row(/^south/)).toHaveCount(0);
  await row(/^Gauges/).click({ button: 'right' });
  await choose('Deleted layers');
  await ann.page.getByRole('button', { name: 'Restore south' }).click();
  await expect(ann.page.getByText('No layers were deleted from this map in the last 30 days.')).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await expect(ann.page.getByRole('dialog')).toHaveCount(0);
  await expect(row(/^south/)).toContainText('3');
});

test('[MAP-029] [MAP-028] a way is measured on the ellipsoid, in metric and imperial units, and Escape ends that', async () => {
  await map.canvas.focus();
  await ann.page.keyboard.press('m');
  const bar = ann.page.getByRole('group', { name: 'Measure', exact: true });
  await expect(bar).toBeVisible();
  await map.click(0, 0);
  await map.click(10, 0);
  await ann.page.keyboard.press('Enter');
  await expect(bar).toContainText('1,113 km');
  await bar.getByRole('radio', { name: 'Imperial' }).check();
  await expect(bar).toContainText(/691\.\d+ mi/);
  await bar.getByRole('radio', { name: 'Metric' }).check();
  await ann.page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('[MAP-023] [MAP-024] [MAP-025] the initial view is set, with a word for three seconds in which its button is off', async () => {
  await tool('Set as default view').click();
  await expect(ann.page.getByText('View state saved!')).toBeVisible();
  await expect(tool('Set as default view')).toHaveAttribute('aria-disabled', 'true');
  await expect(ann.page.getByText('View state saved!')).toHaveCount(0);
  await expect(tool('Set as default view')).not.toHaveAttribute('aria-disabled', 'true');
});

test('[MAP-060] [MAP-061] [MAP-062] a click selects a layer after a moment; a double click opens its styles, and leaves another drawer that follows where it is', async () => {
  await tool('Functions').click();
  await expect(ann.page.getByRole('heading', { name: 'Layer Functions' }).first()).toBeVisible();
  await row(/^north/).dblclick();
  await expect(row(/^north/)).toHaveAttribute('aria-selected', 'true');
  await expect(ann.page.getByRole('heading', { name: 'Layer Functions' }).first()).toBeVisible();
  await ann.page.getByRole('navigation').getByRole('button', { name: 'Layer Functions' }).click();
  await expect(ann.page.getByRole('heading', { name: 'Layer Functions' })).toHaveCount(0);
  await row(/^south/).dblclick();
  await expect(ann.page.getByRole('heading', { name: 'Layer Styles' }).first()).toBeVisible();
  await row(/^south/).click();
  await expect(row(/^south/)).toHaveAttribute('aria-selected', 'false');
});

test('[MAP-045] [MAP-046] [MAP-047] [MAP-048] the cursor of the other shows a name, leads there, is gone with them, and can be switched off for the project', async () => {
  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Maps');
  await ben.page
    .getByRole('treeitem', { name: /Gauges/ })
    .first()
    .dblclick();
  const his = new MapPage(ben.page);
  await his.ready();
  const { x, y } = his.at(40, 10);
  const cursor = ann.page.getByRole('button', { name: `Go to ${ben.username}’s cursor` });
  await expect(async () => {
    await ben.page.mouse.move(x + Math.random() * 4, y);
    await expect(cursor).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(cursor).toContainText(ben.username);
  for (const isShown of [false, true]) {
    await ann.page.getByRole('button', { name: 'Stations' }).first().click();
    await ann.page.getByRole('menuitem', { name: /settings/i }).click();
    await ann.page.getByRole('switch', { name: 'Show other people’s cursors on maps' }).click();
    await expect(cursor).toHaveCount(isShown ? 1 : 0);
    await ann.page.keyboard.press('Escape');
  }
  await cursor.click();
  await expect(ann.page.getByRole('status', { name: 'Position and zoom' })).toContainText(/4\d\.\d+° E|39\.\d+° E/);
  await ben.page.mouse.move(5, 5);
  await expect(cursor).toHaveCount(0);
});

test('[MAP-021] [MAP-022] maps that are open side by side show the same place while views are synchronised', async () => {
  await map.canvas.focus();
  await ann.page.keyboard.press('y');
  await expect(tool('Sync map views')).toHaveAttribute('aria-pressed', 'true');
  await ann.page.getByRole('button', { name: 'New map' }).first().click();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('Second');
  await ann.page.getByRole('button', { name: 'Create map' }).click();
  // Both maps stay drawn, whichever is in front.
  const zooms = async () =>
    (await ann.page.locator('.map-readout').allTextContents()).map((text) => /z (\d+\.\d+)/.exec(text)?.[1]);
  await expect.poll(zooms).toEqual(['2.00', '2.00']);
  await map.measure();
  const { x, y } = map.at(20, 20);
  await ann.page.mouse.move(x, y);
  await ann.page.mouse.wheel(0, -400);
  await expect.poll(async () => new Set(await zooms()).size === 1 && (await zooms())[0] !== '2.00').toBe(true);
  await ann.page.keyboard.press('y');
  await ann.page.mouse.wheel(0, -400);
  await expect.poll(async () => new Set(await zooms()).size).toBe(2);
});

test('a picture of the map is saved as PNG with its name', async () => {
  const download = ann.page.waitForEvent('download');
  await tool('Save as image').click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^(?:Gauges|Second)\.png$/);
  const bytes = await readFile(await saved.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.length).toBeGreaterThan(20_000);
  expect(errors()).toEqual([]);
});

test('[MAP-103] [MAP-104] [MAP-105] a map that does not open leaves no panel: its operation failed, because it was aborted or with what the server said', async () => {
  const { page } = ann;
  const panel = page.getByRole('tab', { name: 'Third', exact: true });
  const state = /\/maps\/state/;
  // An answer that never comes.
  await page.route(state, () => undefined);
  await page.getByRole('button', { name: 'New map' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Third');
  await page.getByRole('button', { name: 'Create map' }).click();
  await expect(panel).toBeVisible();
  await page.getByRole('button', { name: /Opening the map/ }).click();
  await page.getByRole('button', { name: 'Cancel Opening the map' }).click();
  await expect(page.getByRole('dialog', { name: 'Operations' }).getByText('Map loading was aborted.')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await page.unroute(state);
  await page.route(state, (route) => route.fulfill({ status: 418, body: '' }));
  await row(/^Third/).dblclick();
  // The press on the row may have closed the list of operations.
  const operations = page.getByRole('dialog', { name: 'Operations' });
  await expect(async () => {
    if (!(await operations.isVisible())) await page.getByRole('button', { name: /operations? failed/ }).click();
    await expect(operations.getByText(/^Map loading failed\. ./)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(panel).toHaveCount(0);
  await page.unroute(state);
});
