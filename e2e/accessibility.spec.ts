import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { openDrawer, signUpByForm } from './person.ts';

/** Chooses from the menu of a row of the layer tree. */
async function chooseOf(page: Page, row: RegExp, entry: string): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('treeitem', { name: row }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}

test('axe finds nothing serious on any screen', async ({ browser }) => {
  // So many screens, each read whole: a busy machine takes its time.
  test.setTimeout(600_000);
  const { page, context } = await signUpByForm(browser, 'axel');
  // Each answers which part of the page is new, where that is not the whole.
  const screens: Record<string, () => Promise<string | void>> = {
    dashboard: () => expect(page.getByText('Countries and places').first()).toBeVisible(),
    workspace: async () => {
      await page.getByText('Countries and places').first().click();
      await openDrawer(page, 'Files');
      await expect(page.getByText('places.csv', { exact: true })).toBeVisible();
    },
    tour: async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search or run a command' }).fill('tour');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Leave the tour' })).toBeVisible();
      return '[role="dialog"]';
    },
    notebook: async () => {
      await page.getByRole('button', { name: 'Leave the tour' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await openDrawer(page, 'Notebooks');
      await page.getByText('Where people live').first().dblclick();
      await expect(page.getByText('How dense is each continent?')).toBeVisible();
    },
    workflow: async () => {
      await openDrawer(page, 'Workflows');
      await page.getByText('Countries to GeoParquet').first().click();
      await expect(page.locator('.workflow-node').first()).toBeVisible();
    },
    machine: async () => {
      await openDrawer(page, 'Virtual Machine');
      await expect(page.getByRole('button', { name: /^Start/ }).first()).toBeVisible();
    },
    packages: async () => {
      await page.getByRole('radio', { name: 'Packages' }).check({ force: true });
      await page.getByText('In every workspace').click();
      await expect(page.getByPlaceholder('Search packages')).toBeVisible();
      return '.packages';
    },
    map: async () => {
      await openDrawer(page, 'Maps');
      await page.getByText('World', { exact: true }).first().dblclick();
      await expect(page.getByText('countries', { exact: true }).first()).toBeVisible();
    },
    'layer styles': async () => {
      await openDrawer(page, 'Layer Styles');
      await expect(page.locator('.style-drawer').getByRole('radio', { name: 'Single' })).toBeVisible({
        timeout: 60_000,
      });
      return '.style-drawer';
    },
    'attribute table': async () => {
      await chooseOf(page, /^countries/, 'Attributes');
      await expect(page.getByRole('gridcell').first()).toBeVisible();
      return '.attribute-table';
    },
    'layer history': async () => {
      await chooseOf(page, /^countries/, 'History');
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      return '[role="dialog"]';
    },
    export: async () => {
      await page.keyboard.press('Escape');
      await chooseOf(page, /^countries/, 'Export');
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Export' })).toBeVisible();
      return '[role="dialog"]';
    },
    'deleted layers': async () => {
      await page.keyboard.press('Escape');
      await chooseOf(page, /^World/, 'Deleted layers');
      await expect(page.getByText('No layers were deleted from this map in the last 30 days.')).toBeVisible();
      return '[role="dialog"]';
    },
    charts: async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('radio', { name: 'Chart', exact: true }).check({ force: true });
      await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeVisible();
      return '.attribute-table';
    },
    organisation: async () => {
      await page.goto('/dashboard/organisation');
      await expect(page.getByText('Pro assistant queries')).toBeVisible();
    },
    account: async () => {
      await page.goto('/dashboard/account');
      await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    },
  };
  for (const [name, open] of Object.entries(screens)) {
    const part = await open();
    expect([name, await seriousFindings(page, ...(part ? [part] : []))]).toEqual([name, []]);
  }
  await context.clearCookies();
  for (const address of [
    '/hub',
    '/auth',
    '/auth/sign-up',
    '/permissionDenied',
    '/notFound',
    '/invitation?tenants_invitation_token=none',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect([address, await seriousFindings(page)]).toEqual([address, []]);
  }
  await context.close();
});
