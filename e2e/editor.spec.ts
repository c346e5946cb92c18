import { expect, test, type Page } from '@playwright/test';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
let projectId: string;

journeysOfTwo(async (...both) => {
  [ann, ben] = both;
  await makeWorkspace(ann, 'Two editors');
  projectId = ann.page.url().split('/').at(-1)!;
  await shareWith(ann, ben);
  await put('flow.py', 'import groma\n\ndef low_flow(days):\n    return min(days)\n');
});

/** Puts a file into the workspace past the editor, as an upload does. */
async function put(name: string, text: string | Buffer): Promise<void> {
  const reply = await ann.context.request.post(`/api/gcs/projects/${projectId}/files?replace=true`, {
    multipart: { filePaths: `/data/${name}`, files: { name, mimeType: 'text/plain', buffer: Buffer.from(text) } },
  });
  expect(reply.ok()).toBe(true);
}

async function content(name: string): Promise<string> {
  const { signedUrl } = (await (
    await ann.context.request.get(`/api/gcs/signed-url/groma/${projectId}/data%2F${name}`)
  ).json()) as { signedUrl: string };
  return (await ann.context.request.get(signedUrl)).text();
}

async function openFile(page: Page, name: string) {
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: new RegExp(`^${name.replace('.', '\\.')}`) }).dblclick();
  const code = page.getByLabel(`Content of /data/${name}`);
  await expect(code).toBeVisible();
  return code;
}

test('[FIL-069] [FIL-083] [SHL-019] two people edit a file and see each other; the file follows', async () => {
  const errors = watchErrors(ann.page);
  const anns = await openFile(ann.page, 'flow.py');
  await expect(anns).toContainText('return min(days)');
  await expect(ann.page.getByText('Python', { exact: true })).toBeVisible();
  await ben.page.goto(ann.page.url());
  const bens = await openFile(ben.page, 'flow.py');
  await bens.click();
  await ben.page.keyboard.press('ControlOrMeta+End');
  await ben.page.keyboard.type('# checked by ben');
  await expect(anns).toContainText('# checked by ben');
  await expect(ann.page.locator('.cm-remote-caret-name', { hasText: ben.username })).toBeAttached();
  await expect(ann.page.getByRole('img', { name: ben.username }).first()).toBeVisible();
  await expect.poll(() => content('flow.py')).toContain('# checked by ben');
  // Undo takes back what one wrote oneself.
  await anns.click();
  await ann.page.keyboard.press('ControlOrMeta+Home');
  await ann.page.keyboard.type('# by ann');
  await expect(bens).toContainText('# by ann');
  await ann.page.keyboard.press('ControlOrMeta+z');
  await expect(bens).not.toContainText('# by ann');
  await expect(bens).toContainText('# checked by ben');
  await expect(ben.page.locator('.file-editor-saving')).toHaveText(/^Saved, /);
  expect(errors()).toEqual([]);
});

test('[SHL-019] find, go to a line, wrap lines, and line ends', async () => {
  const { page } = ann;
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('days');
  await expect(page.locator('.cm-searchMatch')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Line \d/ }).click();
  await page.locator('.cm-goto-line input[type=text]').fill('3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Line 3, column 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Line endings: LF' }).click();
  await page.getByRole('menuitem', { name: 'CRLF (Windows)' }).click();
  await expect(ben.page.getByRole('button', { name: 'Line endings: CRLF' })).toBeVisible();
  await expect.poll(() => content('flow.py')).toContain('import groma\r\n');
  await page.getByRole('button', { name: 'Wrap lines' }).click();
  await expect(page.locator('.cm-lineWrapping')).toBeVisible();
  await page.getByRole('button', { name: 'Wrap lines' }).click();
});

