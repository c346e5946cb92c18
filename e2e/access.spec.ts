import { gzipSync } from 'node:zlib';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { makeWorkspace, password, signUpByForm, watchErrors, type Person } from './person.ts';

test('[ACC-017] [ACC-018] [ACC-019] [ACC-122] [SHL-138] without a session a protected address leads to the public hub, and /auth to sign-in', async ({
  page,
}) => {
  await page.goto('/dashboard/workspaces');
  await expect(page).toHaveURL(/\/hub/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/hub$/);
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto('/hub');
  await expect(page).toHaveURL(/\/hub$/);
  // The product as it is, in the theme of whoever looks.
  const picture = page.getByRole('img', { name: 'A workspace in Groma' });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(picture).toHaveAttribute('src', `/landing/workspace-${theme}.webp`);
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1_280);
    const reply = await page.request.get(`/landing/workspace-${theme}.webp`);
    expect((await reply.body()).length).toBeLessThanOrEqual(150_000);
  }
  for (const name of [
    'Every result knows how it was made',
    'Satellite images',
    'Workflows',
    'GAIA, the assistant',
    'Publish',
  ])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
});

test('[SHL-153] [ACC-151] whoever looks at the live sample signs up from it and has its map as they left it', async ({
  page,
}) => {
  // Two samples are made, and two maps drawn.
  test.setTimeout(240_000);
  const errors = watchErrors(page);
  await page.goto('/hub');
  await page.getByRole('link', { name: 'Look at the sample' }).click();
  const map = page.frameLocator('iframe[title="Map"]');
  // A new server makes the sample first.
  await expect(map.getByText('Legend')).toBeVisible({ timeout: 60_000 });
  const book = page.frameLocator('iframe[title="Notebook"]');
  await expect(book.getByText('177 countries, 7.38 billion people')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await map.getByLabel('Hide places').click();
  await map.getByRole('button', { name: 'Zoom in' }).click();
  const left = () =>
    page.locator('iframe[title="Map"]').evaluate((frame: HTMLIFrameElement) => frame.contentWindow!.location.hash);
  await expect.poll(left, { timeout: 60_000 }).toMatch(/map=.*&off=/);
  const zoom = Number(/map=([\d.]+)/.exec(await left())![1]);
  await page.getByRole('button', { name: 'Sign up and keep it' }).click();
  const name = `keeper-${Date.now()}`;
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/workspaces\/[0-9a-f-]{36}$/, { timeout: 60_000 });
  await expect(page.getByRole('tab', { name: 'World' })).toBeVisible();
  const projectId = page.url().slice(-36);
  const read = async (path: string) => ((await (await page.request.get(path)).json()) as { data: never }).data;
  const [world] = (await read(`/api/maps/projects/${projectId}`)) as { id: string }[];
  const state: { view_state: { zoom: number }; layers: { text: string; visible: boolean }[] } = await read(
    `/maps/state?map_id=${world!.id}&project_id=${projectId}`,
  );
  expect(state.view_state.zoom).toBeCloseTo(zoom, 2);
  expect(state.layers.map(({ text, visible }) => [text, visible]).toSorted()).toEqual([
    ['countries', true],
    ['places', false],
  ]);
  expect(errors()).toEqual([]);
});

test('[ACC-020] [ACC-021] [ACC-022] [ACC-023] sign-in lands where it was meant to, says plainly when the pair is wrong, and counts down after too many tries', async ({
  browser,
}) => {
  const { page, email, context } = await signUpByForm(browser, 'dora');
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard\/workspaces$/);
  await context.clearCookies();
  await page.goto('/auth?callbackUrl=%2Fdashboard%2Fworkspaces%3Fshow%3Dshared');
  await page.getByLabel('Email').fill('dora');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await signIn(page, email, 'not the password');
  await expect(page.getByText('The email address or password is wrong.')).toBeVisible();
  await signIn(page, email, password);
  await expect(page).toHaveURL(/\/dashboard\/workspaces\?show=shared$/);
  await context.clearCookies();
  await page.goto('/auth?callbackUrl=https%3A%2F%2Fevil.example%2F');
  const stranger = `nobody-${Date.now()}@example.com`;
  for (let tries = 0; tries < 10; tries += 1)
    await page.request.post('/api/local/auth/sign-in', { data: { email: stranger, password: 'wrong wrong' } });
  await signIn(page, stranger, 'wrong wrong');
  await expect(page.getByText(/Too many attempts\. Try again in [\d,]+ seconds?\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  await context.close();
});

/** Makes a workspace by the form of the dashboard; the page stands in it afterwards. */
async function makeFromDashboard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New workspace' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page).toHaveURL(/\/workspaces\/[0-9a-f-]{36}$/);
}

