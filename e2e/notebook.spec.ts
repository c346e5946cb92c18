import { expect, test } from '@playwright/test';
import { makeWorkspace, openDrawer, shareWith, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  ben = await signUp(browser, 'ben');
});
test.afterAll(async () => {
  await ann.context.close();
  await ben.context.close();
});

test('[NBK-001] [NBK-023] two people write one notebook and see each other', async () => {
  const errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Two pens');
  await shareWith(ann, ben);

  await ann.page.getByRole('button', { name: 'New notebook' }).first().click();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('Low flow');
  await ann.page.getByRole('button', { name: 'Create notebook' }).click();
  const annsCode = ann.page.locator('.cm-content').first();
  await annsCode.click();
  await annsCode.pressSequentially('print(6 * 7)');

  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Notebooks');
  await ben.page.getByText('Low flow').first().dblclick();
  const bensCode = ben.page.locator('.cm-content').first();
  await expect(bensCode).toContainText('print(6 * 7)');
  await bensCode.click();
  await ben.page.keyboard.press('End');
  await bensCode.pressSequentially('  # checked');
  await expect(annsCode).toContainText('print(6 * 7)  # checked');
  await expect(ann.page.locator('.cm-ySelectionInfo', { hasText: ben.username })).toBeAttached();
  expect(errors()).toEqual([]);
});

test('[KRN-001] [NBK-018] [KRN-036] one starts the machine, runs a block, and both see the output', async () => {
  await ann.page.locator('.cm-content').first().click();
  await ann.page.keyboard.press('Shift+Enter');
  await expect(ann.page.getByText('Start the machine first at bottom left.')).toBeVisible();
  await openDrawer(ann.page, 'Virtual Machine');
  await ann.page.getByRole('button', { name: /^Start/ }).first().click();
  await expect(ann.page.getByText(/accessible/i).first()).toBeVisible({ timeout: 60_000 });
  await ann.page.locator('.cm-content').first().click();
  await ann.page.keyboard.press('Shift+Enter');
  await expect(ann.page.getByText('42', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(ben.page.getByText('42', { exact: true })).toBeVisible();
});

test('[NBK-026] a viewer reads the notebook and cannot run or write', async ({ browser }) => {
  const cleo = await signUp(browser, 'cleo');
  await ann.page.getByRole('button', { name: 'Share', exact: true }).click();
  await ann.page.getByLabel('E-mail address of a person with an account').fill(cleo.email);
  const role = ann.page.getByRole('dialog').getByLabel('Role', { exact: true });
  await role.click();
  await ann.page.getByRole('option', { name: 'Viewer' }).click();
  await ann.page.getByRole('button', { name: 'Invite' }).click();
  await expect(ann.page.getByRole('dialog').getByText(cleo.username).first()).toBeVisible();
  await cleo.page.goto(ann.page.url());
  await openDrawer(cleo.page, 'Notebooks');
  await cleo.page.getByText('Low flow').first().dblclick();
  await expect(cleo.page.locator('.cm-content').first()).toContainText('print(6 * 7)');
  await expect(cleo.page.locator('.cm-content').first()).toHaveAttribute('contenteditable', 'false');
  await expect(cleo.page.getByRole('button', { name: 'Run all' })).toHaveCount(0);
  await cleo.context.close();
});
