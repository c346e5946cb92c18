import { expect, test, type Browser, type Page } from '@playwright/test';
import { browserWithWindow } from './browser.ts';
import { dangersOf, pasteEach, watchCanary, type Canary } from './hostile/canary.ts';
import { chunks, hostileBlocks, hostileNotebook } from './hostile/hostile-notebook.ts';
import { nameable, oneOfEach, payloads } from './hostile/payloads.ts';
import { makeWorkspace, openDrawer, signUp, type Person } from './person.ts';

// Payloads run first without the policies of the pages, which are the second wall: the first has to hold alone.
test.describe.configure({ mode: 'serial', timeout: 400_000 });
// Without a window the frames that are scrolled past are not drawn, and their payloads do not run.
test.use({ launchOptions: browserWithWindow });

const perNotebook = 768;
/** Two payloads of each way in, or with `GROMA_PAYLOADS=all` every one: thousands are slow to draw and to paste. */
const tried =
  process.env['GROMA_PAYLOADS'] === 'all'
    ? payloads
    : payloads.filter((_, index) => (Math.floor(index / oneOfEach.length) + (index % oneOfEach.length)) % 6 === 0);
let ann: Person;
let origin: string;
let projectId: string;

test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  await makeWorkspace(ann, 'Hostile');
  projectId = ann.page.url().split('/').at(-1)!;
  origin = new URL(ann.page.url()).origin;
});
test.afterAll(() => ann.context.close());

/** The same person in a browser of its own, with or without the policies of the pages. */
async function watched(browser: Browser, bypassCSP: boolean): Promise<{ page: Page; canary: Canary }> {
  const context = await browser.newContext({
    bypassCSP,
    viewport: { width: 1_000, height: 500 },
    storageState: await ann.context.storageState(),
  });
  const canary = await watchCanary(context, origin, bypassCSP);
  const page = await context.newPage();
  await page.goto(`/workspaces/${projectId}`);
  return { page, canary };
}

async function makeNotebook(name: string, initialTemplate: object): Promise<void> {
  const reply = await ann.page.request.post(`/api/notebooks/projects/${projectId}`, {
    data: { name, initialTemplate },
    headers: { origin },
  });
  expect(reply.status(), (await reply.text()).slice(0, 300)).toBe(200);
}

async function openNotebook(page: Page, name: string): Promise<void> {
  await openDrawer(page, 'Notebooks');
  await page.getByRole('treeitem', { name, exact: true }).dblclick();
  await expect(page.getByRole('tab', { name })).toBeVisible();
  // So much is heavy, and how fast it is drawn is not what is asked here.
  await expect(page.locator('.bn-editor:visible')).toBeVisible({ timeout: 60_000 });
}

/**
 * Goes through the notebook that is shown, until each block has been drawn with its outputs, and unfolds what is
 * folded.
 */
async function lookAtAll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frames = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      });
    const scroller = [...document.querySelectorAll<HTMLElement>('.notebook-scroll')].find(
      (each) => each.offsetParent !== null,
    )!;
    let drawn = 0;
    for (const cell of scroller.querySelectorAll<HTMLElement>('[data-content-type="codeCell"]')) {
      // What is drawn above it pushes it away again.
      for (let turn = 0; turn < 1_000 && !cell.querySelector('.output'); turn += 1) {
        cell.scrollIntoView();
        await frames();
      }
      for (const button of cell.querySelectorAll<HTMLButtonElement>('.traceback-tools button[aria-expanded="false"]'))
        button.click();
      drawn += cell.querySelectorAll('.output-part, .traceback').length;
    }
    return drawn;
  });
}

