import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

const cells = Array.from({ length: 8 }, (_, index) => ({
  type: 'Feature',
  properties: {
    name: `Cell ${index + 1}`,
    kind: index < 5 ? 'wheat' : 'maize',
    yield_t: index + 1,
    year: 2001 + index,
    page: `https://example.org/cells/${index + 1}?of=harvest`,
  },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [10 + index, 46],
        [11 + index, 46],
        [11 + index, 47],
        [10 + index, 47],
        [10 + index, 46],
      ],
    ],
  },
}));

let ann: Person;
let ben: Person;
journeysOfTwo((one, other) => {
  ann = one;
  ben = other;
});

test('[VEC-012] [VEC-018] [VEC-019] a table shows its columns, years without separators, and neither place nor id', async () => {
  const errors = watchErrors(ann.page);
  const { page } = ann;
  await makeWorkspace(ann, 'Tables');
  await openDrawer(page, 'Maps');
  await page.getByRole('button', { name: 'New map' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Harvest');
  await page.getByRole('button', { name: 'Create map' }).click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (
    await chosen
  ).setFiles({
    name: 'cells.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: cells })),
  });
  await page.getByRole('treeitem', { name: /cells(?!\.geojson)/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Attributes' }).click();
  await expect(page.getByRole('gridcell', { name: '2001', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /groma_fid|index/ })).toHaveCount(0);
  const link = page.getByRole('link', { name: 'https://example.org/cells/2?of=harvest' });
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(link).toHaveAttribute('target', '_blank');
  // Such an address is read whole.
  const cell = page.getByRole('gridcell', { name: 'https://example.org/cells/2?of=harvest' });
  const address = cell.getByText('https://example.org/cells/2?of=harvest');
  await expect.poll(() => address.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  // A press on it means its cell, from where Ctrl+Enter leads to the page, as its mark does.
  await ann.context.route('https://example.org/**', (route) => route.fulfill({ body: 'Cell' }));
  await address.click();
  await expect(cell).toBeFocused();
  for (const follow of [() => page.keyboard.press('Control+Enter'), () => link.click()]) {
    const [opened] = await Promise.all([ann.context.waitForEvent('page'), follow()]);
    expect(ann.context.pages()).toHaveLength(2);
    await opened.close();
  }
  expect(errors()).toEqual([]);
});

test('[VEC-014] [VEC-021] [VEC-022] [VEC-024] [VEC-025] a column is added by an expression, shown beforehand, and deleted again', async () => {
  const { page } = ann;
  await page.getByRole('button', { name: 'Add column' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add column' }).click();
  await expect(dialog.getByText('Enter a name for the column.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('double');
  await dialog.getByRole('combobox', { name: 'Value' }).fill('= $yie');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' * 2 +');
  await expect(dialog.getByText('The expression is incomplete.')).toBeVisible();
  await page.keyboard.type(' 100');
  await expect(dialog.getByRole('cell', { name: '102' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add column' }).click();
  await expect(page.getByRole('gridcell', { name: '116', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete columns' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete columns' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'double' }).check();
  await dialog.getByRole('button', { name: 'Delete 1 column' }).click();
  await expect(page.getByRole('columnheader', { name: /double/ })).toHaveCount(0);
});

test('[VEC-012] filters say how many pass, and end with their row', async () => {
  const { page } = ann;
  await page.getByRole('button', { name: 'Filter rows' }).click();
  await page.locator('.ag-floating-filter input').nth(1).fill('maize');
  await expect(page.getByText('3 of 8 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Filter rows' }).click();
  await expect(page.getByText('8 rows ×')).toBeVisible();
});

test('[VEC-015] [VEC-016] [VEC-020] selected rows are summed up, in either system of units', async () => {
  const { page } = ann;
  await page.getByRole('columnheader', { name: /yield_t/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Statistics' }).click();
  const statistics = page.getByRole('complementary', { name: 'Statistics of yield_t' });
  await expect(statistics.getByText('36', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).click();
  await expect(statistics.getByText('1 selected feature')).toBeVisible();
  await expect(page.getByText(/Area .* ha/)).toBeVisible();
  await page.getByRole('radio', { name: 'Imperial' }).check({ force: true });
  await expect(page.getByText(/Area .* acres/)).toBeVisible();
});

test('[MAP-165] [MAP-167] [MAP-168] [MAP-170] [MAP-180] a table is joined before two people, follows its edits, and survives its deletion undone', async () => {
  const { page } = ann;
  await shareWith(ann, ben);
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).first().click();
  await page.getByRole('menuitem', { name: 'From Desktop' }).click();
  const prices = 'year,price\n2001,11.5\n2002,12.5\n2002,99\n2004 ,14.5\n1066,1\n';
  await (await chosen).setFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices) });
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('gridcell', { name: '1066', exact: true })).toBeVisible();
  await page.getByRole('treeitem', { name: 'cells' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Join a table…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Table or layer' }).press('ArrowDown');
  await page.getByRole('option', { name: 'prices' }).click();
  await expect(dialog.getByText('3 of 8 rows match.')).toBeVisible();
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Prefix' }).press('Enter');

  // Ben, who opens the map only now, sees the column too, and what happens to the table as it happens.
  await ben.page.goto(page.url());
  await openDrawer(ben.page, 'Maps');
  await ben.page.getByText('Harvest').first().click();
  await ben.page.getByRole('treeitem', { name: 'cells' }).click({ button: 'right' });
  await ben.page.getByRole('menuitem', { name: 'Attributes' }).click();
  const cellOf = (each: Page, text: string) => each.getByRole('gridcell', { name: text, exact: true });
  await expect(cellOf(ben.page, '14.5')).toBeVisible();
  await cellOf(page, '14.5').dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('15.25');
  await page.keyboard.press('Enter');
  await expect(cellOf(ben.page, '15.25')).toBeVisible();
  await page.getByRole('tab', { name: 'cells' }).click();
  const joined = cellOf(page, '15.25');
  await expect(joined).toBeVisible();

  await page.getByRole('treeitem', { name: 'prices' }).click();
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  const broken = (each: Page) => each.getByText('The table that was joined by “year” has been deleted.');
  for (const each of [ann, ben]) await expect(broken(each.page)).toBeVisible();
  await expect(joined).toHaveCount(0);
  await page.getByText('“prices” deleted').waitFor();
  await page.keyboard.press('Control+z');
  for (const each of [ann, ben]) {
    await expect(cellOf(each.page, '15.25')).toBeVisible();
    await expect(broken(each.page)).toHaveCount(0);
  }

  await page.getByRole('treeitem', { name: 'cells' }).click();
  await openDrawer(page, 'Layer Styles');
  const list = page.getByRole('region', { name: 'Joins' });
  await expect(list.getByText('3 of 8 rows match.')).toBeVisible();
  expect(await seriousFindings(page, '.style-section[aria-label="Joins"]')).toEqual([]);
  await list.getByRole('button', { name: 'Remove join' }).press('Enter');
  await expect(list.getByText('No table is joined.')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Join a table…' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await list.getByRole('button', { name: 'Change join…' }).press('Enter');
  await expect(dialog.getByText('3 of 8 rows match.')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[MAP-181] rows are selected by a condition over a joined column, and the selection is narrowed by another', async () => {
  const { page } = ann;
  const selectBy = async (condition: string) => {
    await openDrawer(page, 'Maps');
    await page.getByRole('treeitem', { name: 'cells' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Select by expression…' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Condition' }).fill(condition);
  };
  await selectBy('$price > 12');
  await page.getByRole('dialog').getByRole('button', { name: 'Select' }).press('Enter');
  await expect(page.getByText('2 selected features')).toBeVisible();
  await selectBy('$year = 1066');
  await page.getByRole('radio', { name: 'Within' }).check({ force: true });
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Select' }).press('Enter');
  await expect(page.getByText('No feature matches.')).toBeVisible();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Condition' }).fill('$year = 2004');
  await page.getByRole('dialog').getByRole('button', { name: 'Select' }).press('Enter');
  await expect(page.getByText('1 selected feature', { exact: true })).toBeVisible();
});

test('[VEC-012] who loses the network sees it, and is back with it', async () => {
  const { page } = ann;
  await page.context().setOffline(true);
  await expect(page.getByText('Disconnected, trying again')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('[SHL-121] a page that is left while a cell is being edited asks first, and keeps what was typed', async () => {
  const { page } = ann;
  await page.getByRole('gridcell', { name: 'Cell 3', exact: true }).dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Cell three');
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await expect
    .poll(async () => {
      await question.dismiss().catch(() => undefined);
      return page.getByRole('gridcell', { name: 'Cell three' }).count();
    })
    .toBe(1);
});
