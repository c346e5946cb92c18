import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';

/** Somebody at a browser of their own. */
export interface Person { page: Page; context: BrowserContext; username: string; email: string }

export const password = 'correct horse battery';

/** Opens a browser for a new person and signs up by the form. The page stands on the dashboard afterwards. */
export async function signUp(browser: Browser, name: string): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const username = `${name}-${Math.random().toString(36).slice(2, 8)}`;
  const email = `${username}@example.com`;
  await page.goto('/auth/sign-up');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/dashboard\/workspaces$/);
  return { page, context, username, email };
}

/** Makes a workspace from the dashboard; the page stands in it afterwards. */
export async function makeWorkspace({ page }: Person, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New workspace' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page).toHaveURL(/\/workspaces\/[0-9a-f-]{36}$/);
}

/** Shares the workspace that is open with another person, as an editor, by the share dialog. */
export async function shareWith({ page }: Person, other: Person): Promise<void> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByLabel('E-mail address').fill(other.email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('dialog').getByText(other.username).first()).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Opens a drawer by the name of its rail button. */
export async function openDrawer(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  if (await button.getAttribute('aria-pressed') !== 'true' && await button.getAttribute('aria-expanded') !== 'true') await button.click();
}

/** Watches a page for errors that nobody asked for; call the answer at the end. */
export function watchErrors(page: Page): () => string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('401')) found.push(message.text()); });
  return () => found;
}
