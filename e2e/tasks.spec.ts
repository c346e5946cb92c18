import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

/** Things that people do all day, counted in presses from the open workspace. */
test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1440, height: 900 } });

let ann: Person;
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  await ann.context.addInitScript(() => {
    const counted = globalThis as unknown as { presses: number };
    counted.presses = 0;
    const count = (event: Event) => {
      if (event.isTrusted && !(event as KeyboardEvent).repeat) counted.presses += 1;
    };
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, count, true);
  });
  await makeWorkspace(ann, 'Towns');
});
test.afterAll(async () => {
  await ann.context.close();
});

const pressesOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { presses: number }).presses);

const towns = `name,latd,longd,people
${Array.from({ length: 30 }, (_, row) => `Town ${row},${46 + row / 20},${14 + row / 15},${1000 + row * 37}`).join('\n')}
`;

/** Lets go of a file of the computer over the centre of the workspace. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await page.locator('.workspace-centre').evaluate(
    (centre, { name: fileName, text: content }) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName, { type: 'text/csv' }));
      for (const kind of ['dragover', 'drop'])
        centre.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    { name, text },
  );
}

test('[SHL-150] [FIL-096] a file becomes a layer of a new map by a drop and two presses', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await expect(page.locator('.workspace-centre')).toBeVisible();
  const before = await pressesOf(page);
  await dropFile(page, 'towns.csv', towns);
  await expect(page.getByRole('dialog', { name: 'Add “towns.csv”' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to a new map' })).toBeFocused();
  await page.keyboard.press('Enter');
  const reading = page.getByRole('dialog', { name: 'Import towns.csv as a layer' });
  await expect(reading.getByRole('button', { name: 'Import' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: 'towns', exact: true })).toContainText('30');
  await expect(page.getByRole('region', { name: 'Legend' })).toContainText('towns');
  // The drop itself is the third.
  expect((await pressesOf(page)) - before + 1).toBeLessThanOrEqual(4);
  expect(errors()).toEqual([]);
});

test('[SHL-157] [SHL-158] a file without places becomes a styled chart by a drop and one press', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  const before = await pressesOf(page);
  const sales = Array.from({ length: 90 }, (_, day) => `2024-0${1 + (day % 3)}-15,${100 + day * 7},shop ${day % 4}`);
  await dropFile(page, 'sales.csv', `day,revenue,shop\n${sales.join('\n')}\n`);
  await expect(page.getByRole('button', { name: 'Show as a chart' })).toBeFocused();
  await page.keyboard.press('Enter');
  const chart = page.getByRole('region', { name: 'Chart of sales.csv' });
  const drawn = chart.getByRole('img', { name: 'Line chart: Sum of revenue by day. Values: 3.' });
  await expect(drawn).toBeVisible({ timeout: 60_000 });
  expect((await pressesOf(page)) - before + 1).toBeLessThanOrEqual(3);
  await chart.getByRole('radio', { name: 'Bar', exact: true }).check();
  await chart
    .getByRole('combobox', { name: 'X axis' })
    .or(chart.getByRole('textbox', { name: 'X axis' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'shop', exact: true }).click();
  await expect(chart.getByRole('img', { name: 'Bar chart: Sum of revenue by shop. Values: 4.' })).toBeVisible();
  expect(await seriousFindings(page, '.data-chart')).toEqual([]);
  expect(errors()).toEqual([]);
});

test('[DBS-108] [DBS-109] [SHL-147] the rows of a query are on a map in two presses', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: /^towns\.csv/ }).click();
  await page.getByRole('button', { name: 'Query with SQL' }).click();
  const editor = page.locator('.sql-panel').filter({ visible: true });
  await expect(editor.locator('.cm-content')).toContainText("'/data/towns.csv'");
  await editor
    .getByRole('button', { name: /^Execute/ })
    .first()
    .click();
  const add = editor.getByRole('button', { name: 'Add to map' });
  await expect(add).toBeEnabled({ timeout: 60_000 });
  const before = await pressesOf(page);
  await add.click();
  const asked = page.getByRole('dialog', { name: 'Add 30 rows to a map' });
  await asked.getByRole('button', { name: 'Add to map' }).click();
  await expect(page.getByText('30 features', { exact: false }).first()).toBeVisible();
  expect((await pressesOf(page)) - before).toBeLessThanOrEqual(3);
  expect(errors()).toEqual([]);
});
