import { readFile } from 'node:fs/promises';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

/** Six fields in a row, from west to east, and a county over the western half. */
const square = (west: number, width = 1) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 46],
      [west + width, 46],
      [west + width, 47],
      [west, 47],
      [west, 46],
    ],
  ],
});
const feature = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry });
const collection = (features: object[]) => Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
const crops = ['rye', 'oat', 'rye', 'oat', 'wheat', 'wheat'];
const files = [
  {
    name: 'fields.geojson',
    mimeType: 'application/geo+json',
    buffer: collection(
      crops.map((crop, index) =>
        feature({ crop, yield_t: index + 1, year: 2020 + (index % 3) }, square(16 + index * 1.2)),
      ),
    ),
  },
  {
    name: 'county.geojson',
    mimeType: 'application/geo+json',
    buffer: collection([feature({ name: 'west' }, square(15.5, 2.5))]),
  },
];

let ann: Person;
let ben: Person;

journeysOfTwo(async (...both) => {
  [ann, ben] = both;
  await makeWorkspace(ann, 'Harvest');
  await shareWith(ann, ben);
  await openDrawer(ann.page, 'Maps');
  await ann.page.getByRole('button', { name: 'New map' }).first().click();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('Yields');
  await ann.page.getByRole('button', { name: 'Create map' }).click();
  for (const [index, file] of files.entries()) {
    const chosen = ann.page.waitForEvent('filechooser');
    if (index === 0) await ann.page.getByRole('button', { name: 'Add files' }).click();
    else {
      await ann.page.getByRole('button', { name: 'Upload' }).first().click();
      await ann.page.getByRole('menuitem', { name: 'From Desktop' }).click();
    }
    await (await chosen).setFiles(file);
    // The row of a file that is still on its way has another menu.
    await expect(ann.page.getByRole('button', { name: `Hide ${file.name.split('.')[0]!}` })).toBeVisible();
  }
});

