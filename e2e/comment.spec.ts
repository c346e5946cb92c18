import { expect, test, type Page } from '@playwright/test';
import { makeWorkspace, openDrawer, shareWith, signUp, watchErrors, type Person } from './person.ts';
import { seriousFindings } from './accessible.ts';

let editor: Person;
let commentator: Person;
let viewer: Person;
let projectUrl: string;

test.describe.configure({ mode: 'serial', timeout: 60_000 });
test.beforeAll(async ({ browser }) => {
  editor = await signUp(browser, 'edna');
  commentator = await signUp(browser, 'cora');
  viewer = await signUp(browser, 'vito');
});
test.afterAll(async () => {
  for (const { context } of [editor, commentator, viewer]) await context.close();
});

const shots = process.env['GROMA_SHOTS'];
const picture = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
};
const thread = (page: Page, quote: string) =>
  page.getByRole('complementary', { name: 'Comments' }).getByRole('listitem').filter({ hasText: quote });

/** Selects a whole line by its text, as a hand does: from its start to behind its end. */
async function selectText(page: Page, text: string): Promise<void> {
  const line = (await page.locator('.bn-inline-content', { hasText: text }).first().boundingBox())!;
  const height = line.y + line.height / 2;
  await page.mouse.move(line.x + 1, height);
  await page.mouse.down();
  await page.mouse.move(line.x + line.width - 2, height, { steps: 4 });
  await page.mouse.up();
}

/** Writes a comment on the selected text. */
async function begin(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByLabel('Write a comment').fill(words);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Write a comment')).toHaveCount(0);
}

