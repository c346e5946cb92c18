import { expect as soon, test, type Locator, type Page } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { Outage } from './outage.ts';
import { makeWorkspace, openDrawer, signUp, type Person } from './person.ts';

/** A page on a busy machine stands still for a while after each loading. */
const expect = soon.configure({ timeout: 45_000 });
let ann: Person;
let page: Page;
let projectUrl: string;
let projectId: string;
let outage: Outage;

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 45_000 });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  ({ page } = ann);
  await makeWorkspace(ann, 'Outage');
  projectUrl = page.url();
  projectId = projectUrl.split('/').at(-1)!;
  outage = await Outage.over(page);
  await page.goto(projectUrl);
});
test.afterAll(() => ann.context.close());

const notebook = (): Locator => page.locator('.notebook:visible');
const codeOf = (label: string): Locator =>
  notebook().getByRole('region', { name: label, exact: true }).locator('.cm-content');
const kept = 'Not saved: kept in this browser';

async function openNotebook(name: string): Promise<void> {
  const initialTemplate = [
    { type: 'codeCell', props: { code: '', label: 'Sum', language: 'python' } },
    { type: 'paragraph', content: 'Prose' },
  ];
  const made = await page.request.post(`/api/notebooks/projects/${projectId}`, { data: { name, initialTemplate } });
  expect(made.ok()).toBe(true);
  await openDrawer(page, 'Notebooks');
  await page.getByRole('treeitem', { name }).dblclick();
  await expect(notebook().locator('.bn-editor')).toBeVisible();
}

test('[SHL-120] [NBK-022] a notebook can be edited for ten seconds of an outage, is read-only after, and goes on where the cursor was', async () => {
  await openNotebook('Gauges');
  await codeOf('Sum').click();
  await page.keyboard.type('a = 1');
  await outage.cut();
  await expect(notebook().locator('.saving-mark')).toHaveText(/Not (connected|saved)/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('b = 2');
  await notebook().getByText('Prose').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' goes on');
  await codeOf('Sum').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await expect(notebook().locator('.saving-mark')).toHaveText(kept);
  await expect(notebook().getByText(/^Connection lost/)).toBeHidden();

  await outage.pass(11_000);
  await expect(notebook().getByText(/^Connection lost.*kept in this browser/)).toBeVisible();
  await expect(codeOf('Sum')).toHaveAttribute('contenteditable', 'false');
  await expect(codeOf('Sum')).toHaveText('a = 1b = 2');
  await expect(notebook().getByText('Prose goes on')).toBeVisible();

  await outage.mend();
  await expect(notebook().getByText(/^Connection lost/)).toBeHidden();
  await expect(codeOf('Sum')).toBeFocused();
  await page.keyboard.type('0');
  await expect(codeOf('Sum')).toHaveText('a = 10b = 2');
  await expect(notebook().locator('.saving-mark')).toHaveText(/^Saved/);
  await page.keyboard.press('Control+z');
  await expect(codeOf('Sum')).not.toHaveText('a = 10b = 2');
});

test('[SHL-120] what was typed during an outage is there after a reload', async () => {
  await codeOf('Sum').fill('x = 1');
  await expect(notebook().locator('.saving-mark')).toHaveText(/^Saved/);
  await outage.cut();
  await expect(notebook().locator('.saving-mark')).toHaveText('Not connected');
  await page.keyboard.type('7');
  await expect(notebook().locator('.saving-mark')).toHaveText(kept);
  await page.reload();
  await expect(notebook().getByRole('status', { name: 'Opening the notebook' })).toBeVisible();
  await outage.mend();
  await expect(codeOf('Sum')).toHaveText('x = 17');
  await page.reload();
  await expect(codeOf('Sum')).toHaveText('x = 17');
});

