import { expect, test } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { openDrawer, signUpByForm } from './person.ts';

test('axe finds nothing serious on any screen', async ({ browser }) => {
  // So many screens, each read whole: a busy machine takes its time.
  test.setTimeout(300_000);
  const { page, context } = await signUpByForm(browser, 'axel');
  const screens: Record<string, () => Promise<void>> = {
    dashboard: () => expect(page.getByText('Countries and places').first()).toBeVisible(),
    workspace: async () => {
      await page.getByText('Countries and places').first().click();
      await openDrawer(page, 'Files');
      await expect(page.getByText('places.csv')).toBeVisible();
    },
    notebook: async () => {
      await openDrawer(page, 'Notebooks');
      await page.getByText('Where people live').first().dblclick();
      await expect(page.getByText('How dense is each continent?')).toBeVisible();
    },
    machine: async () => {
      await openDrawer(page, 'Virtual Machine');
      await expect(page.getByRole('button', { name: /^Start/ }).first()).toBeVisible();
    },
    map: async () => {
      await openDrawer(page, 'Maps');
      await page.getByText('World', { exact: true }).first().dblclick();
      await expect(page.getByText('countries', { exact: true }).first()).toBeVisible();
    },
    organisation: async () => {
      await page.goto('/dashboard/organisation');
      await expect(page.getByText('Pro queries of the assistant')).toBeVisible();
    },
    account: async () => {
      await page.goto('/dashboard/account');
      await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    },
  };
  for (const [name, open] of Object.entries(screens)) {
    await open();
    expect([name, await seriousFindings(page)]).toEqual([name, []]);
  }
  await context.clearCookies();
  for (const address of ['/hub', '/auth', '/auth/sign-up', '/permissionDenied', '/notFound', '/invitation?tenants_invitation_token=none']) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect([address, await seriousFindings(page)]).toEqual([address, []]);
  }
  await context.close();
});
