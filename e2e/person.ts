import { expect, test, type Browser, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test';

/** Somebody at a browser of their own. */
export interface Person {
  page: Page;
  context: BrowserContext;
  username: string;
  email: string;
}

export const password = 'correct horse battery';

/**
 * Somebody new at a browser of their own, which shows nothing yet. What only prepares a journey is done by the calls
 * that the forms make.
 */
export async function signUp(browser: Browser, name: string): Promise<Person> {
  const { person, account } = await newcomer(browser, name);
  await post(person.page, '/api/local/auth/sign-up', account);
  return person;
}

/** The same by the form; the page stands on the dashboard afterwards. */
export async function signUpByForm(browser: Browser, name: string): Promise<Person> {
  const { person, account } = await newcomer(browser, name);
  const { page } = person;
  await page.goto('/auth/sign-up');
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create an account' }).click();
  // The first sign-up of a server compiles what it needs, while the other journeys begin.
  await expect(page).toHaveURL(/\/dashboard\/workspaces$/, { timeout: 60_000 });
  return person;
}

/** Ann and Ben for the journeys of a file, which follow one another. */
export function journeysOfTwo(take: (ann: Person, ben: Person) => void | Promise<void>): void {
  const people: Person[] = [];
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async ({ browser }) => {
    people.push(...(await Promise.all([signUp(browser, 'ann'), signUp(browser, 'ben')])));
    await take(people[0]!, people[1]!);
  });
  test.afterAll(async () => {
    for (const { context } of people.splice(0)) await context.close();
  });
}

/** Makes a workspace; the page stands in it afterwards. */
export async function makeWorkspace({ page }: Pick<Person, 'page'>, name: string): Promise<void> {
  const { data } = (await post(page, '/api/projects', { name })) as { data: { id: string } };
  await page.goto(`/workspaces/${data.id}`);
}

/** Shares the workspace that is open with another person. */
export async function shareWith(
  { page }: Person,
  other: Person,
  role: 'PROJECT_EDITOR' | 'PROJECT_COMMENTATOR' | 'PROJECT_VIEWER' = 'PROJECT_EDITOR',
): Promise<void> {
  await post(page, `/api/projects/${page.url().split('/').at(-1)}/shares`, { email: other.email, role });
}

async function newcomer(
  browser: Browser,
  name: string,
): Promise<{ person: Person; account: { username: string; email: string; password: string } }> {
  const context = await browser.newContext();
  // The tour comes once all that it shows is there, in the middle of what a journey does.
  await context.addInitScript(() => {
    const read = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      return key.startsWith('groma.tour.') ? 'true' : read.call(this, key);
    };
  });
  const page = await context.newPage();
  const username = `${name}-${Math.random().toString(36).slice(2, 8)}`;
  const email = `${username}@example.com`;
  return { person: { page, context, username, email }, account: { username, email, password } };
}

async function post(page: Page, path: string, data: object): Promise<unknown> {
  const origin = new URL(test.info().project.use.baseURL!).origin;
  const reply = await page.request.post(path, { data, headers: { origin } });
  expect(reply.ok(), `${path} answered ${reply.status()}`).toBe(true);
  return reply.json();
}

/** Opens a drawer by the name of its rail button. */
export async function openDrawer(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first();
  if ((await button.getAttribute('aria-pressed')) !== 'true' && (await button.getAttribute('aria-expanded')) !== 'true')
    await button.click();
}

/** Watches a page for errors that nobody asked for; call the answer at the end. */
export function watchErrors(
  page: Page,
  isExpected: (message: ConsoleMessage) => boolean = () => false,
): () => string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401') && !isExpected(message))
      // That something was not loaded says what only here.
      found.push(`${message.text()} ${message.location().url}`.trim());
  });
  return () => found;
}