test('[SHL-123] [SHL-120] a page that is loaded while the server is away says so, opens by itself, and merges what was kept', async ({
  browser,
  baseURL,
}) => {
  await outage.mend();
  const context = await browser.newContext({
    baseURL: baseURL!,
    serviceWorkers: 'allow',
    storageState: await ann.context.storageState(),
  });
  const other = await context.newPage();
  await other.goto(projectUrl);
  await openDrawer(other, 'Notebooks');
  await other.getByRole('treeitem', { name: 'Gauges' }).dblclick();
  const code = other
    .locator('.notebook:visible')
    .getByRole('region', { name: 'Sum', exact: true })
    .locator('.cm-content');
  await code.fill('x = 2');
  await expect(other.locator('.notebook:visible .saving-mark')).toHaveText(/^Saved/);
  await other.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await expect(other.locator('.notebook:visible .saving-mark')).toHaveText('Not connected');
  await other.keyboard.type('8');
  await expect(other.locator('.notebook:visible .saving-mark')).toHaveText(kept);
  await other.reload();
  await expect(other.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
  await context.setOffline(false);
  await expect(code).toHaveText('x = 28');
  await expect(codeOf('Sum')).toHaveText('x = 28');
  await context.close();
});

const wells = () => page.getByRole('treeitem', { name: /Wells/ });
const cell = (name: string): Locator => page.getByRole('gridcell', { name, exact: true });

/** A map with a layer of three points, open with its table beside it. */
async function openWells(): Promise<MapPage> {
  const map = await MapPage.make(page, 'Water');
  const { mapId } = await map.ids();
  const id = crypto.randomUUID();
  const features = ['North', 'Middle', 'South'].map((name, index) => ({
    geometry: { type: 'Point', coordinates: [-30, 20 - index * 20] },
    properties: { name },
  }));
  const made = await page.request.post(`/parties/map/${mapId}`, {
    data: {
      type: 'Create_Vector_Layer',
      vector_data: { [id]: { features } },
      new_layers_hierarchy_info: { [id]: { id, text: 'Wells', type: 'Layer', parent_id: '0', level: 1, order: 0 } },
    },
  });
  expect(made.ok()).toBe(true);
  await wells().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Attributes' }).click();
  await expect(cell('South')).toBeVisible();
  await wells().click();
  return map;
}

const storedWells = async (map: MapPage, ids: Awaited<ReturnType<MapPage['ids']>>) =>
  ((await map.stored(ids))['Wells'] ?? [])
    .map(({ properties: { name }, geometry: { type } }) => `${type} ${String(name ?? 'new')}`)
    .sort();

test('[MAP-125] what was drawn, edited and deleted on a map during an outage is there once after a reload', async () => {
  const map = await openWells();
  const ids = await map.ids();
  await page.getByRole('checkbox', { name: 'Select row 3', exact: true }).click();
  await outage.cut();
  await expect(page.locator('.map-saving').first()).toHaveAttribute('data-off', 'true');
  await cell('North').dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Source');
  await page.keyboard.press('Enter');
  await expect(cell('Source')).toBeVisible();
  await page.getByRole('button', { name: 'Delete 1' }).click();
  await expect(cell('South')).toBeHidden();
  await page.getByRole('button', { name: 'Shapes to draw' }).click();
  await page.getByRole('menuitem', { name: /^Point/ }).click();
  await map.click(10, 20);
  const bar = page.getByRole('group', { name: 'Drawing' });
  await bar.getByRole('button', { name: /Finish/ }).click();
  await expect(bar).toHaveCount(0);
  await expect(wells()).toContainText('3');
  await expect(page.getByRole('status', { name: kept })).toBeVisible();
  expect(await storedWells(map, ids)).toEqual(['Point Middle', 'Point North', 'Point South']);
  await outage.pass(11_000);
  await expect(page.locator('.map-panel').getByText(/^Connection lost.*kept in this browser/)).toBeVisible();
  await expect(page.getByText('View only')).toBeVisible();
  // The map opens by itself after the reload, as it stood; what is kept goes to the server when it is back.
  await page.reload();
  await expect(page.locator('.status-bar')).toBeVisible();
  await outage.mend();
  const expected = ['Point Middle', 'Point Source', 'Point new'];
  await expect.poll(() => storedWells(map, ids)).toEqual(expected);
  await page.reload();
  await openDrawer(page, 'Maps');
  expect(await storedWells(map, ids)).toEqual(expected);
});