test('[ACC-050] [ACC-116] [ACC-117] a workspace is made, found, renamed, duplicated and deleted; a full plan says so', async ({
  browser,
}) => {
  const { page, context } = await signUpByForm(browser, 'emil');
  await makeFromDashboard(page, 'Gauges');
  const rail = page.getByRole('navigation').getByRole('button');
  await expect(rail.first()).toBeVisible();
  const names = (await rail.all()).map((button) => button.getAttribute('aria-label'));
  expect((await Promise.all(names)).filter(Boolean)).toEqual([
    'Maps',
    'Files',
    'Notebooks',
    'Databases',
    'Workflows',
    'Virtual Machine',
    'GAIA Chat',
    'Data Catalog',
    'Layer Styles',
    'Layer Functions',
  ]);
  await page.goto('/dashboard/workspaces');
  await act(page, 'Gauges', 'Rename');
  await page.getByRole('dialog').getByLabel('Name').fill('Gauges of the Sava');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('link', { name: 'Gauges of the Sava' })).toBeVisible();
  await page.getByLabel('Search workspaces').fill('sava');
  await expect(page.getByText('Countries and places')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await act(page, 'Gauges of the Sava', 'Duplicate');
  await expect(page.getByText(/is ready\./)).toBeVisible();
  await act(page, 'Gauges of the Sava', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('“Gauges of the Sava” was deleted.')).toBeVisible();
  let refusal = { code: '' };
  for (let made = 0; refusal.code === '' && made < 10; made += 1) {
    const reply = await page.request.post('/api/projects', { data: { name: `Sheet ${made}` } });
    if (!reply.ok()) refusal = (await reply.json()) as { code: string };
  }
  expect(refusal.code).toBe('PROJECT_LIMIT');
  await page.reload();
  const create = page.getByRole('button', { name: 'New workspace' });
  await expect(create).toHaveAttribute('aria-disabled', 'true');
  await create.hover();
  await expect(
    page.getByText('Your plan allows 10 workspaces and you have 10. Delete one or change the plan.'),
  ).toBeVisible();
  await context.close();
});

test('[ACC-033] [ACC-034] [ACC-035] [ACC-036] [ACC-070] two people: a link brings somebody into an organisation through sign-up, and a second into a workspace', async ({
  browser,
}) => {
  const ana = await signUpByForm(browser, 'ana');
  const errors = watchErrors(ana.page);
  await ana.page.goto('/dashboard/organisation');
  await ana.page.getByRole('button', { name: 'Create a link' }).click();
  const link = await ana.page.getByLabel('Invitation link').inputValue();

  const marton = await arriveNew(
    browser,
    'marton',
    link,
    `${ana.username} invites you to the organisation “${ana.username}”`,
  );
  await marton.page.getByRole('button', { name: 'Accept and join' }).click();
  await expect(marton.page.getByText(`You are now a member of ${ana.username}.`)).toBeVisible();
  await expect(
    marton.page.getByRole('button', { name: `Organisation ${ana.username}: switch, settings` }),
  ).toBeVisible();
  await makeFromDashboard(marton.page, 'Made as a member');
  await ana.page.goto('/dashboard/workspaces');
  await expect(ana.page.getByText('Made as a member')).toBeVisible();

  await marton.page.goto('/dashboard/organisation');
  await expect(marton.page.getByText('Pro assistant queries')).toHaveCount(0);
  await marton.page.getByRole('button', { name: 'Leave organisation' }).click();
  await marton.page.getByRole('dialog').getByRole('button', { name: 'Leave organisation' }).click();
  await expect(
    marton.page.getByRole('button', { name: `Organisation ${marton.username}: switch, settings` }),
  ).toBeVisible();
  expect(errors()).toEqual([]);
  await Promise.all([ana.context.close(), marton.context.close()]);
});