test('[NBK-088] the payloads are live where nothing holds them', async ({ browser }) => {
  const { page, canary } = await watched(browser, true);
  await page.goto('/output-frame.html');
  await page
    .evaluate(
      async (all) => {
        for (const html of all) {
          document.body.append(document.createRange().createContextualFragment(html));
          for (const link of document.querySelectorAll('a')) link.dispatchEvent(new MouseEvent('click'));
          await new Promise((resolve) => {
            requestAnimationFrame(resolve);
          });
          document.body.replaceChildren();
        }
        // Some lead the page away.
      },
      payloads.slice(0, oneOfEach.length).filter((payload) => !payload.includes('refresh')),
    )
    .catch(() => undefined);
  await expect.poll(() => new Set(canary.leaks).size).toBeGreaterThan(60);
  await page.context().close();
});

test('[NBK-088] [NBK-066] [NBK-106] no payload runs on our origin, in any kind of output, text or name of an imported notebook', async ({
  browser,
}) => {
  expect(payloads.length).toBeGreaterThanOrEqual(3_000);
  const { page, canary } = await watched(browser, true);
  for (const [index, some] of chunks(tried, perNotebook).entries()) {
    const name = `Outputs ${index}`;
    await makeNotebook(name, hostileNotebook(some));
    await openNotebook(page, name);
    // Three outputs of each payload, and those of several together.
    expect(await lookAtAll(page)).toBeGreaterThan(some.length * 3);
    expect(await dangersOf(page)).toEqual([]);
    await page.getByRole('tab', { name }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Close tab' }).click();
    await expect(page.locator('.bn-editor')).toHaveCount(0);
  }
  // Scripts of HTML outputs do run, where they have no origin: the payloads reached the frames.
  await expect.poll(() => canary.contained.size, { timeout: 60_000 }).toBeGreaterThan(tried.length / 16);
  expect(canary.leaks).toEqual([]);
  await page.context().close();
});

test('[NBK-017] [NBK-105] none runs that is pasted, as HTML, Markdown or blocks, or stands in links, pictures, colours and settings of blocks', async ({
  browser,
}) => {
  const { page, canary } = await watched(browser, true);
  await makeNotebook('Pasted', [{ type: 'paragraph', content: 'x' }]);
  await openNotebook(page, 'Pasted');
  expect(
    await pasteEach(
      page,
      chunks(tried, 8).map((some) => some.join('\n')),
      'text/html',
    ),
  ).toEqual([]);
  expect(
    await pasteEach(
      page,
      chunks(tried, 48).map((some) => some.join('\n\n')),
      'text/plain',
    ),
  ).toEqual([]);
  expect(
    await pasteEach(
      page,
      chunks(oneOfEach, 8).map((some) => some.join('\n')),
      'blocknote/html',
    ),
  ).toEqual([]);
  await makeNotebook('Blocks', hostileBlocks(oneOfEach));
  await openNotebook(page, 'Blocks');
  await lookAtAll(page);
  expect(await dangersOf(page)).toEqual([]);
  expect(canary.leaks).toEqual([]);
  await page.context().close();
});

test('[NBK-088] [NBK-119] with the policies in place nothing is even asked of the network; names are texts', async ({
  browser,
}) => {
  const headers = { origin };
  for (const name of nameable.slice(0, 20)) {
    await makeNotebook(name, [{ type: 'paragraph', content: 'x' }]);
    await ann.page.request.post(`/api/gcs/projects/${projectId}/files`, {
      headers,
      multipart: {
        filePaths: `/data/${name}.md`,
        files: { name: 'file', mimeType: 'text/markdown', buffer: Buffer.from(oneOfEach.join('\n\n')) },
      },
    });
  }
  await makeNotebook('All ways', hostileNotebook(oneOfEach));
  const { page, canary } = await watched(browser, false);
  await openNotebook(page, 'All ways');
  await lookAtAll(page);
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: nameable[0]! }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show preview' }).click();
  await expect(
    page
      .getByRole('region', { name: /^Content of/ })
      .getByText('__ran')
      .first(),
  ).toBeVisible();
  expect(await dangersOf(page)).toEqual([]);
  await expect.poll(() => canary.contained.size, { timeout: 60_000 }).toBeGreaterThan(50);
  expect(canary.leaks).toEqual([]);
  await page.context().close();
});
