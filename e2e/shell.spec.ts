import { expect, test, type Page } from '@playwright/test';
import { makeWorkspace, openDrawer, signUpByForm, watchErrors } from './person.ts';

const palette = (page: Page) => page.getByRole('textbox', { name: 'Search or run a command' });
const tab = (page: Page, name: string) => page.locator('.dock-tab', { hasText: name });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.type(text);
}

test('[SHL-001] [SHL-012] [SHL-013] [SHL-059] everything of a workspace is found by the keyboard, and the keyboard goes to what was opened', async ({
  browser,
}) => {
  const { page, context } = await signUpByForm(browser, 'finder');
  const errors = watchErrors(page);
  await page.getByText('Countries and places').first().click();
  await expect(page.getByRole('region', { name: 'Open panels' })).toBeVisible();

  await search(page, 'where people');
  await expect(page.locator('.mantine-Spotlight-action', { hasText: 'Where people live' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Where people live')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.dock') !== null)).toBe(true);

  // A layer of a map that is not open, found by the server.
  await search(page, 'countries');
  await page.locator('.mantine-Spotlight-action', { hasText: 'countriesWorld' }).click();
  await expect(tab(page, 'World').locator('svg').first()).toBeVisible();
  await expect(tab(page, 'countries')).toBeVisible();

  // What stands inside a notebook.
  await search(page, 'dense is each');
  await expect(page.locator('.mantine-Spotlight-action', { hasText: 'How dense is each continent?' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Themes and languages are found too.
  await search(page, 'dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // What was opened lately comes first.
  await page.keyboard.press('Control+k');
  await expect(page.locator('.mantine-Spotlight-action').first()).toHaveText('countries');
  await page.keyboard.press('Escape');

  // Another workspace has panels of its own; this one is as it was left.
  await page.goto('/dashboard/workspaces');
  await makeWorkspace({ page }, 'Elsewhere');
  await expect(page.getByText('Nothing is open')).toBeVisible();
  await page.goBack();
  await page.getByText('Countries and places').first().click();
  await expect(tab(page, 'Where people live')).toBeVisible();
  expect(errors()).toEqual([]);
  await context.close();
});

test('[SHL-012] [SHL-094] tabs have a menu: rename, split, close', async ({ browser }) => {
  const { page, context } = await signUpByForm(browser, 'tabber');
  await page.getByText('Countries and places').first().click();
  // A newcomer finds the map and the notebook of the sample open beside each other (SHL-135).
  await expect(page.locator('.dv-groupview')).toHaveCount(2);
  await tab(page, 'World').locator('.dock-tab-close').click();
  await openDrawer(page, 'Notebooks');
  await page.getByText('Where people live').first().dblclick();
  await openDrawer(page, 'Files');
  await page.getByText('places.csv', { exact: true }).first().dblclick();
  await expect(tab(page, 'places.csv')).toBeVisible();
  await tab(page, 'Where people live').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Where they live');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(tab(page, 'Where they live')).toBeVisible();
  await tab(page, 'Where they live').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Split to the right' }).click();
  await expect(page.locator('.dv-groupview')).toHaveCount(2);
  await page.reload();
  await expect(page.locator('.dv-groupview')).toHaveCount(2);
  await tab(page, 'places.csv').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close all tabs' }).click();
  await expect(page.getByText('Nothing is open')).toBeVisible();
  await context.close();
});

test('[SHL-031] [SHL-039] [ACC-119] a workspace is duplicated as an operation that is followed without the socket too', async ({
  browser,
}) => {
  const { page, context } = await signUpByForm(browser, 'copier');
  // The room of the project never answers: what is shown comes from asking.
  await page.routeWebSocket(/\/parties\/project\//, (socket) => {
    void socket.close();
  });
  await page.getByText('Countries and places').first().click();
  await page.getByRole('button', { name: /^Workspace Countries and places/ }).click();
  await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Workspace settings' });
  await expect(dialog.getByText('Storage', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Notebooks', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(page.getByText('“Countries and places copy” is ready.')).toBeVisible({ timeout: 30_000 });
  await page.locator('.operation-item').click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Duplicate Countries and places' }).getByText('Completed'),
  ).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open' }).click();
  await openDrawer(page, 'Notebooks');
  await expect(page.getByText('Where people live').first()).toBeVisible();
  await context.close();
});

test('[SHL-008] the workspace mirrors in Arabic, and the sheet of keys opens by its key', async ({ browser }) => {
  const { page, context } = await signUpByForm(browser, 'mirror');
  await page.getByText('Countries and places').first().click();
  await expect(page.getByText('Nothing is open')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await search(page, 'العربية');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const [left, right] = await Promise.all(
    ['left', 'right'].map(async (side) => (await page.locator(`.rail[data-side="${side}"]`).boundingBox())!.x),
  );
  expect(left!).toBeGreaterThan(right!);
  await context.close();
});