test('[ACC-028] [ACC-031] [ACC-049] [ACC-102] a share reaches whoever has no account, its role changes live, and taking it back ends access at once', async ({
  browser,
}) => {
  const ana = await signUpByForm(browser, 'ana');
  await makeWorkspace(ana, 'Low flow');
  const address = ana.page.url();
  const email = `ilinca-${Math.random().toString(36).slice(2, 8)}@example.com`;
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click();
  await ana.page.getByLabel('Email address').fill(email);
  await ana.page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await ana.page.getByLabel('Invitation link').inputValue();
  await expect(ana.page.getByText(email).first()).toBeVisible();

  const other = await signUpByForm(browser, 'other');
  await other.page.goto(link);
  await expect(other.page.getByText(`you are signed in as ${other.email}`)).toBeVisible();
  await other.page.goto(address);
  await expect(other.page).toHaveURL(/\/permissionDenied$/);

  const ilinca = await arriveNew(
    browser,
    'ilinca',
    link,
    `${ana.username} invites you to the workspace “Low flow”`,
    email,
  );
  await ilinca.page.getByRole('button', { name: 'Accept and open' }).click();
  await expect(ilinca.page).toHaveURL(address);
  await expect(mayRename(ilinca.page)).resolves.toBe(true);
  await ilinca.page.goto(link);
  await expect(ilinca.page.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
  await ilinca.page.goto(address);

  await ana.page.keyboard.press('Escape');
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click();
  await ana.page.getByRole('button', { name: `Role of ${ilinca.username}: Editor` }).click();
  await ana.page.getByRole('menuitem', { name: 'Viewer' }).click();
  await expect(ana.page.getByRole('button', { name: `Role of ${ilinca.username}: Viewer` })).toBeVisible();
  await expect.poll(() => mayRename(ilinca.page)).toBe(false);
  await ilinca.page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(ilinca.page.getByText('You can see who has access. Sharing requires the Editor role.')).toBeVisible();
  await ilinca.page.keyboard.press('Escape');

  await ana.page.getByRole('button', { name: `Role of ${ilinca.username}: Viewer` }).click();
  await ana.page.getByRole('menuitem', { name: 'Remove access' }).click();
  await expect(ilinca.page.getByRole('heading', { name: 'You no longer have access to “Low flow”' })).toBeVisible();
  await Promise.all([ana.context.close(), other.context.close(), ilinca.context.close()]);
});

test('an account changes its name and password, ends its other sessions and is deleted after its name is typed', async ({
  browser,
}) => {
  const { page, username, email, context } = await signUpByForm(browser, 'jelena');
  const elsewhere = await browser.newContext();
  await elsewhere.request.post('/api/local/auth/sign-in', { data: { email, password } });
  await page.getByRole('button', { name: `Account of ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByLabel('Display name').fill('Jelena Kovač');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('1 session ended.')).toBeVisible();
  expect((await elsewhere.request.get('/api/local/auth/verification')).status()).toBe(401);
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('another horse battery');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password is wrong.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Countries and places')).toBeVisible();
  await dialog.getByLabel(`Type ${username} to confirm`).fill(username);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/hub$/);
  expect((await page.request.post('/api/local/auth/sign-in', { data: { email, password } })).status()).toBe(401);
  await Promise.all([context.close(), elsewhere.close()]);
});

/** What the first screen may need of scripts, in bytes with gzip. */
const mostScriptBytes = 150_000;

test('[SHL-162] the dashboard can be used with at most 150 kB of scripts, which come compressed', async ({
  browser,
}) => {
  const { context } = await signUpByForm(browser, 'first');
  // What comes when the browser rests is not needed for this screen: here it never rests.
  await context.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  const page = await context.newPage();
  const paths = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok()) paths.add(new URL(response.url()).pathname);
  });
  await page.goto('/dashboard/workspaces');
  await expect(page.getByRole('link', { name: 'Countries and places' })).toBeVisible();
  await page.getByLabel('Search workspaces').fill('count');
  await expect(page.getByRole('button', { name: 'New workspace' })).toBeEnabled();
  const scripts = await Promise.all(
    [...paths].map(async (path) => {
      const reply = await page.request.get(path, { headers: { 'accept-encoding': 'gzip' } });
      const body = await reply.body();
      if (body.length > 1_000) expect([path, reply.headers()['content-encoding']]).toEqual([path, 'gzip']);
      return [path, gzipSync(body).length] as const;
    }),
  );
  const sum = scripts.reduce((total, [, bytes]) => total + bytes, 0);
  expect(sum, scripts.map(([path, bytes]) => `${bytes} ${path}`).join('\n')).toBeLessThanOrEqual(mostScriptBytes);
  // It can be used: a dialog comes when it is asked for.
  await page.getByRole('button', { name: 'New workspace' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await context.close();
});

async function signIn(page: Page, email: string, given: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Chooses from the menu of a workspace on the dashboard. */
async function act(page: Page, workspace: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${workspace}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/**
 * Somebody without an account opens an invitation, is led to the hub, signs up from there and stands before the
 * invitation again.
 */
async function arriveNew(browser: Browser, name: string, link: string, title: string, email?: string): Promise<Person> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const username = `${name}-${Math.random().toString(36).slice(2, 8)}`;
  await page.goto(link);
  await expect(page).toHaveURL(/\/hub\?callbackUrl=/);
  await expect(page.getByText(title)).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email ?? `${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  return { page, context, username, email: email ?? `${username}@example.com` };
}

/** Whether the menu of the open workspace offers to rename it. */
async function mayRename(page: Page): Promise<boolean> {
  await page.getByRole('button', { name: /^Workspace / }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  const offered = (await page.getByRole('menuitem', { name: 'Rename workspace' }).count()) > 0;
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Copy link' }).waitFor({ state: 'hidden' });
  return offered;
}

test('[ACC-137] [ACC-139] [ACC-140] an access token is created, shown once, used and revoked on the account page', async ({
  browser,
}) => {
  const { page } = await signUpByForm(browser, 'tokens');
  const errors = watchErrors(page);
  await page.goto('/dashboard/account');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Access tokens' }) });
  await section.getByLabel('Name').fill('Field laptop');
  await section.getByRole('button', { name: 'Create token' }).click();
  const token = (await section.locator('code').textContent())!;
  const status = async () =>
    (await fetch(new URL('/api/projects', page.url()), { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await status()).toBe(200);
  await page.reload();
  await expect(section.getByText('Field laptop')).toBeVisible();
  await expect(section.getByText(/^…\S{4} · Reading and proposing changes · All workspaces/)).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  await section.getByRole('button', { name: 'Revoke Field laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(section.getByText('Field laptop')).toHaveCount(0);
  expect(await status()).toBe(401);
  expect(errors()).toEqual([]);
});
