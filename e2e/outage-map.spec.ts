import { expect as soon, test, type Locator, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { MapPage } from './map-page.ts';
import { Outage } from './outage.ts';
import { makeWorkspace, openDrawer, signUp, type Person } from './person.ts';

/** A map that is drawn by software on a busy machine stands still for a while after each loading. */
const expect = soon.configure({ timeout: 45_000 });
let ann: Person;
let page: Page;
let outage: Outage;
let map: MapPage;
let ids: { projectId: string; mapId: string };
let wellsId: string;

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 45_000 });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  ({ page } = ann);
  await makeWorkspace(ann, 'Outage of maps');
  outage = await Outage.over(page);
  await page.reload();
  map = await MapPage.make(page, 'Water');
  ids = await map.ids();
  wellsId = await makeLayer('Wells', ['North', 'Middle', 'South']);
  await openTable();
});
test.afterAll(() => ann.context.close());

const row = (name: string | RegExp): Locator => page.getByRole('treeitem', { name });
const cell = (name: string): Locator => page.getByRole('gridcell', { name, exact: true });
const bar = (): Locator => page.getByRole('group', { name: 'Drawing' });
const banner = (): Locator => page.locator('.map-panel').getByText(/^Connection lost/);
const isOff = () => expect(page.locator('.map-saving').first()).toHaveAttribute('data-off', 'true');
const kept = () => expect(page.getByRole('status', { name: 'Not saved: kept in this browser' })).toBeVisible();

async function post(data: object): Promise<void> {
  const made = await page.request.post(`/parties/map/${ids.mapId}`, { data });
  expect(made.ok(), await made.text()).toBe(true);
}

async function makeLayer(text: string, names: readonly string[]): Promise<string> {
  const id = crypto.randomUUID();
  const features = names.map((name, index) => ({
    geometry: { type: 'Point', coordinates: [-30, 20 - index * 20] },
    properties: { name },
  }));
  await post({
    type: 'Create_Vector_Layer',
    vector_data: { [id]: { features } },
    new_layers_hierarchy_info: { [id]: { id, text, type: 'Layer', parent_id: '0', level: 1, order: 0 } },
  });
  return id;
}

