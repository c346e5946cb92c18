import { expect, test } from '@playwright/test';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
journeysOfTwo((...both) => {
  [ann, ben] = both;
});

test('[NBK-001] [NBK-023] two people write one notebook and see each other', async () => {
  const errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Two pens');
  await shareWith(ann, ben);

  await ann.page.getByRole('button', { name: 'New notebook' }).first().click();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('Low flow');
  await ann.page.getByRole('button', { name: 'Create notebook' }).click();
  const annsCode = ann.page.locator('.cm-content').first();
  await expect(annsCode).toBeFocused();
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
  await expect(ann.page.locator('.cm-remote-caret-name', { hasText: ben.username })).toBeAttached();
  expect(errors()).toEqual([]);
});

test('[KRN-001] [NBK-018] [SHL-145] one runs a block, which starts the machine, and both see the output', async () => {
  await ann.page.locator('.cm-content').first().click();
  await ann.page.keyboard.press('Shift+Enter');
  await expect(ann.page.getByText('Starting the machine.')).toBeVisible();
  await expect(ann.page.getByText('42', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(ben.page.getByText('42', { exact: true })).toBeVisible();
});

test('[NBK-009] [NBK-010] [NBK-105] an input block comes by the slash menu, moves for the other person and reaches the code', async () => {
  await ann.page.getByRole('button', { name: 'Text', exact: true }).click();
  await ann.page.keyboard.type('/slider');
  await ann.page.getByRole('option', { name: /Slider/ }).click();
  const anns = ann.page.getByRole('slider', { name: 'Untitled Slider' });
  await anns.focus();
  for (let step = 0; step < 3; step += 1) await ann.page.keyboard.press('ArrowRight');
  await expect(ben.page.getByRole('slider', { name: 'Untitled Slider' })).toHaveAttribute('aria-valuenow', '3');

  await ben.page.getByRole('slider', { name: 'Untitled Slider' }).hover();
  await ben.page.getByRole('button', { name: 'Settings of Untitled Slider' }).click();
  await ben.page.getByLabel('Variable').fill('depth');
  await ben.page.getByLabel('Max', { exact: true }).fill('2');
  await ben.page.keyboard.press('Enter');
  await ben.page.keyboard.press('Escape');
  await expect(anns).toHaveAttribute('aria-valuenow', '2');

  await ann.page.getByRole('button', { name: 'Code', exact: true }).click();
  const code = ann.page.locator('.cm-content').last();
  await code.fill('print("depth is", depth)');
  await ann.page.keyboard.press('Control+Enter');
  await expect(ann.page.getByText('depth is 2', { exact: true })).toBeVisible();
  await expect(code).toBeFocused();
});

test('[NBK-105] a name that code cannot use is said at the block', async () => {
  await ann.page.getByRole('slider', { name: 'Untitled Slider' }).hover();
  await ann.page.getByRole('button', { name: 'Settings of Untitled Slider' }).click();
  await ann.page.getByLabel('Variable').fill('2nd depth');
  await expect(ann.page.getByText(/only letters a to z, digits and underscores/)).toBeVisible();
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.press('Escape');
  await expect(ann.page.getByRole('note', { name: /^Code cannot read/ })).toBeVisible();
  await expect(ben.page.getByRole('note', { name: /^Code cannot read/ })).toBeVisible();
});

test('[NBK-058] [NBK-061] [NBK-060] a mistake is marked in its block after writing stops, and goes when it is mended', async () => {
  const code = ann.page.locator('.cm-content').last();
  await code.fill('def f(:\n    pass');
  const mistakes = ann.page.locator('.cell').last().locator('.cm-lintRange-error');
  await expect(mistakes).not.toHaveCount(0);
  await expect(ann.page.locator('.cell').first().locator('.cm-lintRange-error')).toHaveCount(0);
  await code.fill('def f():\n    pass');
  await expect(mistakes).toHaveCount(0);
});

test('[NBK-067] [NBK-073] code is completed by the kernel, told about and undone', async () => {
  const code = ann.page.locator('.cm-content').last();
  await code.fill('import math');
  await ann.page.keyboard.press('Control+Enter');
  await expect(ann.page.locator('.cell').last()).toHaveAttribute('data-state', 'finished');
  await ann.page.keyboard.press('Control+End');
  await ann.page.keyboard.press('Enter');
  await code.pressSequentially('math.hypo');
  // The first answer of a kernel may come too late to be waited for; asked again it has it.
  await expect(async () => {
    await ann.page.keyboard.press('Control+Space');
    await expect(ann.page.getByRole('option', { name: 'hypot' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await ann.page.keyboard.press('Escape');
  await ann.page.keyboard.press('Control+Z');
  await expect(code).not.toContainText('math.hypo');
  // What a name is, by the keyboard, while it is called, and by the pointer.
  const told = ann.page.locator('.code-documentation');
  await code.fill('import math\nmath.hypot');
  await ann.page.keyboard.press('Control+End');
  await ann.page.keyboard.press('Control+Shift+Space');
  await expect(told).toContainText('hypot(');
  await ann.page.keyboard.press('Escape');
  await expect(told).toHaveCount(0);
  await ann.page.keyboard.type('(');
  await expect(told).toContainText('hypot(');
  // Completions that come meanwhile take the first Escape.
  await expect(async () => {
    await ann.page.keyboard.press('Escape');
    await expect(told).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await code
    .locator('.cm-line')
    .first()
    .hover({ position: { x: 70, y: 8 } });
  await expect(told).toContainText('mathematical functions');
});

test('[NBK-017] [NBK-042] [NBK-043] [NBK-045] [NBK-044] a dropped picture is made a smaller JPEG, and another kind of file is refused', async () => {
  const pasted = await ann.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1_600, 800);
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'teal';
    context.fillRect(0, 0, 1_600, 800);
    const png = new File([await canvas.convertToBlob({ type: 'image/png' })], 'map.png', { type: 'image/png' });
    const editor = document.querySelector<HTMLElement>('.bn-editor')!;
    const drop = (file: File) => {
      const data = new DataTransfer();
      data.items.add(file);
      editor.focus();
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    };
    const text =
      [...document.querySelectorAll<HTMLElement>('[data-content-type="paragraph"] .bn-inline-content')].at(-1) ??
      editor;
    getSelection()!.selectAllChildren(text);
    drop(png);
    (globalThis as unknown as { drop: typeof drop }).drop = drop;
    return true;
  });
  expect(pasted).toBe(true);
  const picture = ann.page.locator('[data-content-type="image"] img');
  await expect(picture).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    1_000, 500,
  ]);
  await ann.page.evaluate(() =>
    (globalThis as unknown as { drop(file: File): void }).drop(new File(['x'], 'a.tiff', { type: 'image/tiff' })),
  );
  await expect(ann.page.getByText('Only JPEG, PNG, SVG, WEBP and GIF image types are supported.')).toBeVisible();
});

test('[NBK-007] [NBK-106] [NBK-107] a notebook is downloaded in three forms and imported again', async () => {
  const download = async (form: string) => {
    await ann.page.getByRole('button', { name: 'Download', exact: true }).click();
    const [file] = await Promise.all([
      ann.page.waitForEvent('download'),
      ann.page.getByRole('menuitem', { name: form }).click(),
    ]);
    return file;
  };
  expect((await download('Python script (.py)')).suggestedFilename()).toBe('Low flow.py');
  expect((await download('Web page (.html)')).suggestedFilename()).toBe('Low flow.html');
  const file = await download('Jupyter notebook (.ipynb)');
  expect(file.suggestedFilename()).toBe('Low flow.ipynb');
  await openDrawer(ann.page, 'Notebooks');
  await ann.page.getByRole('button', { name: 'More', exact: true }).first().click();
  const [chooser] = await Promise.all([
    ann.page.waitForEvent('filechooser'),
    ann.page.getByRole('menuitem', { name: 'Import .ipynb…' }).click(),
  ]);
  await chooser.setFiles([
    {
      name: 'Imported.ipynb',
      mimeType: 'application/json',
      buffer: Buffer.concat((await (await file.createReadStream()).toArray()) as Buffer[]),
    },
    { name: 'broken.ipynb', mimeType: 'application/json', buffer: Buffer.from('{') },
  ]);
  await expect(ann.page.getByText('“Imported” was imported')).toBeVisible();
  await expect(ann.page.getByText(/Couldn’t import “broken.ipynb”/).first()).toBeVisible();
  await expect(ann.page.getByRole('slider', { name: 'Untitled Slider' }).last()).toHaveAttribute('aria-valuenow', '2');
  await ann.page.getByRole('treeitem', { name: 'Low flow' }).click();
});

test('[NBK-114] a link shows the notebook to somebody without an account', async ({ browser }) => {
  await ann.page.getByRole('button', { name: 'Read-only link' }).click();
  await ann.page.getByRole('button', { name: 'Create link' }).click();
  const address = await ann.page.getByLabel('Link', { exact: true }).inputValue();
  await expect(ann.page.getByText(/^Valid until /)).toBeVisible();
  await ann.page.keyboard.press('Escape');
  const stranger = await browser.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText('print(6 * 7)').first()).toBeVisible();
  await stranger.close();
});

test('[NBK-015] [NBK-026] a viewer reads the notebook and cannot run or write', async ({ browser }) => {
  const cleo = await signUp(browser, 'cleo');
  await shareWith(ann, cleo, 'PROJECT_VIEWER');
  await cleo.page.goto(ann.page.url());
  await openDrawer(cleo.page, 'Notebooks');
  await cleo.page.getByText('Low flow').first().dblclick();
  await expect(cleo.page.locator('.cm-content').first()).toContainText('print(6 * 7)');
  await expect(cleo.page.locator('.cm-content').first()).toHaveAttribute('contenteditable', 'false');
  await expect(cleo.page.getByRole('button', { name: 'Run all' })).toHaveCount(0);
  await expect(cleo.page.getByRole('slider')).toHaveCount(0);
  await expect(cleo.page.getByRole('button', { name: 'Read-only link' })).toHaveCount(0);
  await cleo.context.close();
});

test('[KRN-065] [KRN-067] the kernels are listed with their memory, and one is ended while the machine goes on', async () => {
  await openDrawer(ann.page, 'Virtual Machine');
  const kernels = ann.page.getByRole('region', { name: 'Kernels' });
  await expect(kernels.getByText(/^\d+\.\d\d GB$/)).toBeVisible({ timeout: 15_000 });
  const [, projectId] = /workspaces\/([\w-]+)/.exec(ann.page.url())!;
  const reply = await ann.page.request.get(`/api/machines/projects/${projectId}`);
  const { data } = (await reply.json()) as { data: { memoryLimitGb: number } };
  await expect(ann.page.getByText(`of ${Number(data.memoryLimitGb.toFixed(1))} GB`).first()).toBeVisible();
  await kernels.getByRole('button', { name: 'End the kernel of Low flow' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'End kernel' }).click();
  await expect(kernels).toHaveCount(0);
  await expect(ann.page.getByRole('button', { name: 'Stop machine' })).toBeVisible();
});

test('[NBK-177] [NBK-180] [NBK-182] [NBK-183] [NBK-185] [NBK-186] a slider and a widget with code of its own are used by keys, follow the other person, stay after a reload, and are not live without their kernel', async () => {
  const [, projectId] = /workspaces\/([\w-]+)/.exec(ann.page.url())!;
  const source = 'import ipywidgets as w\n_ = w.interact(lambda flow: flow * 100, flow=(0, 10))';
  // As a class of anywidget is, without that package.
  const ownCode = `import traitlets
def text(value): return traitlets.Unicode(value).tag(sync=True)
class Counter(w.DOMWidget):
    _model_name, _view_name, _model_module, _view_module = map(text, ['AnyModel', 'AnyView', 'anywidget', 'anywidget'])
    _esm = text("""export default { render({ model, el }) {
      const button = document.createElement('button');
      const show = () => { button.textContent = 'count is ' + model.get('count'); };
      button.onclick = () => { model.set('count', model.get('count') + 1); model.save_changes(); };
      model.on('change:count', show);
      show();
      el.append(button);
      import('https://parts.invalid/more.js').catch(() => undefined);
    } }""")
    count = traitlets.Int(3).tag(sync=True)
Counter()`;
  const made = await ann.page.request.post(`/api/notebooks/projects/${projectId}`, {
    data: {
      name: 'Moving',
      initialTemplate: [
        { type: 'codeCell', props: { code: source, label: 'Flow' } },
        { type: 'codeCell', props: { code: ownCode, label: 'Counter' } },
      ],
    },
  });
  expect(made.ok()).toBe(true);
  const open = async ({ page }: Person) => {
    await openDrawer(page, 'Notebooks');
    await page.getByRole('treeitem', { name: 'Moving', exact: true }).dblclick();
  };
  // The widget as it is kept stands above the live one until that is drawn.
  const widget = ({ page }: Person, label = 'Flow') =>
    page
      .locator('.notebook:visible')
      .getByRole('region', { name: label, exact: true })
      .locator('iframe.output-html')
      .last()
      .contentFrame();
  const shows = async (person: Person, flow: number) => {
    await expect(widget(person).getByRole('slider', { name: 'flow' })).toHaveAttribute('aria-valuenow', `${flow}.0`);
    await expect(widget(person).getByText(String(flow * 100), { exact: true })).toBeVisible();
  };
  const press = (person: Person, key: string) => widget(person).getByRole('slider', { name: 'flow' }).press(key);

  await Promise.all([open(ann), open(ben)]);
  await ann.page.locator('.notebook:visible').getByRole('button', { name: 'Run all' }).click();
  await expect(widget(ann).getByRole('slider', { name: 'flow' })).toBeVisible({ timeout: 60_000 });
  await shows(ben, 5);
  await press(ann, 'ArrowRight');
  for (const person of [ann, ben]) await shows(person, 6);
  await press(ben, 'ArrowRight');
  for (const person of [ann, ben]) await shows(person, 7);
  await widget(ann, 'Counter').getByRole('button', { name: 'count is 3' }).press('Enter');
  for (const person of [ann, ben]) await expect(widget(person, 'Counter').getByText('count is 4')).toBeVisible();
  await expect(ann.page.getByText('This widget loads parts of itself from parts.invalid.')).toBeVisible();

  await ann.page.reload();
  await open(ann);
  await shows(ann, 7);
  await press(ann, 'ArrowLeft');
  for (const person of [ann, ben]) await shows(person, 6);

  await openDrawer(ann.page, 'Virtual Machine');
  await ann.page.getByRole('button', { name: 'End the kernel of Moving' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'End kernel' }).click();
  for (const { page } of [ann, ben])
    await expect(page.locator('.notebook:visible').getByText('Not live: run the cell to use it.')).toHaveCount(2);
  await expect(widget(ben).getByText('600', { exact: true })).toBeVisible();
  await expect(widget(ben).getByRole('slider')).toHaveCount(0);
  await expect(widget(ben, 'Counter').getByRole('button', { name: /^count is/ })).toBeDisabled();
});
