import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { Cable } from './cable.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;

journeysOfTwo(async (one, other) => {
  [ann, ben] = [one, other];
  await makeWorkspace(ann, 'Rivers');
  await shareWith(ann, ben);
  await openDrawer(ann.page, 'GAIA Chat');
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Question to GAIA' });
const answer = (page: Page) => page.getByRole('article', { name: 'Answer from GAIA' });
const question = (page: Page) => page.getByRole('article', { name: 'Your question' });
const again = (page: Page) => page.getByRole('button', { name: 'Answer again' });

async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('[AIA-001] [AIA-021] [AIA-033] [AIA-085] a question is answered as Markdown, with its steps; nothing in it runs', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await expect(page.getByText('What would you like to know?')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('loopback · Free');
  await field(page).press('Enter');
  await expect(question(page)).toHaveCount(0);
  await ask(
    page,
    'call list_maps {}\n## Long rivers\n\n| river | km |\n| --- | --- |\n| Danube | 2850 |\n\n```python\nimport groma\n```\n\n' +
      '<img src=x onerror="document.title=1"> [bad](javascript:alert(1)) ![far](https://example.com/a.png) [good](https://example.com)',
  );
  await expect(again(page)).toBeVisible();
  await expect(answer(page).getByRole('heading', { name: 'Long rivers' })).toBeVisible();
  await expect(answer(page).getByRole('cell', { name: '2850' })).toBeVisible();
  await expect(answer(page).locator('.code-block .tok-keyword')).toHaveText('import');
  await expect(answer(page).locator('img')).toHaveCount(0);
  await expect(answer(page).getByRole('link')).toHaveCount(1);
  await expect(answer(page).getByRole('link', { name: 'good' })).toHaveAttribute('rel', 'noopener noreferrer');
  const step = answer(page).getByRole('button', { name: 'List maps Done' });
  await step.press('Enter');
  await expect(answer(page).getByText('Result')).toBeVisible();
  expect(await seriousFindings(page, '.gaia')).toEqual([]);
  expect(errors()).toEqual([]);
});

test('[AIA-052] [AIA-084] an answer is copied, and what was sent can be read', async () => {
  const { page, context } = ann;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const said = await answer(page)
    .getByRole('button', { name: 'Copy', exact: true })
    .evaluate(async (button) => {
      const changed = () =>
        new Promise<{ name: string | null; at: number }>((resolve) =>
          new MutationObserver((_, observer) => {
            observer.disconnect();
            resolve({ name: button.getAttribute('aria-label'), at: performance.now() });
          }).observe(button, { attributeFilter: ['aria-label'] }),
        );
      (button as HTMLElement).click();
      const [copied, usual] = [await changed(), await changed()];
      return { names: [copied.name, usual.name], forMs: usual.at - copied.at };
    });
  expect(said.names).toEqual(['Copied', 'Copy']);
  expect(said.forMs).toBeGreaterThan(2_900);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('## Long rivers');
  await answer(page).getByRole('button', { name: 'Show what was sent' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Sent to loopback');
  await expect(dialog.locator('pre')).toContainText('system:');
  await page.keyboard.press('Escape');
});

/** Has the model write a file, which it may only do with consent. */
const copyTo = (name: string): string =>
  `call change_by_sql ${JSON.stringify({ sql: `COPY (SELECT 1 AS a) TO '/data/${name}.csv'` })}\nDone with it.`;

test('[AIA-083] what changes something asks first, by keyboard, and can be allowed for the conversation', async () => {
  const { page } = ann;
  const card = page.getByRole('group', { name: /GAIA would like to run: Change data with SQL/ });
  await openDrawer(page, 'Files');
  await ask(page, copyTo('first'));
  await expect(card).toBeFocused();
  await expect(card).toContainText('/data/first.csv');
  await page.getByRole('button', { name: 'Don’t allow' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Change data with SQL Not allowed' })).toBeVisible();
  await expect(again(page)).toBeVisible();
  // SQL that writes is asked about each time.
  await ask(page, copyTo('second'));
  await expect(card.getByRole('button', { name: 'Allow', exact: true })).toBeVisible();
  await expect(card.getByRole('checkbox')).toHaveCount(0);
  await card.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
  await expect(page.getByRole('treeitem', { name: /second\.csv/ })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /first\.csv/ })).toHaveCount(0);
  await expect(again(page)).toBeVisible();
  // A tool on one notebook can be allowed for the conversation.
  const project = /workspaces\/([^/?]+)/.exec(page.url())![1]!;
  const notebook = await page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`/api/notebooks/projects/${id}`, { method: 'POST', headers, body: '{"name":"Lakes"}' });
    return ((await reply.json()) as { data: { id: string } }).data.id;
  }, project);
  const running = `call run_cells ${JSON.stringify({ notebook, cells: ['none'] })}\nDone with it.`;
  const runCard = page.getByRole('group', { name: /GAIA would like to run: Run cells/ });
  await ask(page, running);
  await runCard.getByRole('checkbox', { name: /^Always allow/ }).press('Space');
  await runCard.getByRole('button', { name: 'Allow', exact: true }).press('Enter');
  await expect(again(page)).toBeVisible();
  await ask(page, running);
  await expect(page.getByRole('button', { name: /^Run cells/ })).toHaveCount(2);
  await expect(again(page)).toBeVisible();
  await expect(runCard).toHaveCount(0);
});

test('[AIA-081] a question that is changed begins a branch, and so does an answer that is asked for again', async () => {
  const { page } = ann;
  await page.getByRole('button', { name: 'New conversation' }).click();
  await ask(page, 'red roses');
  await expect(again(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Edit the question' }).click();
  await question(page).getByRole('textbox').fill('blue violets');
  await question(page).getByRole('textbox').press('Enter');
  await expect(answer(page)).toContainText('blue violets');
  const versions = question(page).getByRole('group', { name: 'Versions' });
  await expect(versions).toContainText('2/2');
  await versions.getByRole('button', { name: 'Previous version' }).press('Enter');
  await expect(answer(page)).toContainText('red roses');
  await expect(versions).toContainText('1/2');
  await again(page).click();
  await expect(answer(page).getByRole('group', { name: 'Versions' })).toContainText('2/2');
  await page.reload();
  await expect(answer(page)).toContainText('red roses');
  await expect(answer(page).getByRole('group', { name: 'Versions' })).toContainText('2/2');
});

/** Long enough to be interrupted: a word each 5 ms. */
const long = (words: number): string => Array.from({ length: words }, (_, index) => `w${index}`).join(' ');

test('[AIA-086] an answer is stopped, and what there is of it stays', async () => {
  const { page } = ann;
  await page.getByRole('button', { name: 'New conversation' }).click();
  await ask(page, long(1_000));
  await expect(answer(page)).toContainText('w20');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(answer(page)).toContainText('Stopped.');
  await expect(answer(page)).toContainText('w20');
  await expect(answer(page)).not.toContainText('w999');
});

test('[AIA-082] an answer goes on after a reload and after a cut, and nothing is doubled', async ({ baseURL }) => {
  const { page } = ann;
  const cable = await Cable.to(baseURL!);
  const direct = page.url();
  await page.goto(cable.origin + new URL(direct).pathname);
  await openDrawer(page, 'GAIA Chat');
  await page.getByRole('button', { name: 'New conversation' }).click();
  // Longer than any page takes to come back: it is stopped in the end.
  await ask(page, `${long(1_800)}\nslowly`);
  await expect(answer(page)).toContainText('w20 ');
  await page.reload();
  await expect(answer(page)).toContainText('w60 ');
  cable.cut();
  await expect(page.getByText('The connection is lost.')).toBeVisible();
  const words = async () => (await answer(page).locator('.markdown-text').innerText()).trim().split(' ');
  const seen = (await words()).length;
  cable.mend();
  await expect(page.getByText('The connection is lost.')).toHaveCount(0);
  await expect.poll(async () => (await words()).length).toBeGreaterThan(seen + 20);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(answer(page)).toContainText('Stopped.');
  await expect(answer(page)).toHaveCount(1);
  await expect(question(page)).toHaveCount(1);
  const all = await words();
  expect(all.join(' ')).toBe(long(all.length));
  await page.goto(direct);
  cable.close();
});

test('[AIA-036] [AIA-087] a question that the server refuses is shown with the reason and can be sent again', async () => {
  const { page } = ann;
  await page.route('**/messages', (route) => route.fulfill({ status: 429, json: { code: 'TOO_MANY_REQUESTS' } }), {
    times: 1,
  });
  await ask(page, 'once more');
  await expect(page.locator('.gaia').getByRole('alert')).toContainText('Error:');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(answer(page).last()).toContainText('once more');
  await expect(page.locator('.gaia').getByRole('alert')).toHaveCount(0);
});

test('[AIA-002] [AIA-003] [AIA-004] [AIA-088] layers, files and notebooks go along by name, menu and picture', async () => {
  const { page } = ann;
  await page.evaluate(async (id) => {
    await fetch(`/api/notebooks/projects/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Low flow' }),
    });
  }, new URL(page.url()).pathname.split('/').pop()!);
  await page.getByRole('button', { name: 'New conversation' }).click();
  const chips = page.getByRole('list', { name: 'Attachments' });
  await openDrawer(page, 'Notebooks');
  await page.getByRole('treeitem', { name: /Low flow/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to GAIA Chat' }).click();
  await expect(chips.getByRole('listitem')).toHaveText(['Low flow']);
  // The same thing goes along once.
  await field(page).pressSequentially('Explain @Low');
  await page.getByRole('option', { name: 'Low flow' }).click();
  await expect(chips.getByRole('listitem')).toHaveText(['Low flow']);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('button', { name: 'Add to the question' })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Picture from this computer' }).click()),
  ]);
  await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') });
  await expect(chips.getByRole('listitem')).toHaveText(['Low flow', 'dot.png']);
  await expect(chips.locator('img')).toHaveCount(1);
  await field(page).press('Enter');
  await expect(again(page)).toBeVisible();
  await expect(question(page).getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveText([
    'Low flow',
    'dot.png',
  ]);
  await expect(page.locator('.gaia-composer').getByRole('listitem')).toHaveCount(0);
});

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('[AIA-089] conversations are renamed, shared, continued in a copy and deleted', async () => {
  const { page } = ann;
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('About low flow');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'More for About low flow' }).click();
  await page.getByRole('menuitem', { name: 'Share with the workspace' }).click();
  await expect(page.locator('.gaia-thread-bar')).toContainText('Shared');

  await ben.page.goto(page.url());
  await openDrawer(ben.page, 'GAIA Chat');
  await ben.page.getByRole('button', { name: 'Conversations' }).click();
  await expect(ben.page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(1);
  await ben.page.getByRole('button', { name: /^About low flow/ }).click();
  await expect(ben.page.getByText(/shared this conversation/)).toBeVisible();
  await expect(field(ben.page)).toHaveCount(0);
  await ben.page.getByRole('button', { name: 'Continue in a copy' }).click();
  await expect(field(ben.page)).toBeVisible();
  await ask(ben.page, 'and further');
  await expect(answer(ben.page).last()).toContainText('and further');
  await expect(answer(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'More for About low flow' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('What would you like to know?')).toBeVisible();
  await page.getByRole('button', { name: 'Conversations' }).click();
  await expect(page.getByRole('list', { name: 'Conversations' })).not.toContainText('About low flow');
  await page.getByRole('button', { name: 'Conversations' }).click();
});

test('[AIA-041] [AIA-090] analyst mode is remembered, and a key opens the chat', async () => {
  const { page } = ann;
  await page.getByRole('switch', { name: 'Analyst mode' }).check();
  await expect(page.getByText('Changes apply at once and can be reverted.')).toBeVisible();
  await page.locator('.gaia').getByRole('button', { name: 'Close drawer' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'GAIA Chat' })).toBeVisible();
  await page.keyboard.press('Control+Shift+G');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('switch', { name: 'Analyst mode' })).toBeChecked();
});

test('[AIA-088] [AIA-091] the assistant opens a map at a place, and is told which map is open', async () => {
  const { page } = ann;
  const projectId = new URL(page.url()).pathname.split('/').pop()!;
  const mapId = await page.evaluate(async (id) => {
    const reply = await fetch(`/api/maps/projects/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Low land' }),
    });
    return ((await reply.json()) as { data: { id: string } }).data.id;
  }, projectId);
  await page.getByRole('button', { name: 'New conversation' }).click();
  await ask(page, `call show_on_map {"map":"${mapId}","bounds":[4,51,7,53]}\nHere it is.`);
  await expect(page.getByRole('tab', { name: /Low land/ })).toBeVisible();
  await expect(again(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  const sent = page.waitForRequest((request) => request.url().endsWith('/messages'));
  await ask(page, 'and now?');
  const { map } = ((await sent).postDataJSON() as { view: { map: { id: string; bounds: number[] } } }).view;
  expect(map.id).toBe(mapId);
  expect(map.bounds[0]).toBeGreaterThan(-20);
  expect(map.bounds[2]).toBeLessThan(30);
  await expect(again(page)).toBeVisible();
});

test('[AIA-022] [AIA-062] the Pro queries that are left stand by the model; without models it says what to set', async () => {
  const { page } = ann;
  const pro = { id: 'big', name: 'Big', description: '', characterLimit: 20_000, isPro: true };
  await page.route('**/api/models', (route) =>
    route.fulfill({ json: { data: { models: [pro], defaultModel: 'big' } } }),
  );
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('Big · Pro');
  await expect(page.getByRole('note', { name: 'Pro queries left this month: 20' })).toHaveText('20/20 Pro');
  await page.unroute('**/api/models');
  await page.route('**/api/models', (route) => route.fulfill({ json: { data: { models: [], defaultModel: null } } }));
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.reload();
  await expect(page.getByText('AI features are not set up on this server.')).toBeVisible();
  await expect(page.getByText('GROMA_MODEL_URL')).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await page.unroute('**/api/models');
});

/** Has the page get an answer of so many characters in place of what the server would stream; it does not end. */
async function streamLong(page: Page, characters: number): Promise<void> {
  await page.evaluate((size) => {
    const real = globalThis.fetch;
    const paragraph =
      'Rivers **rise** in the hills, `flow` past towns and end in the sea; each has a basin of its own. ';
    const piece = (at: number): string =>
      at % 40 === 0
        ? '\n\n| river | km |\n| - | - |\n| Danube | 2850 |\n\n'
        : at % 7 === 0
          ? '\n\n'
          : paragraph.slice(0, 60);
    globalThis.fetch = async (input, init) => {
      if (init?.method !== 'POST' || !String(input).endsWith('/messages')) return real(input, init);
      const encoder = new TextEncoder();
      const say = (chunk: object) => encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`);
      let sent = 0;
      let at = 0;
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(say({ type: 'start', messageId: 'long' }));
          controller.enqueue(say({ type: 'text-start', id: '1' }));
          while (sent < size) {
            for (let count = 0; count < 10; count++) {
              const delta = piece(++at);
              sent += delta.length;
              controller.enqueue(say({ type: 'text-delta', id: '1', delta }));
            }
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          while (!('mayEnd' in globalThis)) await new Promise((resolve) => setTimeout(resolve, 20));
          controller.enqueue(say({ type: 'text-delta', id: '1', delta: '\n\nThe very end' }));
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
  }, characters);
}

test('[AIA-080] an answer of 200,000 characters is drawn once, not anew with each word, and one types meanwhile', async () => {
  const { page } = ann;
  await page.reload();
  await expect(field(page)).toBeVisible();
  await streamLong(page, 200_000);
  await ask(page, 'tell me everything');
  await expect(answer(page)).toContainText('Rivers');
  const drawn = page.evaluate(async () => {
    const shown = document.querySelector('.gaia-answer')!;
    let added = 0;
    const elementsIn = (node: Node) => (node instanceof Element ? 1 + node.querySelectorAll('*').length : 0);
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) added += elementsIn(node);
    });
    observer.observe(shown, { childList: true, subtree: true });
    while (!shown.textContent?.includes('The very end')) await new Promise(requestAnimationFrame);
    observer.disconnect();
    return { added, stands: elementsIn(shown) };
  });
  await field(page).pressSequentially('typed meanwhile', { delay: 30 });
  await expect(field(page)).toHaveValue('typed meanwhile');
  await expect(answer(page)).not.toContainText('The very end');
  await page.evaluate(() => Object.assign(globalThis, { mayEnd: true }));
  const { added, stands } = await drawn;
  expect(stands).toBeGreaterThan(500);
  // The block that is being written is drawn anew; those before it stand.
  expect(added).toBeLessThan(3 * stands);
  expect((await answer(page).textContent())!.length).toBeGreaterThan(150_000);
});
