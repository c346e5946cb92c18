import type { Locator, Page } from '@playwright/test';

/** The list of databases. */
const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Databases' });
/** A row of it, by its name. */
export const row = (page: Page, name: string | RegExp): Locator => tree(page).getByRole('treeitem', { name }).first();
/** A cell of the table in front. */
export const cell = (page: Page, name: string): Locator =>
  page.getByRole('gridcell', { name, exact: true }).filter({ visible: true }).first();

/** That the editor in front is connected; the bar of the window says the like of its own connection. */
export const connected = (page: Page): Locator =>
  page.locator('.sql-bar').filter({ visible: true }).getByText('Connected', { exact: true });

/** Unfolds a row of the list by the keyboard; with Ctrl the click opens nothing. */
export async function open(page: Page, name: string): Promise<void> {
  await row(page, name).click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('ArrowRight');
}

/** Puts a text into the SQL editor that is in front. */
export async function write(page: Page, sql: string): Promise<void> {
  const editor = page
    .locator('.sql-panel')
    .filter({ visible: true })
    .getByRole('textbox', { name: /^SQL for/ });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Escape');
}

/** Runs statements in the editor in front. */
export async function execute(page: Page, sql: string): Promise<void> {
  await write(page, sql);
  await page.keyboard.press('Shift+Enter');
}
