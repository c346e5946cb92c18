import { expect, test, type Locator, type Page } from '@playwright/test';
import { makeWorkspace, openDrawer, signUp, type Person } from './person.ts';

let ann: Person;
let page: Page;
let projectUrl: string;
let projectId: string;
/** Rooms of notebooks and files that can be taken away while the rest of the server is there. */
let isCut = false;
const cuts = new Set<() => void>();

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 15_000 });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  ({ page } = ann);
  await makeWorkspace(ann, 'Outage');
  projectUrl = page.url();
  projectId = projectUrl.split('/').at(-1)!;
  await page.clock.install();
  await page.routeWebSocket(/\/parties\/(main|file)\//, (socket) => {
    if (isCut) return void socket.close({ code: 4000 });
    const server = socket.connectToServer();
    cuts.add(() => { void socket.close({ code: 4000 }); void server.close(); });
  });
  await page.goto(projectUrl);
});
test.afterAll(() => ann.context.close());

function cut(): void {
  isCut = true;
  for (const close of cuts) close();
  cuts.clear();
}

/** Focus has a page try at once. */
async function mend(): Promise<void> {
  isCut = false;
  await page.evaluate(() => dispatchEvent(new Event('focus')));
}

const notebook = (): Locator => page.locator('.notebook:visible');
const codeOf = (label: string): Locator => notebook().getByRole('region', { name: label, exact: true }).locator('.cm-content');
const kept = 'Not saved: kept in this browser';

async function openNotebook(name: string): Promise<void> {
  const initialTemplate = [{ type: 'codeCell', props: { code: '', label: 'Sum', language: 'python' } }, { type: 'paragraph', content: 'Prose' }];
  const made = await page.request.post(`/api/notebooks/projects/${projectId}`, { data: { name, initialTemplate } });
  expect(made.ok()).toBe(true);
  await openDrawer(page, 'Notebooks');
  await page.getByRole('treeitem', { name }).dblclick();
  await expect(notebook().locator('.bn-editor')).toBeVisible();
}

test('[SHL-120] [NBK-022] a notebook can be edited for ten seconds of an outage, is read-only after, and goes on where the cursor was', async () => {
  await openNotebook('Gauges');
  await codeOf('Sum').click();
  await page.keyboard.type('a = 1');
  cut();
  await expect(notebook().locator('.saving-mark')).toHaveText(/Not (connected|saved)/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('b = 2');
  await notebook().getByText('Prose').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' goes on');
  await codeOf('Sum').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await expect(notebook().locator('.saving-mark')).toHaveText(kept);
  await expect(notebook().getByText(/^Connection lost/)).toBeHidden();

  await page.clock.fastForward(11_000);
  await expect(notebook().getByText(/^Connection lost.*kept in this browser/)).toBeVisible();
  await expect(codeOf('Sum')).toHaveAttribute('contenteditable', 'false');
  await expect(codeOf('Sum')).toHaveText('a = 1b = 2');
  await expect(notebook().getByText('Prose goes on')).toBeVisible();

  await mend();
  await expect(notebook().getByText(/^Connection lost/)).toBeHidden();
  await expect(codeOf('Sum')).toBeFocused();
  await page.keyboard.type('0');
  await expect(codeOf('Sum')).toHaveText('a = 10b = 2');
  await expect(notebook().locator('.saving-mark')).toHaveText(/^Saved/);
  await page.keyboard.press('Control+z');
  await expect(codeOf('Sum')).not.toHaveText('a = 10b = 2');
});

test('[SHL-120] what was typed during an outage is there after a reload', async () => {
  await codeOf('Sum').fill('x = 1');
  await expect(notebook().locator('.saving-mark')).toHaveText(/^Saved/);
  cut();
  await expect(notebook().locator('.saving-mark')).toHaveText('Not connected');
  await page.keyboard.type('7');
  await expect(notebook().locator('.saving-mark')).toHaveText(kept);
  await page.reload();
  await expect(notebook().getByRole('status', { name: 'Opening the notebook' })).toBeVisible();
  await mend();
  await expect(codeOf('Sum')).toHaveText('x = 17');
  await page.reload();
  await expect(codeOf('Sum')).toHaveText('x = 17');
});
