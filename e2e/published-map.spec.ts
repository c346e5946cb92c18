import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { seriousFindings } from './accessible.ts';
import { signUp, watchErrors, type Person } from './person.ts';

const title = 'Water and towns';
const says = { title, categories: ['Environment'], version: '1.0.0' };
let ann: Person;
/** Somebody without an account. */
let guest: BrowserContext;
let page: Page;
let errors: () => string[];
let mapPath = '';
let templateId = '';

const point = (name: string, longitude: number, latitude: number) => ({
  type: 'Feature',
  properties: { name, people: Math.round(longitude * 1_000) },
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  const project = await call('POST', '/api/projects', { name: 'Water' });
  const { id: mapId } = await call('POST', `/api/maps/projects/${project.id}`, { name: 'Water' });
  mapPath = `/api/maps/${mapId}/projects/${project.id}/map-templates`;
  const towns = await addLayer(mapId!, project.id!, 'Towns', [
    point('Turin', 7.68, 45.07),
    point('Zagreb', 15.98, 45.81),
  ]);
  await addLayer(mapId!, project.id!, 'Rivers', [
    {
      type: 'Feature',
      properties: { name: 'Drava' },
      geometry: { type: 'LineString', coordinates: [[12, 46.7], [18.9, 45.5]] }, // prettier-ignore
    },
  ]);
  await call('POST', `/maps/charts?${new URLSearchParams({ map_id: mapId!, project_id: project.id! })}`, {
    layer_id: towns,
    xCol: 'name',
    yCol: 'people',
    type: 'bar',
    filters: [],
    clipLayerId: null,
    title: 'People',
    aggregate: 'sum',
  });
  ({ id: templateId = '' } = await call('POST', mapPath, { ...says, is_public: true }));
  await expect.poll(async () => (await call('GET', mapPath))?.version, { timeout: 60_000 }).toBe('1.0.0');
  guest = await browser.newContext();
  page = await guest.newPage();
  errors = watchErrors(page);
});
test.afterAll(async () => {
  await Promise.all([ann.context.close(), guest.close()]);
});

async function call(method: string, path: string, data?: object): Promise<Record<string, string>> {
  const { origin } = new URL(test.info().project.use.baseURL!);
  const reply = await ann.page.request.fetch(path, { method, data, headers: { origin } });
  expect(reply.ok(), `${path} answered ${reply.status()}`).toBe(true);
  return ((await reply.json()) as { data: Record<string, string> }).data;
}

async function addLayer(mapId: string, projectId: string, text: string, features: object[]): Promise<string> {
  const id = crypto.randomUUID();
  const layer = { id, text, type: 'Layer', parent_id: '0', level: 1, order: text === 'Towns' ? 0 : 1, visible: true };
  await call('POST', `/parties/map/${mapId}`, {
    type: 'Create_Vector_Layer',
    project_id: projectId,
    vector_data: { [id]: { features } },
    new_layers_hierarchy_info: { [id]: layer },
  });
  return id;
}

/** Opens the page of the map and waits until all that is in sight has been read. */
async function open(hash = ''): Promise<void> {
  await page.goto(`/embed/maps/${templateId}${hash}`);
  await ready();
}

async function ready(): Promise<void> {
  await expect(page.locator('.viewer-map')).toHaveAttribute('aria-busy', 'false');
}

const legend = () => page.getByRole('region', { name: 'Legend' });
const card = () => page.getByRole('region', { name: 'Feature' });
const tool = (name: string) => page.getByRole('button', { name, exact: true });

test('[PUB-090] [PUB-092] anyone opens a published map, without a session, a room or a call that asks who they are', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', () => asked.push('a room'));
  await open();
  await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', /\/hub\/maps\//);
  await expect(legend().getByText('Towns')).toBeVisible();
  await expect(page).toHaveTitle(title);
  expect(asked.filter((path) => path === 'a room' || /auth|\/api\/projects/.test(path))).toEqual([]);
  expect(await seriousFindings(page)).toEqual([]);
});