async function openTable(): Promise<void> {
  await row(/^Wells/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Attributes' }).click();
  await expect(cell('South')).toBeVisible();
}

/** The map and its table stand as they stood after a reload, and open by themselves once the server is back. */
async function reload(): Promise<void> {
  await page.reload();
  await expect(page.locator('.map-panel')).toContainText('Couldn’t reach the server');
}

/** The page is over in the same moment in which a key is pressed. Tells whether work was written down by then. */
async function reloadAtOnce(key = ''): Promise<boolean> {
  const loaded = page.waitForEvent('load');
  const isNoted = await page.evaluate((pressed) => {
    if (pressed !== '')
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
    const noted = Object.keys(localStorage).some((name) => name.startsWith('groma.journal.'));
    location.reload();
    return noted;
  }, key);
  await loaded;
  await expect(page.locator('.status-bar')).toBeVisible();
  return isNoted;
}

async function setCell(before: string, after: string): Promise<void> {
  await cell(before).dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(after);
  await page.keyboard.press('Enter');
  await expect(cell(after)).toBeVisible();
}

async function drawPoints(...places: [longitude: number, latitude: number][]): Promise<void> {
  await page.getByRole('button', { name: 'Shapes to draw' }).click();
  await page.getByRole('menuitem', { name: /^Point/ }).click();
  for (const [longitude, latitude] of places) await map.click(longitude, latitude);
}

const stored = async (layer: string) =>
  ((await map.stored(ids))[layer] ?? [])
    .map(({ properties: { name }, geometry: { type } }) => `${type} ${String(name ?? 'new')}`)
    .sort();

test('[MAP-125] values that were set, undone and set again in an outage of thirty seconds are saved as they stand, after ten the map is read-only', async () => {
  await outage.cut();
  await isOff();
  await setCell('North', 'Source');
  await setCell('Middle', 'Centre');
  await page.keyboard.press('Escape');
  await map.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect(cell('Middle')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(cell('North')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(cell('Source')).toBeVisible();
  await kept();
  await outage.pass(11_000);
  await expect(banner()).toContainText('kept in this browser');
  await outage.pass(19_000);
  await expect(page.getByText('View only')).toBeVisible();
  expect(await stored('Wells')).toEqual(['Point Middle', 'Point North', 'Point South']);
  await outage.mend();
  await expect(banner()).toBeHidden();
  await expect.poll(() => stored('Wells')).toEqual(['Point Middle', 'Point Source', 'Point South']);
  await map.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => stored('Wells')).toEqual(['Point Middle', 'Point North', 'Point South']);
});

test('[MAP-130, MAP-139] a drawing that is finished during an outage becomes one layer, also where the page is reloaded meanwhile', async () => {
  await outage.cut();
  await isOff();
  await drawPoints([10, 20], [20, 20]);
  await bar()
    .getByRole('button', { name: /Finish/ })
    .click();
  await kept();
  await expect(row(/^Hand-drawn/)).toContainText('2');
  await expect(bar()).toBeVisible();
  await reload();
  await outage.mend();
  await expect.poll(() => stored('Hand-drawn Geometries')).toEqual(['Point new', 'Point new']);
  await expect(row(/^Hand-drawn/)).toHaveCount(1);
  await expect(bar()).toHaveCount(0);
});

test('[MAP-130, MAP-139] a drawing that is not finished is on the map again after a reload, with its tool and its open shape', async () => {
  await row(/^Wells/).click();
  await drawPoints([25, 20]);
  await outage.cut();
  await isOff();
  await map.click(25, -20);
  await expect(bar()).toContainText('2 features');
  await reload();
  await outage.mend();
  await expect(bar()).toContainText('2 features');
  await expect(page.getByText('This is your drawing that was not saved')).toBeVisible();
  await bar()
    .getByRole('button', { name: /Finish/ })
    .click();
  await expect
    .poll(() => stored('Wells'))
    .toEqual(['Point Middle', 'Point North', 'Point South', 'Point new', 'Point new']);
});

test('[MAP-130, MAP-139] features that were being edited are edited on after a reload', async () => {
  await map.doubleClick(-30, 20);
  await expect(row(/^Editing - Wells/)).toBeVisible();
  await map.drag([-30, 20], [-20, 40]);
  await outage.cut();
  await isOff();
  await reload();
  await outage.mend();
  await expect(row(/^Editing - Wells/)).toContainText('1');
  await bar()
    .getByRole('button', { name: /Finish/ })
    .click();
  await expect(bar()).toHaveCount(0);
  await expect
    .poll(async () =>
      ((await map.stored(ids))['Wells'] ?? [])
        .flatMap(({ properties: { name }, geometry }) => (name === 'North' ? geometry.coordinates : []))
        .map((each) => Math.round(each as number)),
    )
    .toEqual([-20, 40]);
  expect(await stored('Wells')).toHaveLength(5);
});

test('[MAP-136] undo of a drawn layer says that it needs the server, and takes it away once that is back', async () => {
  await reloadAtOnce();
  await drawPoints([40, 0]);
  await bar()
    .getByRole('button', { name: /Finish/ })
    .click();
  await expect(bar()).toHaveCount(0);
  await expect(row(/^Hand-drawn/)).toHaveCount(2);
  await outage.cut();
  await isOff();
  await map.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('This needs the server.')).toBeVisible();
  await expect(row(/^Hand-drawn/)).toHaveCount(2);
  await outage.mend();
  await expect(page.locator('.map-saving').first()).not.toHaveAttribute('data-off', 'true');
  await map.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect(row(/^Hand-drawn/)).toHaveCount(1);
});

test('[MAP-136] a new group that is refused stays in its dialog with its name', async () => {
  const refusal = /\/parties\/map\//;
  await page.route(refusal, (route) =>
    route.fulfill({ status: 400, json: { code: 'GROUP_TOO_DEEP', details: {}, message: 'Groups are too deep' } }),
  );
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await dialog.getByRole('textbox').fill('Rivers');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/deep/);
  await expect(dialog.getByRole('textbox')).toHaveValue('Rivers');
  await expect(row(/^Rivers/)).toHaveCount(0);
  await page.unroute(refusal);
  await dialog.getByRole('textbox').press('Enter');
  await expect(row(/^Rivers/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('[MAP-138] a value that was confirmed just before the page was loaded anew is saved', async () => {
  await cell('South').dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Mouth');
  // What was sent gets nowhere.
  outage.silence();
  expect(await reloadAtOnce('Enter')).toBe(true);
  await outage.mend();
  await expect(cell('Mouth')).toBeVisible();
  await expect.poll(() => stored('Wells')).toContain('Point Mouth');
  await setCell('Mouth', 'South');
  await expect.poll(() => stored('Wells')).toContain('Point South');
});

test('[MAP-125] what is being typed into a cell when the ten seconds are over is kept, and saved when the server is back', async () => {
  await outage.cut();
  await isOff();
  await cell('South').dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Mouth');
  await outage.pass(11_000);
  await expect(page.getByText('View only')).toBeVisible();
  await expect(cell('Mouth')).toBeVisible();
  await kept();
  expect(await stored('Wells')).toContain('Point South');
  await outage.mend();
  await expect.poll(() => stored('Wells')).toContain('Point Mouth');
  await expect(banner()).toBeHidden();
  await setCell('Mouth', 'South');
  await expect.poll(() => stored('Wells')).toContain('Point South');
});

test('[MAP-137] a style that was set just before a reload is saved, and an expression that cannot be used yet stands in its field', async () => {
  await row(/^Wells/).click();
  await openDrawer(page, 'Layer Styles');
  const drawer = page.locator('.style-drawer');
  const expression = drawer.getByRole('combobox', { name: 'Expression', exact: true });
  const withLabels = drawer.getByRole('switch', { name: 'Show labels' });
  await expect(withLabels).toBeEnabled();
  await withLabels.press('Space');
  await expect(withLabels).toBeChecked();
  await drawer.getByRole('combobox', { name: 'Label text' }).click();
  await page.getByRole('option', { name: 'Expression…' }).click();
  await expression.fill('= upper(');
  await reloadAtOnce();
  await row(/^Wells/).click();
  await expect(expression).toHaveValue('= upper(');
  await expect(withLabels).toBeChecked();
  await expression.fill('= upper($name)');
  await reloadAtOnce();
  await row(/^Wells/).click();
  await expect(expression).toHaveValue('= upper($name)');
  await expect
    .poll(async () =>
      JSON.stringify(
        await (await page.request.get(`/maps/state?map_id=${ids.mapId}&project_id=${ids.projectId}`)).json(),
      ),
    )
    .toContain('= upper($name)');
  await drawer.getByRole('button', { name: 'Close drawer' }).click();
});

test('[MAP-125] a map that slept through a change of somebody else shows it, and saves what was done before', async () => {
  const developer = await ann.context.newCDPSession(page);
  const fid = (await map.stored(ids))['Wells']!.find(({ properties: { name } }) => name === 'South')!.properties[
    'groma_fid'
  ];
  outage.silence();
  await setCell('Middle', 'Centre');
  await kept();
  await developer.send('Page.setWebLifecycleState', { state: 'frozen' });
  await post({
    type: 'Update_Vector_Layer_Data',
    vector_update: { [wellsId]: { type: 'Edit_Property', edits: [{ fid, column: 'name', value: 'Mouth' }] } },
  });
  await outage.end();
  await developer.send('Page.setWebLifecycleState', { state: 'active' });
  await outage.pass(30_000);
  await expect(cell('Mouth')).toBeVisible();
  await expect.poll(() => stored('Wells')).toContain('Point Centre');
  await expect(page.getByRole('status', { name: 'Saved' }).first()).toBeVisible();
});

test('[MAP-126] what was changed on a layer that is gone when the connection is back is listed with its values', async () => {
  await outage.cut();
  await isOff();
  await setCell('Mouth', 'Delta');
  await kept();
  await post({ type: 'Delete_Layers', layer_ids: [wellsId] });
  await outage.mend();
  const item = page.getByRole('button', { name: '1 change could not be saved' });
  await expect(item).toBeVisible();
  await expect(page.getByText('could not be saved: The layer has been deleted.')).toBeVisible();
  await expect(page.getByText(/There is no layer/)).toHaveCount(0);
  await item.click();
  const dialog = page.getByRole('dialog', { name: 'Changes that could not be saved' });
  await expect(dialog.getByRole('heading', { name: 'Water' })).toBeVisible();
  await expect(dialog).toContainText('The layer has been deleted.');
  await expect(dialog).toContainText('name = "Delta"');
  await expect(dialog).toContainText('Wells');
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toContainText('Everything is saved.');
  await page.keyboard.press('Escape');
  await expect(item).toHaveCount(0);
});
