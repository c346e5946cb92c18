import { expect, test, type Page } from '@playwright/test';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

/** A zip of one file `inside.txt` without compression. */
const zip = Buffer.from(
  'UEsDBBQAAAAAAAAAIVi08v66BgAAAAYAAAAKAAAAaW5zaWRlLnR4dGluc2lkZVBLAQIUAxQAAAAAAAAAIVi08v66BgAAAAYAAAAKAAAAAAAAAAAAAACAAQAAAABpbnNpZGUudHh0UEsFBgAAAAABAAEAOAAAAC4AAAAAAA==',
  'base64',
);
const notebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 4,
  metadata: {},
  cells: [
    { cell_type: 'markdown', source: ['# Low flow'], metadata: {} },
    {
      cell_type: 'code',
      source: ['print("seven days")'],
      execution_count: 1,
      outputs: [{ output_type: 'stream', name: 'stdout', text: ['seven days\n'] }],
      metadata: {},
    },
  ],
});

let ann: Person;
let projectId: string;
let errors: () => string[];

const row = (page: Page, name: string, level?: number) =>
  page
    .getByRole('tree', { name: 'Files' })
    .getByRole('treeitem', { name, exact: true, ...(level !== undefined && { level }) });

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Handling');
  projectId = ann.page.url().split('/').at(-1)!;
  for (const [name, body] of [
    ['flow.csv', 'a,b\n1,2\n'],
    ['low flow.ipynb', notebook],
    ['pack.zip', zip],
    ['read.py', 'import pandas\n\n'],
    ['outer/inner/deep.txt', 'deep'],
  ] as const) {
    const reply = await ann.context.request.post(`/api/gcs/projects/${projectId}/files`, {
      multipart: {
        filePaths: `/data/${name}`,
        files: { name: name.split('/').at(-1)!, mimeType: 'text/plain', buffer: Buffer.from(body) },
      },
    });
    expect(reply.ok()).toBe(true);
  }
  await openDrawer(ann.page, 'Files');
  await expect(row(ann.page, 'flow.csv')).toBeVisible();
});
test.afterAll(async () => {
  await ann.context.close();
});

test('[FIL-035] a notebook file is shown, and imported as a notebook with its outputs', async () => {
  const { page } = ann;
  await row(page, 'low flow.ipynb').dblclick();
  await page.getByRole('button', { name: 'Import as notebook' }).click();
  await expect(page.locator('.blocks h1')).toHaveText('Low flow');
  await expect(page.locator('.blocks .cell')).toContainText('seven days');
  await expect(page.getByRole('tab', { name: 'low flow', exact: true })).toBeVisible();
});

test('[SHL-057] a file that is dropped between blocks is read by a new one, within code it is its path', async () => {
  const { page } = ann;
  await row(page, 'flow.csv').dragTo(page.locator('.blocks h1'));
  await expect(page.locator('.blocks .cell').first()).toContainText('flow = pd.read_csv("/data/flow.csv")');
  const code = page.locator('.blocks .cm-content', { hasText: 'print(' });
  await row(page, 'flow.csv').dragTo(code.locator('.cm-line').first());
  await expect(code).toContainText('"/data/flow.csv"');
  await expect(page.locator('.blocks .cell')).toHaveCount(2);
});

test('[SHL-057] a file that is dropped into a text is its path, and copied rows are pasted as paths', async () => {
  const { page } = ann;
  await row(page, 'read.py').dblclick();
  const text = page.getByLabel('Content of /data/read.py');
  await expect(text).toContainText('import pandas');
  await row(page, 'flow.csv').dragTo(text.locator('.cm-line').nth(1));
  await expect(text).toContainText('"/data/flow.csv"');
  await row(page, 'pack.zip').click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Control+c');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+v');
  await expect(text).toContainText('/data/pack.zip');
});

test('[FIL-073] a folder springs open under a drag, and with Ctrl the file is copied there', async () => {
  const { page } = ann;
  await row(page, 'flow.csv').hover();
  await page.mouse.down();
  // A hand that rests is never quite still.
  let turn = 0;
  await expect
    .poll(async () => {
      await row(page, 'outer').hover({ position: { x: 40 + (turn++ % 2), y: 14 } });
      return row(page, 'inner').count();
    })
    .toBe(1);
  await page.keyboard.down('Control');
  await row(page, 'inner').hover();
  await row(page, 'inner').hover({ position: { x: 60, y: 14 } });
  await page.mouse.up();
  await page.keyboard.up('Control');
  await expect(row(page, 'flow.csv', 3)).toBeVisible();
  await expect(row(page, 'flow.csv', 1)).toBeVisible();
});

test('[FIL-073] what another program copied last is uploaded by paste; an unpacked zip is shown', async () => {
  const { page, context } = ann;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await row(page, 'flow.csv', 1).click();
  await page.keyboard.press('Control+c');
  await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 4 });
    const picture = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture! })]);
  });
  await row(page, 'inner').click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Control+v');
  await expect(row(page, 'image.png', 3)).toBeVisible();
  await expect(row(page, 'flow copy.csv')).toHaveCount(0);
  await row(page, 'pack.zip').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Extract' }).click();
  await expect(row(page, 'pack')).toHaveAttribute('aria-selected', 'true');
  await row(page, 'pack').dblclick();
  await expect(row(page, 'inside.txt', 2)).toBeVisible();
});

test('[FIL-008] a folder that is dropped from the computer comes with what it holds, and what has no room is said before', async () => {
  const { page, context } = ann;
  const folder = join(await mkdtemp(join(tmpdir(), 'groma-drop-')), 'survey');
  await mkdir(join(folder, 'empty'), { recursive: true });
  await writeFile(join(folder, 'points.txt'), 'points');
  const session = await context.newCDPSession(page);
  const drop = async () => {
    const box = (await row(page, 'outer').boundingBox())!;
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        type,
        x: box.x + 60,
        y: box.y + 12,
        data: { items: [], files: [folder], dragOperationsMask: 1 },
      });
  };
  await drop();
  await row(page, 'survey').dblclick();
  await expect(row(page, 'points.txt', 3)).toBeVisible();
  await expect(row(page, 'empty', 3)).toBeVisible();
  await page.route('**/files/usage', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { project: { bytes: number; limit: number | null } } };
    json.data.project.limit = json.data.project.bytes + 3;
    await route.fulfill({ response, json });
  });
  await drop();
  await expect(page.getByRole('dialog', { name: 'Not enough storage' })).toContainText(
    'These files need 6 B, but only 3 B is free.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // One that is asked meanwhile ends with the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(errors()).toEqual([]);
});