test('[PUB-093] a layer that is switched and a place that is gone to stand in the address, which shows the same again', async () => {
  await page.getByLabel('Hide Rivers').click();
  await expect(legend().getByText('Rivers')).toBeHidden();
  await expect(page).toHaveURL(/#off=[0-9a-f-]{36}$/);
  await tool('Zoom in').click();
  await expect(page).toHaveURL(/#map=[\d.]+\/[\d.-]+\/[\d.-]+&off=/);
  await page.reload();
  await ready();
  await expect(page.getByLabel('Show Rivers')).not.toBeChecked();
  await open('#map=9/45.81/15.98');
  await expect(page).toHaveURL(/#map=9\/45\.81\/15\.98$/);
});

test('[VEC-079] a reader filters a layer for themselves, and the address shows the same again', async () => {
  await open();
  await page.getByRole('button', { name: 'Filter “Towns”' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'people' }).click();
  await condition.getByLabel('Value', { exact: true }).fill('10000');
  await expect(page).toHaveURL(/#filter=[0-9a-f-]{36}:/);
  expect(await seriousFindings(page)).toEqual([]);
  const shown = async () => {
    await tool('Show as a table').click();
    const table = page.getByRole('region', { name: 'Show as a table' });
    await expect(table.getByRole('gridcell', { name: 'Zagreb' })).toBeVisible();
    await expect(table.getByRole('gridcell', { name: 'Turin' })).toHaveCount(0);
  };
  await shown();
  await page.reload();
  await ready();
  await shown();
  await tool('Show as a table').click();
});

test('[PUB-140] the charts of a map stand beside it, of all its features, and obey the filter of their reader', async () => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  // Only one of the towns is in sight.
  await open('#map=9/45.81/15.98');
  expect(fetched.filter((url) => /chart-|echarts|reader-charts/.test(url))).toEqual([]);
  await tool('Show charts').click();
  const charts = page.getByRole('region', { name: 'Charts' });
  const drawn = (count: number) => charts.getByRole('img', { name: `Bar chart: People. Values: ${count}.` });
  await expect(drawn(2)).toBeVisible();
  await expect(charts.getByText('2 features')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Filter “Towns”' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'people' }).click();
  await condition.getByLabel('Value', { exact: true }).fill('10000');
  await expect(drawn(1)).toBeVisible();
  await charts.getByRole('button', { name: 'Close' }).click();
  await expect(charts).toBeHidden();
});

test('[PUB-094] a feature is found by its name, read by keyboard alone, and stands in the table', async () => {
  await open('#map=9/45.81/15.98');
  // Space presses at the middle of the map.
  await page.locator('.maplibregl-canvas').focus();
  await page.keyboard.press(' ');
  await expect(card().getByText('Zagreb').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card()).toBeHidden();
  await tool('Search features').click();
  await page.getByRole('searchbox', { name: 'Search features' }).fill('turi');
  await page.getByRole('button', { name: /Turin/ }).click();
  await expect(card().getByText('7,680')).toBeVisible();
  await tool('Show as a table').click();
  await expect(page.getByRole('region', { name: 'Show as a table' }).getByText('Zagreb')).toBeVisible();
  expect(errors()).toEqual([]);
});

test('[PUB-095] a narrow frame in the other theme shows map and panel, and nothing of it is out of reach', async () => {
  await page.setViewportSize({ width: 320, height: 420 });
  await page.goto(`/embed/maps/${templateId}?theme=dark`);
  await ready();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await tool('Layers').click();
  await expect(page.getByLabel('Hide Towns')).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('[PUB-096] what is seen is saved as a page of 300 dots an inch', async () => {
  await open();
  await tool('Print map…').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Heading')).toHaveValue(title);
  await expect(dialog.getByText('3,508 × 2,480 pixels, 300 dpi')).toBeVisible();
  const saving = page.waitForEvent('download', { timeout: 90_000 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe(`${title}.pdf`);
  const text = (await readFile(await download.path())).toString('latin1');
  expect(text).toContain('/MediaBox [0 0 841.89 595.28]');
  expect(text).toContain('/Width 3508 /Height 2480');
  await expect(dialog).toBeHidden();
});

test('[PUB-097] one with a password asks for it, and says so when it is wrong', async () => {
  await call('PUT', `${mapPath}/${templateId}`, { ...says, access: 'password', password: 'low tide' });
  await page.goto(`/embed/maps/${templateId}`);
  await page.getByLabel('Password', { exact: true }).fill('high tide');
  await tool('Open map').click();
  await expect(page.getByText('The password is wrong.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('low tide');
  await tool('Open map').click();
  await ready();
  await expect(legend().getByText('Towns')).toBeVisible();
});

test('[PUB-098] what is published no more says so', async () => {
  await call('DELETE', `${mapPath}/${templateId}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
});
