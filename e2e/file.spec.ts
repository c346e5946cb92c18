import { expect, test, type ConsoleMessage, type Page } from '@playwright/test';
import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, signUp, watchErrors, type Person } from './person.ts';

interface FilePayload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

let ann: Person;
let ben: Person;
let errors: (() => string[])[];

const row = (page: Page, name: string, level?: number) =>
  page
    .getByRole('tree', { name: 'Files' })
    .getByRole('treeitem', { name, exact: true, ...(level !== undefined && { level }) });
const upload = async (page: Page, files: FilePayload[] | string, what = 'Upload files') => {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('menuitem', { name: what }).click();
  await (await chosen).setFiles(files);
};
const text = (name: string, content = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const menu = async (page: Page, name: string, item: string) => {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
};

journeysOfTwo(async (...both) => {
  [ann, ben] = both;
  // It is open while it goes to the trash, and asked for once more.
  const isOfGone = (message: ConsoleMessage) =>
    message.text().includes('404') && message.location().url.includes('log.txt');
  errors = [ann, ben].map(({ page }) => watchErrors(page, isOfGone));
  await makeWorkspace(ann, 'Drive');
  await shareWith(ann, ben);
  await ben.page.goto(ann.page.url());
  for (const { page } of [ann, ben]) await openDrawer(page, 'Files');
});

test('[FIL-001] [FIL-003] uploads appear with their sizes, for the other person too', async () => {
  await expect(ann.page.getByText('No files yet')).toBeVisible();
  const chosen = ann.page.waitForEvent('filechooser');
  await ann.page.getByRole('complementary', { name: 'Files' }).getByRole('button', { name: 'Upload files' }).click();
  await (
    await chosen
  ).setFiles([text('notes.md', '# Notes'), text('roads.csv', 'a,b\n1,2\n'), text('log.txt', 'x'.repeat(3_000))]);
  for (const { page } of [ann, ben]) {
    await expect(row(page, 'notes.md')).toBeVisible();
    await expect(row(page, 'log.txt')).toContainText('2.9 KB');
  }
  await expect(ann.page.getByText('3 of 3 uploaded')).toBeVisible();
  await ann.page.getByRole('button', { name: 'Clear' }).click();
});

test('[FIL-073] folders are made, filled by keys, and renamed; the other person sees it and keeps what was chosen', async () => {
  await row(ben.page, 'log.txt').click();
  await ann.page.getByRole('button', { name: 'New', exact: true }).click();
  await ann.page.getByRole('menuitem', { name: 'New folder' }).click();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('archive');
  await ann.page.getByRole('button', { name: 'Confirm' }).click();
  await expect(row(ann.page, 'archive')).toBeVisible();
  await row(ann.page, 'notes.md').click();
  await row(ann.page, 'roads.csv').click({ modifiers: ['Shift'] });
  await expect(ann.page.getByText('2 items selected')).toBeVisible();
  await ann.page.keyboard.press('Control+x');
  await row(ann.page, 'archive').click();
  await ann.page.keyboard.press('Control+v');
  await expect(ann.page.getByText('Moved 2 items to /data/archive.')).toBeVisible();
  await expect(row(ann.page, 'roads.csv', 2)).toBeVisible();
  await expect(row(ann.page, 'roads.csv')).toHaveCount(1);
  await expect(row(ben.page, 'notes.md')).toHaveCount(0);
  await expect(row(ben.page, 'log.txt')).toHaveAttribute('aria-selected', 'true');
  await row(ann.page, 'notes.md').click();
  await ann.page.keyboard.press('F2');
  await ann.page.getByRole('dialog').getByLabel('Name').fill('readme/md');
  await expect(ann.page.getByText('Input does not match the required format.')).toBeVisible();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('readme.md');
  await ann.page.getByRole('button', { name: 'Confirm' }).click();
  await expect(row(ann.page, 'readme.md')).toBeVisible();
  await row(ben.page, 'archive').dblclick();
  await expect(row(ben.page, 'readme.md')).toBeVisible();
});

test('[FIL-073] rows are dragged into folders, and the move is undone', async () => {
  await row(ann.page, 'log.txt').dragTo(row(ann.page, 'archive'));
  await expect(row(ann.page, 'log.txt', 2)).toBeVisible();
  await expect(row(ann.page, 'log.txt')).toHaveCount(1);
  await ann.page.getByRole('status').filter({ hasText: 'log.txt' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(ann.page, 'log.txt', 1)).toBeVisible();
  await expect(row(ann.page, 'log.txt')).toHaveCount(1);
});

test('[FIL-073] what is deleted goes to the trash, comes back by undo, and is restored from the trash', async () => {
  await row(ann.page, 'log.txt').click();
  await ann.page.keyboard.press('Delete');
  for (const { page } of [ann, ben]) await expect(row(page, 'log.txt')).toHaveCount(0);
  await ann.page.getByRole('status').filter({ hasText: 'to the trash' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(ben.page, 'log.txt')).toBeVisible();
  await row(ann.page, 'log.txt').click();
  await ann.page.keyboard.press('Delete');
  await expect(row(ann.page, 'log.txt')).toHaveCount(0);
  await ben.page.getByRole('button', { name: 'Trash' }).click();
  const trashed = ben.page.getByRole('tree', { name: 'Trash' }).getByRole('treeitem', { name: 'log.txt' });
  await trashed.click();
  await ben.page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(ben.page.getByText('The trash is empty')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Back to files' }).first().click();
  for (const { page } of [ann, ben]) await expect(row(page, 'log.txt')).toBeVisible();
});

test('a taken name is asked about: kept beside, replaced, skipped', async () => {
  const { page } = ann;
  await row(page, 'log.txt').click();
  await upload(page, [text('log.txt', 'second')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep both' }).click();
  await expect(row(page, 'log (2).txt')).toContainText('6 B');
  await upload(page, [text('log.txt', 'third one')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect(row(page, 'log.txt')).toContainText('9 B');
  await upload(page, [text('log.txt', 'skip'), text('log (2).txt', 'skip')]);
  await page.getByLabel('Do the same for the rest').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, 'log.txt')).toContainText('9 B');
});

test('[FIL-016] [FIL-017] [FIL-018] [FIL-079] an upload goes on after the network was away and after a reload, and is cancelled without a word', async () => {
  const { page } = ann;
  const folder = await mkdtemp(join(tmpdir(), 'groma-upload-'));
  const large = join(folder, 'large.bin');
  await writeFile(large, Buffer.alloc(24 * 1024 * 1024, 7));
  let chunks = 0;
  await page.route('**/uploads/*', async (route) => {
    if (route.request().method() !== 'PUT' || (route.request().headers()['content-range'] ?? '').startsWith('bytes */'))
      return route.continue();
    chunks += 1;
    // The second chunk is cut off on its way; from the fourth on the line is dead.
    return chunks === 2 || chunks >= 4 ? route.abort('connectionreset') : route.continue();
  });
  await upload(page, large);
  await expect(page.getByText('No connection. The upload resumes automatically.')).toBeVisible();
  await expect.poll(() => chunks).toBeGreaterThanOrEqual(4);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.unroute('**/uploads/*');
  await expect(page.getByText(/Interrupted by a reload/)).toBeVisible();
  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the file again' }).click();
  const resumed = page.waitForRequest((request) => /^bytes [1-9]\d*-/.test(request.headers()['content-range'] ?? ''));
  await (await again).setFiles(large);
  await resumed;
  await expect(row(page, 'large.bin')).toContainText('24.0 MB');

  await page.route('**/uploads/*', (route) => (route.request().method() === 'PUT' ? undefined : route.continue()));
  await writeFile(join(folder, 'stopped.bin'), Buffer.alloc(9_000_000));
  await upload(page, join(folder, 'stopped.bin'));
  await page.getByRole('button', { name: 'Cancel the upload of stopped.bin' }).click();
  await expect(page.getByText('stopped.bin')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  await page.unroute('**/uploads/*');
});

test('a whole folder is uploaded with what it holds, and refused names say why', async () => {
  const { page } = ann;
  const folder = join(await mkdtemp(join(tmpdir(), 'groma-folder-')), 'survey');
  await mkdir(join(folder, 'north'), { recursive: true });
  await writeFile(join(folder, 'points.geojson'), '{}');
  await writeFile(join(folder, 'north', 'tile.txt'), 'tile');
  await writeFile(join(folder, 'north', 'aux.txt'), 'reserved');
  await page.keyboard.press('Escape');
  await upload(page, folder, 'Upload a folder');
  await row(page, 'survey').dblclick();
  await row(page, 'north').dblclick();
  await expect(row(page, 'tile.txt', 3)).toBeVisible();
  await expect(row(page, 'tile.txt')).toHaveCount(1);
  await expect(page.getByText(/"aux\.txt" is a reserved name/)).toBeVisible();
});

test('[FIL-021] [FIL-022] several are downloaded as one zip, and search finds by name in all folders', async () => {
  const { page } = ann;
  await row(page, 'survey').click();
  await row(page, 'log.txt').click({ modifiers: ['Control'] });
  const saved = page.waitForEvent('download');
  await menu(page, 'log.txt', 'Download 2 items as zip');
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Search files', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search files' }).fill('tile');
  const found = page.getByRole('tree', { name: 'Search results' }).getByRole('treeitem', { name: 'tile.txt' });
  await expect(found).toContainText('/data/survey/north');
  await page.getByRole('textbox', { name: 'Search files' }).press('Escape');
});

test('[FIL-104] the drawer tells how the files become a network drive', async () => {
  const { page } = ann;
  await page.getByRole('complementary', { name: 'Files' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Connect as network drive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Files as a network drive' });
  await expect(dialog).toContainText(/http:\/\/[^/]+\/dav\/[\w-]+\/.*dav:\/\//s);
  await expect(dialog.getByRole('link', { name: 'Create an access token' })).toHaveAttribute('href', /account/);
  await expect(dialog.getByRole('button', { name: 'Copy address' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('who may only look sees what the role forbids, with the reason', async ({ browser }) => {
  const cem = await signUp(browser, 'cem');
  await shareWith(ann, cem, 'PROJECT_VIEWER');
  await cem.page.goto(ann.page.url());
  await openDrawer(cem.page, 'Files');
  await expect(cem.page.getByRole('button', { name: 'Upload', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await row(cem.page, 'log.txt').click({ button: 'right' });
  await expect(cem.page.getByRole('menuitem', { name: /^Delete/ })).toBeDisabled();
  await expect(cem.page.getByRole('menuitem', { name: /^Rename/ })).toContainText('editors only');
  await cem.context.close();
  // A file that is clicked opens, and may be deleted before its editor asks for its text.
  const isExpected = (found: string) =>
    /ERR_CONNECTION_RESET|ERR_FAILED|status of 409|status of 404 .*\/file-rooms$/.test(found);
  expect(errors.flatMap((found) => found()).filter((found) => !isExpected(found))).toEqual([]);
});