async function openCharts(page: Page): Promise<void> {
  await page.getByRole('treeitem', { name: /fields/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Attributes' }).click();
  await page.getByRole('radio', { name: 'Chart', exact: true }).check();
  await expect(page.getByText('No charts yet')).toBeVisible();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label, exact: true })
    .or(page.getByRole('textbox', { name: label, exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const card = (page: Page, title: string): Locator => page.getByRole('figure', { name: title, exact: true });

test('[VEC-017] [VEC-030] [VEC-042] a chart is made by choosing its columns, not before both are chosen, and the other person sees it', async () => {
  const errors = watchErrors(ann.page);
  await openCharts(ann.page);
  const create = ann.page.getByRole('button', { name: 'Create', exact: true });
  await expect(create).toBeDisabled();
  await choose(ann.page, 'X axis', 'crop');
  await expect(create).toBeDisabled();
  await choose(ann.page, 'Y axis', 'yield_t');
  await create.click();
  await expect(
    card(ann.page, 'Sum of yield_t by crop').getByRole('img', {
      name: 'Bar chart: Sum of yield_t by crop. Values: 3.',
    }),
  ).toBeVisible();
  await expect(card(ann.page, 'Sum of yield_t by crop').getByText('6 features')).toBeVisible();

  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Maps');
  await ben.page.getByRole('treeitem', { name: /Yields/ }).dblclick();
  await ben.page.getByRole('treeitem', { name: /fields/ }).click({ button: 'right' });
  await ben.page.getByRole('menuitem', { name: 'Attributes' }).click();
  await ben.page.getByRole('radio', { name: 'Chart', exact: true }).check();
  await expect(card(ben.page, 'Sum of yield_t by crop').getByRole('img')).toBeVisible();
  expect(errors()).toEqual([]);
});

test('[VEC-051] the area of a chart is 300 px high', async () => {
  expect((await ann.page.locator('.chart-area').first().boundingBox())!.height).toBe(300);
});

test('[VEC-031] [VEC-036] [VEC-037] [VEC-045] a pie has Label and Angle; filters compare by what the column is; the clipping layer leaves what it meets', async () => {
  const { page } = ann;
  await page.getByRole('radio', { name: 'Pie', exact: true }).check();
  await choose(page, 'Label', 'crop');
  await choose(page, 'Angle', 'yield_t');
  await page.getByRole('button', { name: 'Add filter' }).click();
  await choose(page, 'Filter column', 'crop');
  await page.getByRole('combobox', { name: 'Operator' }).click();
  await expect(page.getByRole('option')).toHaveText(['=']);
  await page.keyboard.press('Escape');
  await choose(page, 'Filter column', 'year');
  await page.getByRole('combobox', { name: 'Operator' }).click();
  await expect(page.getByRole('option')).toHaveText(['=', '>=', '<=']);
  await page.getByRole('option', { name: '>=' }).click();
  await page.getByLabel('Filter value').fill('two thousand');
  await expect(page.getByText('Enter a number.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled();
  await page.getByLabel('Filter value').fill('2021');
  await choose(page, 'Clipping layer', 'county');
  await page.getByLabel('Title').fill('In the county since 2021');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const pie = card(page, 'In the county since 2021');
  await expect(pie.getByRole('img', { name: /Values: 1\./ })).toBeVisible();
  await expect(pie).toContainText('year ≥ 2021 · within county · 1 feature');
});

test('[VEC-032] a chart follows the features as they change, by whoever changes them', async () => {
  await ben.page.getByRole('radio', { name: 'Table', exact: true }).check();
  const cell = ben.page.getByRole('gridcell', { name: 'wheat' }).first();
  await cell.dblclick();
  await ben.page.keyboard.press('ControlOrMeta+a');
  await ben.page.keyboard.type('barley');
  await ben.page.keyboard.press('Enter');
  await expect(card(ann.page, 'Sum of yield_t by crop').getByRole('img', { name: /Values: 4\./ })).toBeVisible();
});

test('[VEC-032] a chart is saved as a picture', async () => {
  const saved = ann.page.waitForEvent('download');
  await card(ann.page, 'Sum of yield_t by crop').getByRole('button', { name: 'Download as PNG' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Sum of yield_t by crop.png');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(300);
  // Something is drawn: a picture of one colour packs to next to nothing.
  expect(bytes.length).toBeGreaterThan(4_000);
});

test('[VEC-049] without a canvas it says so', async () => {
  await card(ann.page, 'Sum of yield_t by crop')
    .locator('canvas')
    .evaluate((canvas) => canvas.remove());
  await card(ann.page, 'Sum of yield_t by crop').getByRole('button', { name: 'Download as PNG' }).click();
  await expect(ann.page.getByText('Could not find chart canvas for export.')).toBeVisible();
});

test('[VEC-027] [VEC-028] [VEC-029] [VEC-039] [VEC-043] a chart is described in words, with a layer mentioned by @', async () => {
  const { page } = ann;
  await page.getByRole('radio', { name: 'AI', exact: true }).check();
  const prompt = page.getByPlaceholder('Describe the chart you want to create...');
  await page.getByRole('button', { name: 'Generate with AI' }).click();
  await expect(page.getByText('Please enter a prompt for the AI chart generation.')).toBeVisible();
  await prompt.fill('A pie of the mean yield_t in @');
  await page.getByRole('option', { name: 'county' }).click();
  await expect(prompt).toHaveValue('A pie of the mean yield_t in @county ');
  await prompt.press('End');
  await prompt.pressSequentially('by crop');
  await expect(prompt).toHaveValue('A pie of the mean yield_t in @county by crop');
  await page.getByRole('button', { name: 'Generate with AI' }).click();
  const made = card(page, 'A pie of the mean yield_t in @county by crop');
  await expect(made.getByRole('img', { name: /^Pie chart: .* Values: 2\./ })).toBeVisible();
  await expect(made).toContainText('within county · 2 features');
});

test('[VEC-041] [VEC-046] [VEC-047] an answer that makes no chart, or that holds none, is said to be none, and the wish stays', async () => {
  const { page } = ann;
  const prompt = page.getByPlaceholder('Describe the chart you want to create...');
  await prompt.fill('Something nice');
  await prompt.press('Enter');
  await expect(page.getByText('Failed to generate chart: Invalid chart configuration received from AI')).toBeVisible();
  await expect(prompt).toHaveValue('Something nice');
  await page.route(/\/api\/completions/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { choices: { message: { function_call?: object } }[] };
    delete body.choices[0]!.message.function_call;
    await route.fulfill({ response, json: body });
  });
  await prompt.press('Enter');
  await expect(page.getByText('Failed to generate chart: Failed to generate chart configuration')).toBeVisible();
  await page.unroute(/\/api\/completions/);
});

test('[VEC-032] a chart is removed for all', async () => {
  await ben.page.getByRole('radio', { name: 'Chart', exact: true }).check();
  await expect(card(ben.page, 'In the county since 2021')).toBeVisible();
  await card(ann.page, 'In the county since 2021').getByRole('button', { name: 'Remove chart' }).click();
  await expect(card(ben.page, 'In the county since 2021')).toHaveCount(0);
});
