import { expect, test, type Locator, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;

test.use({ actionTimeout: 15_000 });
journeysOfTwo(async (...people) => {
  [ann, ben] = people;
  await makeWorkspace(ann, 'Farm');
  await shareWith(ann, ben);
  const projectId = ann.page.url().split('/').at(-1)!;
  await ann.page.request.post(`/api/notebooks/projects/${projectId}`, {
    data: {
      name: 'Areas',
      initialTemplate: [
        { type: 'codeCell', props: { label: 'Sum', language: 'python', code } },
        { type: 'codeCell', props: { label: 'Fails', language: 'python', code: 'print(1 / 0)', output: failure } },
      ],
    },
  });
  await ben.page.goto(ann.page.url());
  for (const { page } of [ann, ben]) {
    await openDrawer(page, 'Notebooks');
    await page.getByRole('treeitem', { name: 'Areas' }).dblclick();
    await expect(editor(page, 0)).toBeVisible();
  }
});

const code = 'areas = [1, 2]\n\n\n\ntotal = sum(areas)\n\n\n\nprint(total)';
const failure = JSON.stringify([
  { kind: 'traceback', name: 'ZeroDivisionError', message: 'division by zero', text: 'line 1\nZeroDivisionError' },
]);
const cell = (page: Page, at: number): Locator => page.locator('.notebook:visible .cell').nth(at);
const editor = (page: Page, at: number): Locator => cell(page, at).getByRole('textbox', { name: /^Code of / });
const request = (page: Page, at: number): Locator => cell(page, at).getByRole('textbox', { name: 'What to change' });
const suggestion = (page: Page, at: number): Locator => cell(page, at).getByRole('region', { name: 'Suggested code' });
const added = (page: Page, at: number): Locator => suggestion(page, at).locator('.cm-changedLine');
const lines = (page: Page, at: number): Promise<string> =>
  editor(page, at)
    .locator('.cm-line')
    .evaluateAll((all) => all.map(({ textContent }) => textContent).join('\n'));

test('[NBK-071] [NBK-069] [AIA-028] [AIA-033] Ctrl+K asks for a change, which is shown in the place of the code, to the other person too', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await editor(page, 0).click();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(request(page, 0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(page, 0).getByRole('button', { name: 'Stop' })).toHaveCount(0);
  await request(page, 0).fill('`1, 2` becomes `3, 4` and `print(total)` becomes `print("total", total)`');
  await page.keyboard.press('Enter');
  for (const { page: each } of [ann, ben]) {
    await expect(added(each, 0)).toHaveText(['areas = [3, 4]', 'print("total", total)']);
    await expect(suggestion(each, 0).locator('.cm-deletedLine')).toHaveText(['areas = [1, 2]', 'print(total)']);
    await expect(suggestion(each, 0)).toContainText('Changed code');
    await expect(editor(each, 0)).toBeHidden();
  }
  expect(await seriousFindings(page, '.cell')).toEqual([]);
  expect(errors()).toEqual([]);
});

test('[AIA-029] [AIA-030] [AIA-031] [AIA-032] [SHL-091] one change is accepted by keyboard, the other is rejected by the other person; then the chat closes', async () => {
  const { page } = ann;
  const accept = cell(page, 0).getByRole('button', { name: 'Accept this change' });
  const told = page.waitForRequest((asked) => /"ai_modify_code"/.test(asked.postData() ?? ''));
  await accept.first().focus();
  await page.keyboard.press('Enter');
  await expect(accept).toHaveCount(1);
  await expect(accept).toBeFocused();
  await expect(cell(page, 0)).toHaveAccessibleName('Changed code');
  await suggestion(ben.page, 0).getByRole('button', { name: 'Reject this change' }).click();
  for (const { page: each } of [ann, ben]) {
    await expect(editor(each, 0)).toBeVisible();
    await expect(suggestion(each, 0)).toHaveCount(0);
    expect(await lines(each, 0)).toBe(code.replace('1, 2', '3, 4'));
  }
  await expect(request(page, 0)).toHaveCount(0);
  expect(new URL((await told).url()).pathname).toBe('/api/analytics/events');
  // What was accepted is undone as what is typed.
  await editor(page, 0).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => lines(page, 0)).toBe(code);
});

