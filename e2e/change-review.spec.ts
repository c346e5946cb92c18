import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
let notebookId: string;

journeysOfTwo(async (one, other) => {
  [ann, ben] = [one, other];
  await makeWorkspace(ann, 'Rivers');
  await shareWith(ann, ben);
  const projectId = ann.page.url().split('/').at(-1)!;
  const made = await ann.page.request.post(`/api/notebooks/projects/${projectId}`, {
    data: {
      name: 'Lengths',
      initialTemplate: [{ type: 'codeCell', props: { label: 'Sum', language: 'python', code: 'total = 1' } }],
    },
  });
  ({ id: notebookId } = ((await made.json()) as { data: { id: string } }).data);
  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Notebooks');
  await ben.page.getByRole('treeitem', { name: 'Lengths' }).dblclick();
  await expect(code(ben.page)).toHaveText(['total = 1']);
  await openDrawer(ann.page, 'GAIA Chat');
});

const code = (page: Page) => page.locator('.notebook:visible .cell .cm-content');
const review = (page: Page) => page.getByRole('region', { name: 'Changes' }).last();

async function ask(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Question to GAIA' });
  await field.fill(text);
  await field.press('Enter');
  await expect(review(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Answer again' })).toBeVisible();
}

const insertion = (source: string): string =>
  `call edit_notebook ${JSON.stringify({
    notebook: notebookId,
    steps: [{ do: 'insert', after: '', language: 'python', source }],
  })}`;

test('[AIA-040] [AIA-042] [AIA-103] what GAIA proposes is seen first, accepted by keyboard, seen by the other, and reverted', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await ask(
    page,
    `${insertion('import math')}\ncall edit_text_file {"path":"/data/notes.md","text":"Long"}\nTwo changes.`,
  );
  await expect(review(page)).toContainText('import math');
  await expect(review(page).getByText('Proposed')).toHaveCount(2);
  await expect(code(ben.page)).toHaveText(['total = 1']);
  expect(await seriousFindings(page, '.gaia-log')).toEqual([]);
  await review(page).getByRole('button', { name: 'Accept all' }).press('Enter');
  await expect(review(page).getByText('Applied')).toHaveCount(2);
  await expect(code(ben.page)).toHaveText(['import math', 'total = 1']);
  // What others do meanwhile stays.
  await code(ben.page).nth(1).click();
  await ben.page.keyboard.press('ControlOrMeta+a');
  await ben.page.keyboard.type('total = 2');
  await expect(code(ben.page)).toHaveText(['import math', 'total = 2']);
  await review(page).getByRole('button', { name: 'Revert all' }).press('Enter');
  await expect(code(ben.page)).toHaveText(['total = 2']);
  await expect(review(page).getByText('Reverted')).toHaveCount(1);
  // A new file is deleted by hand (AIA-043).
  await expect(review(page).getByText('Applied')).toHaveCount(1);
  expect(errors()).toEqual([]);
});

test('[AIA-039] in analyst mode a change is there at once', async () => {
  const { page } = ann;
  await page.getByRole('switch', { name: 'Analyst mode' }).click();
  await ask(page, `${insertion('import os')}\nDone.`);
  await expect(code(ben.page)).toHaveText(['import os', 'total = 2']);
  await expect(review(page).getByText('Applied')).toHaveCount(1);
});
