import { expect, test } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { MapPage } from './map-page.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, watchErrors, type Person } from './person.ts';

let ann: Person;
let map: MapPage;
let errors: () => string[];
const shots = process.env['GROMA_SHOTS'];

/** A square of degrees by its southwestern corner. */
const square = (west: number, south: number, size: number) => ({
  type: 'Feature',
  properties: { name: `field ${west}` },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [west + size, south],
        [west + size, south + size],
        [west, south + size],
        [west, south],
      ],
    ],
  },
});

journeysOfTwo(async (one) => {
  ann = one;
  errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Tools');
  map = await MapPage.make(ann.page, 'Land');
  const chosen = ann.page.waitForEvent('filechooser');
  await ann.page.getByRole('button', { name: 'Add files' }).click();
  const features = [square(-20, 0, 20), square(-10, 10, 20)];
  await (
    await chosen
  ).setFiles({
    name: 'fields.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
  });
  await expect(row(/^fields(?!\.geojson)/)).toBeVisible();
});

const row = (name: RegExp) => ann.page.getByRole('treeitem', { name });
const drawer = () => ann.page.locator('.function-drawer');
const button = (name: string) => drawer().getByRole('button', { name, exact: true });
const taken = () => drawer().locator('.function-taken');
const names = async () => Object.keys(await map.stored()).toSorted();

async function shoot(name: string): Promise<void> {
  if (!shots) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await ann.page.emulateMedia({ colorScheme });
    await ann.page.screenshot({ path: `${shots}/${name}.${colorScheme}.png` });
  }
}

test('[GEO-006, MAP-020] the drawer lists the tools, and the keyboard alone opens the form of one', async () => {
  await openDrawer(ann.page, 'Layer Functions');
  await expect(drawer().getByRole('region', { name: 'Transformation' })).toBeVisible();
  await shoot('list');
  expect(await seriousFindings(ann.page, '.function-drawer')).toEqual([]);
  const search = drawer().getByRole('searchbox', { name: 'Find a tool' });
  await search.fill('buff');
  await search.press('ArrowDown');
  await expect(button('Buffer')).toBeFocused();
  await ann.page.keyboard.press('Enter');
  await expect(drawer().getByRole('heading', { name: 'Buffer' })).toBeVisible();
  await expect(drawer().getByLabel('Radius')).toHaveValue('10');
  await shoot('form');
  expect(await seriousFindings(ann.page, '.function-drawer')).toEqual([]);
  await ann.page.keyboard.press('Escape');
  // The list is as it was left.
  await expect(button('Buffer')).toBeFocused();
  await expect(search).toHaveValue('buff');
  await search.fill('');
});

test('[GEO-056, GEO-077] a result becomes a new layer of the whole layer, which the message leads to', async () => {
  await button('Buffer').click();
  await expect(taken()).toHaveText('All 2 features of fields');
  await drawer().getByLabel('Radius').fill('100');
  await button('Run').click();
  await expect(ann.page.getByText('New layer with 2 features.')).toBeVisible();
  await expect(row(/^fields \(Buffer\)/)).toBeVisible();
  await ann.page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(await names()).toEqual(['fields', 'fields (Buffer)']);
  // What has come to lie on top is not taken in hand.
  await expect(taken()).toHaveText('All 2 features of fields');
  await button('All tools').click();
  await expect(
    drawer().getByRole('region', { name: 'Recently used' }).getByRole('button', { name: 'Buffer', exact: true }),
  ).toBeVisible();
});

