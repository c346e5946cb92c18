import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { makeWorkspace, signUp, watchErrors } from './person.ts';

test.describe.configure({ timeout: 240_000 });

/** What the dialog calls the publication it shows. */
const publicLink = (page: Page) => page.getByRole('dialog').getByLabel('Public link');

/** Publishes what the dialog is open for and answers once the version is out. */
async function publish(page: Page, version: string): Promise<void> {
  await page.getByRole('button', { name: `Publish ${version}` }).click();
  await expect(page.getByText(`Version ${version} is published.`)).toBeVisible({ timeout: 120_000 });
}

test('[PUB-015] [PUB-082] [PUB-084] [PUB-085] a notebook is published, used by somebody else, and its next version offered there', async ({
  browser,
}) => {
  const [ann, ben] = await Promise.all([signUp(browser, 'ann'), signUp(browser, 'ben')]);
  const { page } = ann;
  const errors = watchErrors(page);
  await makeWorkspace(ann, 'Danube');
  const projectId = page.url().split('/').at(-1)!;
  const title = `Low flow ${ann.username}`;
  const made = await page.request.post(`/api/notebooks/projects/${projectId}`, {
    data: {
      name: title,
      initialTemplate: [
        { type: 'heading', props: { level: 1 }, content: 'Return periods' },
        { type: 'paragraph', content: 'How often does a summer like this come back?' },
      ],
    },
  });
  expect(made.ok()).toBe(true);
  await page.getByRole('button', { name: 'Notebooks', exact: true }).first().click();
  await page.getByRole('treeitem', { name: title }).dblclick();
  await expect(page.getByText('How often does a summer like this come back?')).toBeVisible();

  await page.locator('.notebook-bar').getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: `Publish “${title}”` });
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await expect(dialog.getByRole('img', { name: 'Preview of the picture' })).toBeVisible();
  await expect(dialog.getByText('Notebooks', { exact: false }).first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Categories' }).click();
  await page.getByRole('option', { name: 'Climate', exact: true }).click();
  await publish(page, '1.0.0');
  const link = await publicLink(page).inputValue();
  expect(link).toMatch(/\/en\/hub\/notebooks\/[\w-]+$/);
  const templateId = link.split('/').at(-1)!;
  await page.getByRole('button', { name: 'Edit details' }).click();
  await expect(page.getByRole('dialog').getByLabel('Version')).toHaveValue('1.1.0');

  // Who is not signed in reads it.
  const anyone = await browser.newContext();
  const reader = await anyone.newPage();
  await reader.goto(link);
  await expect(reader.getByRole('heading', { name: title }).first()).toBeVisible();
  await expect(reader.getByText('How often does a summer like this come back?').first()).toBeVisible();
  await anyone.close();

  // Ben makes a workspace of it and works on that.
  await ben.page.goto(`/dashboard/workspaces?use=${templateId}`);
  const use = ben.page.getByRole('dialog', { name: 'Make a workspace from a publication' });
  await expect(use.getByText(title)).toBeVisible();
  await use.getByLabel('Name of the new workspace').fill('My low flow');
  await use.getByRole('button', { name: 'Make workspace' }).click();
  await expect(ben.page).toHaveURL(/\/workspaces\/[\w-]+$/, { timeout: 120_000 });
  await expect(ben.page.getByRole('heading', { level: 1, name: 'My low flow' })).toBeAttached();
  await ben.page.getByRole('button', { name: 'Notebooks', exact: true }).first().click();
  await ben.page.getByRole('treeitem', { name: title }).dblclick();
  await ben.page.getByText('How often does a summer like this come back?').click();
  await ben.page.keyboard.press('End');
  await ben.page.keyboard.type(' Seldom.');
  await expect(ben.page.getByText('come back? Seldom.')).toBeVisible();

  // Ann publishes the next version.
  await page.getByRole('dialog').getByLabel('What is new').fill('Better periods');
  await publish(page, '1.1.0');
  expect(errors()).toEqual([]);

  await ben.page.reload();
  await ben.page.getByRole('button', { name: 'Version 1.1.0 is out' }).click();
  const update = ben.page.getByRole('dialog', { name: `“${title}” 1.1.0` });
  await expect(update.getByText('Better periods')).toBeVisible();
  await update.getByRole('button', { name: 'Make a workspace from 1.1.0' }).click();
  await expect(ben.page.getByText(/^Version 1\.1\.0, by /)).toBeVisible();
  for (const { context } of [ann, ben]) await context.close();
});