test('[NBK-078] [AIA-027] [AIA-029] an error goes along with its mending; a follow-up goes on from what was suggested, and accepting clears the output', async () => {
  const { page } = ann;
  await cell(page, 1).locator('.traceback').getByRole('button', { name: 'Fix error' }).click();
  await expect(request(page, 1)).toBeFocused();
  await expect(request(page, 1)).toHaveValue('Fix the error of the last run.');
  await expect(cell(page, 1).getByText('Error of the last run', { exact: true })).toBeVisible();
  await request(page, 1).fill('`1 / 0` becomes `1 / 2`');
  await page.keyboard.press('Enter');
  await expect(added(page, 1)).toHaveText('print(1 / 2  # mended)');
  await expect(request(page, 1)).toHaveValue('');
  await expect(request(page, 1)).toHaveAttribute('placeholder', 'What else should change?');
  await request(page, 1).fill('`1 / 0` becomes `1 / 4`');
  await page.keyboard.press('Enter');
  await expect(added(page, 1)).toHaveText('print(1 / 4)');
  await suggestion(page, 1).getByRole('button', { name: 'Accept all' }).click();
  await expect(cell(page, 1).locator('.traceback')).toHaveCount(0);
  await expect(cell(page, 1)).toHaveAttribute('data-state', 'idle');
  await expect(editor(page, 1)).toBeFocused();
  expect(await lines(page, 1)).toBe('print(1 / 4)');
});

test('[AIA-031] [AIA-064] the chat opens by a button of the block; rejecting all leaves the code', async () => {
  const { page } = ann;
  await cell(page, 1).hover();
  await cell(page, 1).getByRole('button', { name: 'Edit the block with GAIA' }).click();
  await request(page, 1).fill('`4` becomes `5`');
  await page.keyboard.press('Enter');
  await expect(added(page, 1)).toHaveText('print(1 / 5)');
  await suggestion(page, 1).getByRole('button', { name: 'Reject all' }).click();
  await expect(editor(page, 1)).toBeFocused();
  expect(await lines(page, 1)).toBe('print(1 / 4)');
});

test('[AIA-034] a request that fails is said in a dialog; what was asked stays', async () => {
  const { page } = ann;
  await page.keyboard.press('ControlOrMeta+k');
  await request(page, 1).fill('nothing useful');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Failed to suggest new code.' });
  await expect(dialog).toContainText('it contains no code.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(request(page, 1)).toHaveValue('nothing useful');
  await request(page, 1).fill('');
});

test('[AIA-035] an answer that breaks off without a word is said to be of no use; the code stays', async () => {
  const { page } = ann;
  await page.route('**/api/code?*', (route) => route.fulfill({ body: '{"coding_language":"python","code":"a = ' }));
  await request(page, 1).fill('anything');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Failed to process AI response.' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.unroute('**/api/code?*');
  await expect(editor(page, 1)).toBeVisible();
  expect(await lines(page, 1)).toBe('print(1 / 4)');
  await request(page, 1).fill('');
});

test('[AIA-120] an explanation comes below the block, and goes', async () => {
  const { page } = ann;
  await cell(page, 1).getByRole('button', { name: 'Explain', exact: true }).click();
  const explanation = cell(page, 1).getByRole('region', { name: 'Explanation' });
  await expect(explanation.locator('strong')).toHaveText('1 lines');
  expect(await lines(page, 1)).toBe('print(1 / 4)');
  expect(await seriousFindings(page, '.cell')).toEqual([]);
  await explanation.getByRole('button', { name: 'Close explanation' }).click();
  await expect(explanation).toHaveCount(0);
});

test('[AIA-021] [AIA-022] [AIA-025] the model is chosen, labelled Pro or Free with what is left of Pro queries, and remembered', async () => {
  const { page } = ann;
  await expect(cell(page, 1).getByText('Queries left: unlimited')).toBeVisible();
  await cell(page, 1).getByRole('combobox', { name: 'Model' }).click();
  await page.getByRole('option', { name: 'GPT-4.1 · Pro' }).click();
  await expect(cell(page, 1).getByText('Pro queries left this month: 20')).toBeVisible();
  await cell(page, 1).getByRole('button', { name: 'Write tests' }).click();
  await expect(cell(page, 1).getByText('Pro queries left this month: 19')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('groma.block-chat'))).toContain('gpt-4.1');
});