test('[GEO-057, GEO-077] two selected polygons are intersected: looked at first, discarded, then kept', async () => {
  await drawer()
    .getByRole('region', { name: 'Polygon Processing' })
    .getByRole('button', { name: 'Intersect', exact: true })
    .click();
  await row(/^fields(?! \()/).click({ button: 'right' });
  await ann.page.getByRole('menuitem', { name: 'Select all' }).click();
  await expect(taken()).toContainText('2 selected polygons');
  await button('Preview').click();
  await expect(drawer().getByText('Preview of 1 feature')).toBeVisible();
  await shoot('preview');
  expect(await names()).toEqual(['fields', 'fields (Buffer)']);
  await ann.page.keyboard.press('Escape');
  await expect(drawer().getByText('Preview of 1 feature')).toBeHidden();
  // Escape has taken the preview, and not what is selected.
  await expect(taken()).toContainText('2 selected polygons');
  await button('Preview').click();
  await button('Keep').click();
  await expect(row(/^fields \(Intersect\)/)).toBeVisible();
  const { 'fields (Intersect)': shared } = await map.stored();
  expect(shared).toHaveLength(1);
});

test('[GEO-077] a result replaces what is selected, and one undo brings that back', async () => {
  await drawer().getByRole('radio', { name: 'Replace features' }).check();
  await button('Run').click();
  const count = async () => (await map.stored())['fields']?.length;
  await expect.poll(count).toBe(1);
  await ann.page.keyboard.press('Control+z');
  await expect.poll(count).toBe(2);
});

test('a layer whose source has been edited is marked, says what it was made from, and is made again', async () => {
  const mark = row(/^fields \(Buffer\)/).getByRole('button', { name: /^Out of date/ });
  await mark.click();
  const dialog = ann.page.getByRole('dialog', { name: 'Origin of “fields (Buffer)”' });
  await expect(dialog.getByText('Changed since')).toBeVisible();
  await expect(dialog.getByText(/^Made with Buffer by/)).toBeVisible();
  // The values of the form, in its words.
  await expect(dialog.getByText('Kilometres')).toBeVisible();
  await shoot('origin');
  expect(await seriousFindings(ann.page, '[role="dialog"]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(dialog.getByText('Unchanged')).toBeVisible();
  // A key waits for no frame, of which the map draws none while the layer comes anew.
  await ann.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(mark).toBeHidden();
  expect((await map.stored())['fields (Buffer)']).toHaveLength(2);
  // A click on the mark is none on the row: nobody holds the layer.
  await expect(row(/^fields \(Buffer\)/)).not.toHaveAttribute('aria-selected', 'true');
  expect(errors()).toEqual([]);
});

test('[GEO-084, GEO-091] a grid covers the visible area without features, and a result becomes a file of a free name', async () => {
  await openDrawer(ann.page, 'Layer Functions');
  const all = button('All tools');
  if (await all.isVisible()) await all.click();
  const search = drawer().getByRole('searchbox', { name: 'Find a tool' });
  await search.fill('hexagon');
  await search.press('Enter');
  await drawer().getByRole('radio', { name: 'Visible area' }).check();
  await drawer().getByLabel('Cell size').fill('500');
  await button('Run').click();
  await expect(row(/^Hexagon grid/)).toBeVisible();
  expect((await map.stored())['Hexagon grid']!.length).toBeGreaterThan(3);

  await drawer().getByRole('radio', { name: 'File' }).check();
  await expect(drawer().getByLabel('Path')).toHaveValue('/data/Hexagon grid.parquet');
  await drawer().getByLabel('Path').fill('/data/grid.geojson');
  await shoot('file');
  expect(await seriousFindings(ann.page, '.function-drawer')).toEqual([]);
  await button('Run').click();
  await expect(ann.page.getByText('Saved to /data/grid.geojson.')).toBeVisible();
  // The same name again is asked about.
  await drawer().getByLabel('Path').fill('/data/grid.geojson');
  await drawer().getByLabel('Path').press('Enter');
  const dialog = ann.page.getByRole('dialog', { name: 'Replace “/data/grid.geojson”?' });
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer().getByLabel('Path')).toHaveValue('/data/Hexagon grid.parquet');
  // The name that is taken was refused before it was asked about.
  expect(errors().filter((text) => !text.includes('409 (Conflict)'))).toEqual([]);
});

test('[RES-005, RES-006] a table of the workspace is found by words of its name and becomes what a tool takes', async () => {
  const { page } = ann;
  const projectId = /workspaces\/([^/?]+)/.exec(page.url())![1]!;
  const reply = await page.request.post(`/api/gcs/projects/${projectId}/files`, {
    headers: { origin: new URL(page.url()).origin },
    multipart: {
      filePaths: '/data/towns of 2026.csv',
      files: { name: 'towns.csv', mimeType: 'text/csv', buffer: Buffer.from('town,people\nA,1\nB,2\nA,3\nA,3\n') },
    },
  });
  expect(reply.ok()).toBe(true);
  await button('All tools').click();
  const search = drawer().getByRole('searchbox', { name: 'Find a tool' });
  await search.fill('remove dup');
  await search.press('Enter');
  const layer = drawer().getByRole('combobox', { name: 'Layer', exact: true });
  await layer.click();
  await layer.fill('towns 2026');
  await page.getByRole('option', { name: /towns of 2026/ }).click();
  await expect(taken()).toHaveText('4 rows of towns of 2026.csv');
  await drawer().getByRole('radio', { name: 'File' }).check();
  await drawer().getByLabel('Path').fill('/data/towns once.csv');
  await button('Run').click();
  await expect(page.getByText('Saved to /data/towns once.csv.')).toBeVisible();
  const link = await page.request.get(`/api/gcs/signed-url/groma/${projectId}/data/towns once.csv`);
  const saved = await page.request.get(((await link.json()) as { signedUrl: string }).signedUrl);
  expect(await saved.text()).toBe('town,people\r\nA,1\r\nB,2\r\nA,3\r\n');
});
