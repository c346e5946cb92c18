import { expect, test, type Locator, type Page } from '@playwright/test';
import { cell, connected } from './database-page.ts';
import { makeWorkspace, signUp } from './person.ts';

const mostSteps = 60;

/** Goes to something by the keyboard, as far as it takes. */
async function goTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The keyboard does not come to ${String(target)}.`);
}

test('[DBS-007] [DBS-013] [DBS-034] a database is made, asked, copied from, saved and gone back to by the keyboard alone', async ({
  browser,
}) => {
  const ann = await signUp(browser, 'ann');
  const { page } = ann;
  await ann.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await makeWorkspace(ann, 'Keys');
  const editor = page.getByRole('textbox', { name: /^SQL for/ });
  await goTo(page, page.getByRole('button', { name: 'Databases', exact: true }).first(), 'Tab');
  await page.keyboard.press('Enter');
  await goTo(page, page.getByRole('button', { name: 'New managed DuckDB' }), 'Tab');
  await page.keyboard.press('Enter');
  await expect(connected(page)).toBeVisible({ timeout: 30_000 });
  await expect(editor).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText("SELECT i AS n, 'row ' || i AS name FROM range(3000) AS r(i)");
  await page.keyboard.press('Shift+Enter');
  await expect(cell(page, 'row 2')).toBeVisible();
  // The key goes on after Escape, as the editor has it for itself.
  await page.keyboard.press('Escape');
  await goTo(page, page.locator('.sql-result .g-grid'), 'Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.sql-result .ag-cell:focus')).toBeVisible();
  for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight', 'ControlOrMeta+c'])
    await page.keyboard.press(key);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('1\trow 1\n2\trow 2');
  // Out of the rows, however many they are, and on to the history.
  await goTo(page, page.locator('.sql-history'), 'Tab');
  await goTo(page, page.getByRole('button', { name: /^CSV/ }), 'Shift+Tab');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('Database.csv');
  await goTo(page, editor, 'Shift+Tab');
  await ann.context.close();
});
