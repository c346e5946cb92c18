import { expect, test, type Page } from '@playwright/test';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

/** Twelve squares in a row and a column of numbers, a name and a kind for each. */
const squares = Array.from({ length: 12 }, (_, index) => ({
  type: 'Feature',
  properties: {
    name: `Field ${index + 1}`,
    kind: ['wheat', 'maize', 'fallow land that was set aside for birds and insects until the next rotation'][index % 3],
    yield_t: (index + 1) ** 2,
  },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [10 + index, 46],
        [10.9 + index, 46],
        [10.9 + index, 49],
        [10 + index, 49],
        [10 + index, 46],
      ],
    ],
  },
}));
const points = Array.from({ length: 6 }, (_, index) => ({
  type: 'Feature',
  properties: { id: index, positive: index === 5 ? null : index % 2 === 0 },
  geometry: { type: 'Point', coordinates: [11 + index * 2, 50] },
}));
const file = (name: string, features: unknown[]) => ({
  name,
  mimeType: 'application/geo+json',
  buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
});

let ann: Person;
let ben: Person;
journeysOfTwo((...both) => {
  [ann, ben] = both;
});

/** The share of the map's pixels that are near a colour. */
async function shareOf(page: Page, [red, green, blue]: readonly number[], within = 12): Promise<number> {
  const shot = (await page.locator('.map-canvas').first().screenshot()).toString('base64');
  return page.evaluate(
    async ([picture, wanted, near]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if ([0, 1, 2].every((channel) => Math.abs(data[at + channel]! - wanted[channel]!) <= near)) count += 1;
      return count / (data.length / 4);
    },
    [shot, [red, green, blue], within] as const,
  );
}

async function upload(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await chosen).setFiles(files);
}

test('[MAP-115] layers come in colours that can be told apart, the first in the default one', async () => {
  await makeWorkspace(ann, 'Styles');
  await shareWith(ann, ben);
  await openDrawer(ann.page, 'Maps');
  await ann.page.getByRole('button', { name: 'New map' }).first().click();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('Harvest');
  await ann.page.getByRole('button', { name: 'Create map' }).click();
  await upload(ann.page, [file('fields.geojson', squares)]);
  await expect(ann.page.getByRole('treeitem', { name: /fields(?!\.geojson)/ })).toBeVisible();
  // The look that its data suggest goes by one click.
  await ann.page.getByRole('button', { name: 'Plain', exact: true }).click();
  await expect(async () => {
    expect(await shareOf(ann.page, [52, 72, 157])).toBeGreaterThan(0.0002);
  }).toPass();
  // Another picture of the same map is given what the first one took to its graphics card.
  await ann.page.locator('.dv-active-tab').first().click({ button: 'right' });
  await ann.page.getByRole('menuitem', { name: 'Close tab' }).click();
  await expect(ann.page.locator('.map-canvas')).toHaveCount(0);
  await ann.page.getByRole('treeitem', { name: /Harvest/ }).dblclick();
  await expect(ann.page.locator('.map-canvas')).toBeVisible();
  await expect(async () => {
    expect(await shareOf(ann.page, [52, 72, 157])).toBeGreaterThan(0.0002);
  }).toPass();
  const again = ann.page.waitForEvent('filechooser');
  await ann.page.getByRole('button', { name: 'Upload' }).first().click();
  await ann.page.getByRole('menuitem', { name: 'From Desktop' }).click();
  await (await again).setFiles([file('samples.geojson', points)]);
  await expect(ann.page.getByRole('treeitem', { name: /samples(?!\.geojson)/ })).toBeVisible();
});