test('[FIL-069] a file that was changed outside comes in; edits at the same time are a conflict that is decided', async () => {
  const { page } = ann;
  await put('notes.md', '# Notes\n\nfirst\n');
  const code = await openFile(page, 'notes.md');
  await put('notes.md', '# Notes\n\nfirst, from outside\n');
  await expect(code).toContainText('first, from outside');
  // The edit must fall between two writings of the file: once more, until it does.
  const compare = page.getByRole('button', { name: 'Compare' });
  let theirs = '';
  await expect(async () => {
    theirs = `theirs ${Math.random()}`;
    await code.click();
    await page.keyboard.press('ControlOrMeta+End');
    await Promise.all([page.keyboard.type('mine'), put('notes.md', `# Notes\n\n${theirs}\n`)]);
    await expect(compare).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await compare.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.cm-merge-a')).toContainText(theirs);
  await dialog.getByRole('button', { name: 'Use the file’s text' }).click();
  await expect(dialog).toBeHidden();
  await expect(code).toContainText(theirs);
  await expect(compare).toBeHidden();
});

test('[FIL-088] a text in an old encoding is opened anew in the right one, and a letter that it lacks is asked about', async () => {
  const { page } = ann;
  const greek = Buffer.from([0xe1, 0xe2, 0xe3, 0x0a]);
  await put('greek.txt', greek);
  const code = await openFile(page, 'greek.txt');
  await page.getByRole('button', { name: /^Text encoding: .* \(guessed\)$/ }).click();
  await page.getByRole('menuitem', { name: 'Reopen with encoding…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reopen “greek.txt” with another encoding' });
  const field = dialog.getByRole('combobox', { name: 'Text encoding' });
  await field.fill('Windows-1253');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Text in the file')).toHaveText('αβγ');
  await dialog.getByRole('button', { name: 'Reopen', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(code).toContainText('αβγ');
  await code.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('水');
  await expect(page.getByText('Windows-1253 cannot represent 水.')).toBeVisible();
  await page.getByRole('button', { name: 'Save as UTF-8' }).click();
  await expect(page.getByRole('button', { name: 'Text encoding: UTF-8' })).toBeVisible();
  await expect.poll(() => content('greek.txt')).toBe('水αβγ\n');
  await openFile(page, 'notes.md');
});

test('[FIL-069] the editor follows a file that somebody renames, and says when it is gone', async () => {
  const request = ben.context.request;
  // Whoever types while it is renamed goes on in the same place.
  await ann.page.getByLabel('Content of /data/notes.md').click();
  await ann.page.keyboard.press('Control+End');
  const typing = ann.page.keyboard.type('abcdefghijklmnopqrstuvwxyz0123456789', { delay: 40 });
  const moved = await request.post(`/api/gcs/projects/${projectId}/files/move`, {
    data: { from: '/data/notes.md', to: '/data/report.md' },
  });
  expect(moved.ok()).toBe(true);
  await expect(ann.page.getByLabel('Content of /data/report.md')).toContainText('theirs');
  await typing;
  await expect(ann.page.getByLabel('Content of /data/report.md')).toContainText('abcdefghijklmnopqrstuvwxyz0123456789');
  await request.delete(`/api/gcs/projects/${projectId}/files?path=/data/report.md`);
  await expect(ann.page.getByText('“report.md” was deleted', { exact: false })).toBeVisible();
  await ann.page.getByRole('button', { name: 'Restore file' }).click();
  await expect(ann.page.getByText('“report.md” was deleted', { exact: false })).toBeHidden();
  await expect.poll(() => content('report.md')).toContain('theirs');
});

test('[FIL-072] a viewer reads along and cannot write, and is told why', async ({ browser }) => {
  const cleo = await signUp(browser, 'cleo');
  await shareWith(ann, cleo, 'PROJECT_VIEWER');
  await cleo.page.goto(ann.page.url());
  const code = await openFile(cleo.page, 'flow.py');
  await expect(code).toHaveAttribute('aria-readonly', 'true');
  await code.click();
  await cleo.page.keyboard.type('not mine');
  await expect(code).not.toContainText('not mine');
  await cleo.page.getByText('View only').hover();
  await expect(
    cleo.page.getByText('Your role lets you read the files of this workspace, not change them.'),
  ).toBeVisible();
  await cleo.context.close();
});

test('[SHL-027] [SHL-028] [FIL-071] what is said while a file is on its way, without a room, and after 5 seconds', async () => {
  const { page } = ben;
  await put('slow.txt', 'slow\n');
  const rooms = /\/file-rooms$/;
  await page.route(rooms, (route) =>
    route.fulfill({ json: { data: { fileId: '', roomId: '', path: '/data/slow.txt' } } }),
  );
  await openDrawer(page, 'Files');
  const row = page.getByRole('treeitem', { name: /^slow\.txt/ });
  await row.dblclick();
  await expect(page.getByText('Error loading file editor')).toBeVisible();
  await expect(page.getByText('Missing required collaboration data')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.unroute(rooms);
  // A room that lets one in and then says nothing.
  let isSilent = true;
  await page.routeWebSocket(/\/parties\/file\//, (socket) => {
    if (!isSilent) socket.connectToServer();
  });
  await row.dblclick();
  await expect(page.getByText('Uploading file from desktop to your /data folder...').last()).toBeVisible();
  await expect(page.getByText('The file did not answer within 5 seconds.')).toBeVisible({ timeout: 8_000 });
  isSilent = false;
  await page.reload();
  await expect(page.getByLabel('Content of /data/slow.txt')).toContainText('slow');
});
