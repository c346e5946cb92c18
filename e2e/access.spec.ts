import { expect, test } from '@playwright/test';
import { makeWorkspace, signUp } from './person.ts';

test('[ACC-017] [ACC-018] [ACC-019] without a session a protected address leads to the public hub, and /auth to sign-in', async ({ page }) => {
  await page.goto('/dashboard/workspaces');
  await expect(page).toHaveURL(/\/hub/);
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/hub');
  await expect(page).toHaveURL(/\/hub$/);
});

test('[ACC-020] [ACC-021] [ACC-022] sign-in lands where it was meant to, and says plainly when the pair is wrong', async ({ browser }) => {
  const { page, email, context } = await signUp(browser, 'dora');
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard\/workspaces$/);
  await context.clearCookies();
  await page.goto('/auth?callbackUrl=%2Fdashboard%2Fworkspaces%3Fhere');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The e-mail address or the password is wrong.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard\/workspaces\?here$/);
  await context.close();
});

test('[ACC-050] [SHL-010] [SHL-011] [SHL-012] a workspace is made, renamed, shows its drawers in order and is deleted', async ({ browser }) => {
  const { page, context } = await signUp(browser, 'emil');
  await makeWorkspace({ page } as never, 'Gauges');
  const rail = page.getByRole('navigation').getByRole('button');
  await expect(rail.first()).toBeVisible();
  const names = (await rail.all()).map((button) => button.getAttribute('aria-label'));
  expect((await Promise.all(names)).filter(Boolean)).toEqual([
    'Maps', 'Files', 'Notebooks', 'Databases', 'Workflows', 'Virtual Machine', 'GAIA Chat', 'Data Catalog', 'Layer Styles', 'Layer Functions']);
  await page.goto('/dashboard/workspaces');
  await page.getByRole('button', { name: 'Actions of Gauges' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Delete/ }).click();
  await expect(page.getByText('“Gauges” is deleted.')).toBeVisible();
  await context.close();
});
