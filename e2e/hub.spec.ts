import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { signUp, type Person } from './person.ts';

/** Makes a call as a person, as forms do. */
async function call(page: Page, path: string, data: object): Promise<{ id: string }> {
  const reply = await page.request.post(path, {
    data,
    headers: { origin: new URL(test.info().project.use.baseURL!).origin },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return ((await reply.json()) as { data: { id: string } }).data;
}

const cells = [
  { cell_type: 'markdown', metadata: {}, source: '## Days below the threshold\n\nHourly gauges of **Vienna**.' },
  {
    cell_type: 'code',
    metadata: {},
    execution_count: 1,
    source: 'low_flow(gauges)',
    outputs: [{ output_type: 'stream', name: 'stdout', text: '12 days\n' }],
  },
];

/** Publishes a new notebook; resolves when its first version can be read by its author. */
async function publish({ page }: Person, says: { title: string; access: string; password?: string }): Promise<string> {
  const { id: projectId } = await call(page, '/api/projects', { name: says.title });
  const notebook = await call(page, `/api/notebooks/projects/${projectId}`, {
    name: says.title,
    initialTemplate: { nbformat: 4, nbformat_minor: 4, metadata: {}, cells },
  });
  const { id } = await call(page, `/api/notebooks/${notebook.id}/projects/${projectId}/notebook-templates`, {
    ...says,
    version: '1.0.0',
    categories: ['Climate'],
    tags: ['gauges'],
  });
  await expect
    .poll(async () => (await page.request.get(`/api/hub/templates/${id}`)).status(), { timeout: 60_000 })
    .toBe(200);
  return id;
}

test.describe.configure({ mode: 'serial' });

test('[PUB-001, PUB-002, PUB-034, PUB-047] the hub is searched, read and unlocked signed out, without scripts', async ({
  browser,
}) => {
  const author = await signUp(browser, 'hydro');
  const word = `lowflow${Date.now().toString(36)}`;
  const open = await publish(author, { title: `Monitor ${word}`, access: 'public' });
  const locked = await publish(author, { title: `Hidden ${word}`, access: 'password', password: 'open sesame' });
  await author.context.close();

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto('/en/hub');
  await page.getByRole('searchbox', { name: 'Search publications' }).fill(word);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: word })).toHaveCount(1);
  await page.getByRole('link', { name: `Monitor ${word}` }).click();
  await expect(page).toHaveURL(new RegExp(`/en/hub/notebooks/${open}$`));
  await expect(page.getByRole('heading', { level: 1, name: `Monitor ${word}` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Days below the threshold' })).toBeVisible();
  await expect(page.getByText('12 days')).toBeVisible();
  await expect(page.getByText('low_flow(gauges)')).toBeHidden();
  await page.getByText('Code', { exact: true }).click();
  await expect(page.getByText('low_flow(gauges)')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Use template' })).toHaveAttribute(
    'href',
    `/dashboard/workspaces?use=${open}`,
  );
  // Nothing is cut off at the side of a phone.
  const { width } = (await page.locator('html').boundingBox())!;
  expect(width).toBe(360);

  await page.goto(`/hub/notebooks/${locked}`);
  await expect(page.getByText(word)).toHaveCount(0);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The password is wrong. Try again.');
  await page.getByLabel('Password').fill('open sesame');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Hidden ${word}` })).toBeVisible();
  await context.close();
});

test('axe finds nothing serious on the pages of the hub, in light and dark', async ({ browser }) => {
  const author = await signUp(browser, 'hydro');
  const open = await publish(author, { title: 'Accessible', access: 'public' });
  const locked = await publish(author, { title: 'Locked', access: 'password', password: 'open sesame' });
  await author.context.close();
  // Scripts are what axe is: pages have none of their own.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  for (const path of [
    '/en/hub',
    '/ar/hub?q=nothing-like-this',
    `/en/hub/notebooks/${open}`,
    `/de/hub/notebooks/${locked}`,
    '/en/hub/maps/none',
  ]) {
    await page.goto(path);
    expect([path, await seriousFindings(page)]).toEqual([path, []]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await context.close();
});