test('[NBK-012] [NBK-030] an editor comments on text, and only on blocks of text', async () => {
  const { page } = editor;
  const errors = watchErrors(page);
  await makeWorkspace(editor, 'Margins');
  const projectId = page.url().split('/').at(-1)!;
  await shareWith(editor, commentator, 'PROJECT_COMMENTATOR');
  await shareWith(editor, viewer, 'PROJECT_VIEWER');
  const made = await page.request.post(`/api/notebooks/projects/${projectId}`, {
    data: {
      name: 'Low flow',
      initialTemplate: [
        { type: 'heading', props: { level: 1 }, content: 'Return periods' },
        { type: 'paragraph', content: 'How often does a summer like this come back?' },
        { type: 'bulletListItem', content: 'The gauge at Paks' },
        { type: 'alert', content: 'Readings of 2003 are missing' },
        { type: 'quote', content: 'Rivers know no borders' },
        {
          type: 'table',
          content: { type: 'tableContent', rows: [{ cells: ['Station', 'Flow'] }, { cells: ['Mohács', '961'] }] },
        },
        { type: 'codeCell' },
      ],
    },
  });
  expect(made.ok()).toBe(true);
  projectUrl = page.url();
  await openNotebook(page);
  for (const text of ['Return periods', 'How often', 'The gauge at Paks', 'Readings of 2003']) {
    await selectText(page, text);
    await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  }
  await selectText(page, 'Rivers know no borders');
  await expect(page.getByRole('button', { name: 'Bold', exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toHaveCount(0);
  await selectText(page, 'How often');
  await begin(page, 'Ports ask for 2003 explicitly. See https://example.com/ports.');
  await expect(thread(page, 'How often')).toContainText('Ports ask for 2003');
  await expect(page.locator('.comment-mark', { hasText: 'How often' })).toBeVisible();
  await picture(page, 'editor-first');
  expect(errors()).toEqual([]);
});

async function openNotebook(page: Page): Promise<void> {
  await openDrawer(page, 'Notebooks');
  await page.getByText('Low flow').first().dblclick();
  await expect(page.getByText('The gauge at Paks')).toBeVisible();
}

test('[NBK-015] [NBK-016] [NBK-025] [NBK-032] a commentator sees the static view and comments on it, and everybody sees it at once', async () => {
  const { page } = commentator;
  const errors = watchErrors(page);
  await page.goto(projectUrl);
  await openNotebook(page);
  await expect(page.locator('.bn-editor').first()).toHaveAttribute('contenteditable', 'false');
  await selectText(page, 'The gauge at Paks');
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bold', exact: false })).toHaveCount(0);
  await begin(page, 'Is this the upper gauge?');
  await picture(page, 'commentator');
  await expect(thread(editor.page, 'The gauge at Paks')).toContainText('Is this the upper gauge?');
  await expect(thread(editor.page, 'The gauge at Paks')).toContainText(commentator.username);
  await expect(editor.page.getByRole('button', { name: /1 unread thread/ })).toBeVisible();

  await page.locator('.comment-mark', { hasText: 'How often' }).click();
  const first = thread(page, 'How often');
  await first.getByLabel('Reply').fill('Can we put both on one axis?');
  await page.keyboard.press('Enter');
  await expect(first).toContainText('Can we put both on one axis?');
  await first.getByRole('button', { name: 'React' }).first().click();
  await page.getByRole('button', { name: 'Thumbs up' }).click();
  await expect(first.getByRole('button', { name: '👍 by You' })).toBeVisible();
  await first.getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit comment' }).click();
  await first.getByLabel('Edit comment').fill('Can we put both years on one axis?');
  await page.keyboard.press('Enter');
  await expect(first).toContainText('edited');
  await expect(first.getByRole('button', { name: 'Thread actions' })).toHaveCount(0);
  await thread(editor.page, 'How often').click();
  await expect(thread(editor.page, 'How often')).toContainText('both years on one axis');
  await expect(
    thread(editor.page, 'How often').getByRole('button', { name: `👍 by ${commentator.username}` }),
  ).toBeVisible();
  await picture(editor.page, 'editor-thread');
  await first.getByRole('button', { name: 'Resolve' }).click();
  await expect(thread(page, 'How often')).toHaveCount(0);
  await expect(editor.page.locator('.comment-mark', { hasText: 'How often' })).toHaveCount(0);
  expect(errors()).toEqual([]);
});

test('[NBK-026] a viewer reads comments and can do nothing with them', async () => {
  const { page } = viewer;
  const errors = watchErrors(page);
  await page.goto(projectUrl);
  await openNotebook(page);
  await selectText(page, 'The gauge at Paks');
  await page.getByRole('button', { name: /^Comments/ }).click();
  const card = thread(page, 'The gauge at Paks');
  await expect(card).toContainText('Is this the upper gauge?');
  await card.click();
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toHaveCount(0);
  for (const name of ['Reply', 'React', 'Resolve', 'Comment actions', 'Thread actions'])
    await expect(card.getByLabel(name)).toHaveCount(0);
  await page.getByRole('radio', { name: 'Resolved 1' }).check({ force: true });
  await thread(page, 'How often').click();
  await expect(thread(page, 'How often')).toContainText(`Resolved by ${commentator.username}`);
  await expect(page.getByRole('button', { name: `👍 by ${commentator.username}` })).toBeDisabled();
  await picture(page, 'viewer');
  expect(errors()).toEqual([]);
});

test('[NBK-030] [NBK-115] text that is moved keeps its comments; of text that is deleted the thread stays in the list', async () => {
  const { page } = editor;
  await page.locator('.bn-inline-content', { hasText: 'The gauge at Paks' }).hover();
  await page.getByRole('button', { name: /Block menu/ }).click();
  await page.getByRole('menuitem', { name: 'Shift Up' }).click();
  await expect(page.locator('.comment-mark', { hasText: 'The gauge at Paks' })).toBeVisible();
  await viewer.page.getByRole('radio', { name: 'Open 1' }).check({ force: true });
  await expect(viewer.page.locator('.comment-mark', { hasText: 'The gauge at Paks' })).toBeVisible();
  await selectText(page, 'The gauge at Paks');
  await page.keyboard.press('Backspace');
  await expect(thread(page, 'The gauge at Paks')).toContainText('text deleted');
  await expect(thread(viewer.page, 'The gauge at Paks')).toContainText('text deleted');
  await page.keyboard.press('Control+z');
  await expect(thread(page, 'The gauge at Paks')).not.toContainText('text deleted');
});

test('axe finds nothing serious in the comments', async () => {
  const { page } = editor;
  await thread(page, 'The gauge at Paks').click();
  await picture(page, 'editor');
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(thread(page, 'The gauge at Paks')).toBeVisible();
  await picture(page, 'editor-small');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await seriousFindings(page, '.notebook')).toEqual([]);
});