async function choose(page: Page, field: string, option: string) {
  await page.locator('.style-drawer').getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('[VEC-004] [MAP-091] [MAP-098] categories get a colour each, with their counts, and the other person sees them live', async () => {
  const errors = watchErrors(ann.page);
  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Maps');
  await ben.page.getByRole('treeitem', { name: /Harvest/ }).dblclick();
  await openDrawer(ann.page, 'Layer Styles');
  const drawer = ann.page.locator('.style-drawer');
  await choose(ann.page, 'Layer', 'fields');
  await drawer.getByRole('radio', { name: 'Categories' }).check({ force: true });
  await choose(ann.page, 'Column', 'kind');
  const wheat = drawer.getByRole('listitem').filter({ hasText: 'wheat' });
  await expect(wheat).toContainText('4');
  // However long the name of another is.
  await expect(wheat.getByRole('button', { name: /^Remove/ })).toBeInViewport({ ratio: 1 });
  await expect(ben.page.getByRole('region', { name: 'Legend' }).getByText('maize')).toBeVisible();
  expect(errors()).toEqual([]);
});

test('[VEC-003] [VEC-004] a colour by its letters reaches both maps', async () => {
  const drawer = ann.page.locator('.style-drawer');
  await drawer.getByRole('slider', { name: 'Fill opacity' }).focus();
  await ann.page.keyboard.press('End');
  await drawer.getByRole('button', { name: /^Colour of wheat/ }).click();
  const hex = ann.page.getByRole('textbox', { name: 'Hex' });
  await hex.fill('00ff88');
  await hex.press('Enter');
  await ann.page.keyboard.press('Escape');
  for (const { page } of [ann, ben])
    await expect(async () => {
      expect(await shareOf(page, [0, 255, 136])).toBeGreaterThan(0.002);
    }).toPass({ timeout: 30_000 });
});

test('[VEC-071] [VEC-073] [VEC-077] a filter leaves features out of both maps and their legends, until its mark is pressed', async () => {
  const drawer = ann.page.locator('.style-drawer');
  await drawer.getByRole('button', { name: 'Add condition' }).click();
  const condition = drawer.getByRole('group', { name: 'Condition 1' });
  await condition.getByRole('combobox', { name: 'Column' }).click();
  await ann.page.getByRole('option', { name: 'kind', exact: true }).click();
  await condition.getByRole('combobox', { name: 'Values' }).click();
  await ann.page.getByRole('option', { name: 'maize', exact: true }).click();
  await expect(drawer.getByText('4 of 12 shown')).toBeVisible();
  const wheat = [0, 255, 136];
  for (const { page } of [ann, ben]) {
    await expect.poll(() => shareOf(page, wheat)).toBeLessThan(0.0001);
    const legend = page.getByRole('region', { name: 'Legend' });
    await expect(legend.getByText('maize')).toBeVisible();
    await expect(legend.getByText('wheat')).toHaveCount(0);
  }
  await ann.page.getByRole('button', { name: 'Remove the filter of “fields”' }).click();
  for (const { page } of [ann, ben]) await expect.poll(() => shareOf(page, wheat)).toBeGreaterThan(0.002);
});

test('[VEC-004] classes of a numeric column are counted, and fewer or more are found at once', async () => {
  const drawer = ann.page.locator('.style-drawer');
  await drawer.getByRole('radio', { name: 'Graduated' }).check({ force: true });
  await choose(ann.page, 'Column', 'yield_t');
  await expect(drawer.getByRole('list', { name: 'Classes' }).getByRole('listitem')).toHaveCount(6);
  await drawer.getByRole('textbox', { name: 'Classes' }).fill('3');
  await expect(drawer.getByRole('list', { name: 'Classes' }).getByRole('listitem')).toHaveCount(4);
  await choose(ann.page, 'Method', 'Equal intervals');
  await expect(drawer.getByRole('list', { name: 'Classes' }).getByRole('listitem').first()).toContainText('6');
  await expect(ben.page.getByRole('region', { name: 'Legend' }).getByText('1 – 48.7')).toBeVisible();
});

test('[VEC-002] [VEC-004] labels follow a column, a style can be copied, and the legend names the marks of points', async () => {
  const drawer = ann.page.locator('.style-drawer');
  await drawer.getByRole('switch', { name: 'Show labels' }).click({ force: true });
  await expect(drawer.getByRole('combobox', { name: 'Label text' })).toHaveValue(/name|kind/);
  await drawer.getByRole('button', { name: 'Copy style' }).click();
  await choose(ann.page, 'Layer', 'samples');
  await expect(drawer.getByRole('button', { name: /Paste style of fields/ })).toBeEnabled();
  await expect(ann.page.getByRole('region', { name: 'Legend' }).getByText('Positive')).toBeVisible();
});
