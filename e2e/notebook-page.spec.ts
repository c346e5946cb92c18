import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;
let page: Page;
let projectUrl: string;
let projectId: string;

test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 15_000 });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  ({ page } = ann);
  await makeWorkspace(ann, 'One pen');
  projectUrl = page.url();
  projectId = projectUrl.split('/').at(-1)!;
});
test.afterAll(() => ann.context.close());

const code = (source: string, label: string, language = 'python') => ({
  type: 'codeCell',
  props: { code: source, label, language },
});
const paragraph = (content: string) => ({ type: 'paragraph', content });

async function open(name: string, blocks: unknown[]): Promise<void> {
  const made = await page.request.post(`/api/notebooks/projects/${projectId}`, {
    data: { name, initialTemplate: blocks },
  });
  expect(made.ok()).toBe(true);
  await openDrawer(page, 'Notebooks');
  await page.getByRole('treeitem', { name }).dblclick();
  await expect(notebook().locator('.bn-editor')).toBeVisible();
  // A panel that is opened is not the one in front until its tab says so.
  await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
}

const notebook = (): Locator => page.locator('.notebook:visible');
const cell = (label: string): Locator => notebook().getByRole('region', { name: label, exact: true });
const codeOf = (label: string): Locator => cell(label).locator('.cm-content');
/** The texts of all blocks, from above. */
const texts = (): Promise<string[]> =>
  notebook()
    .locator('.bn-block-content')
    .evaluateAll((blocks) => blocks.map((block) => (block.querySelector('.cm-content') ?? block).textContent.trim()));

async function dragByHandle(block: Locator, onto: Locator, place: 'above' | 'below'): Promise<void> {
  await block.hover();
  const handle = (await page.getByRole('button', { name: /Block menu/ }).boundingBox())!;
  const target = (await onto.boundingBox())!;
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(handle.x + 30, handle.y + 24, { steps: 4 });
  await page.mouse.move(target.x + 120, place === 'above' ? target.y + 3 : target.y + target.height - 4, { steps: 8 });
  await page.mouse.up();
  await page.mouse.move(target.x + 130, target.y + 10);
}

test('[NBK-011] [NBK-013] [NBK-014] text is marked by its toolbar, and blocks are moved by their menu', async () => {
  const errors = watchErrors(page);
  await open('Moves', [
    paragraph('First words'),
    paragraph('Second words'),
    code('one = 1', 'One'),
    code('two = 2', 'Two'),
    paragraph('Last words'),
  ]);
  await notebook().getByText('First words').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  const toolbar = page.locator('.bn-formatting-toolbar');
  for (const name of [
    'Bold',
    'Italic',
    'Underline',
    'Strike',
    'Code',
    'Align text left',
    'Align text center',
    'Align text right',
  ])
    await expect(toolbar.getByRole('button', { name, exact: true })).toBeVisible();
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await expect(notebook().locator('strong', { hasText: 'First words' })).toBeVisible();
  // The toolbar goes with the selection.
  await notebook().getByText('Last words').click();
  await expect(toolbar).toBeHidden();

  const choose = async (block: string, item: string) => {
    await notebook().getByText(block).hover();
    await page.getByRole('button', { name: /Block menu/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await notebook().getByText('Second words').hover();
  await page.getByRole('button', { name: /Block menu/ }).click();
  for (const name of ['Colors', 'Shift Up', 'Shift Down', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Shift Up' }).click();
  await expect.poll(texts).toEqual(['Second words', 'First words', 'one = 1', 'two = 2', 'Last words']);
  await choose('Second words', 'Shift Down');
  await expect.poll(texts).toEqual(['First words', 'Second words', 'one = 1', 'two = 2', 'Last words']);
  expect(errors()).toEqual([]);
});

test('[NBK-013] selected blocks are dragged together, and fall between blocks of code, never into them', async () => {
  const line = async (text: string) => (await notebook().getByText(text).boundingBox())!;
  const [from, to] = [await line('First words'), await line('Second words')];
  await page.mouse.move(from.x + 1, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await dragByHandle(notebook().getByText('First words'), cell('One'), 'below');
  await expect.poll(texts).toEqual(['one = 1', 'First words', 'Second words', 'two = 2', 'Last words']);
  await dragByHandle(cell('Two'), cell('One'), 'above');
  await expect.poll(texts).toEqual(['two = 2', 'one = 1', 'First words', 'Second words', 'Last words']);
  await codeOf('One').click();
  await page.keyboard.press('End');
  await page.keyboard.type('0');
  await expect(codeOf('One')).toHaveText('one = 10');
});

test('[NBK-073] a deleted block comes back by the key, also from within code, and by the notice', async () => {
  await cell('Two').hover();
  await cell('Two').getByRole('button', { name: 'Delete block' }).click();
  await expect(cell('Two')).toHaveCount(0);
  await expect(codeOf('One')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(codeOf('Two')).toHaveText('two = 2');
  await expect(codeOf('One')).toHaveText('one = 10');
  await page.keyboard.press('Control+z');
  await expect(codeOf('One')).toHaveText('one = 1');
  await cell('One').hover();
  await cell('One').getByRole('button', { name: 'Delete block' }).click();
  await expect(cell('One')).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect(codeOf('One')).toHaveText('one = 1');
  // A key right after a click acts where the click was.
  await notebook().getByText('Last words').click();
  await notebook().getByText('First words').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('New words');
  await expect.poll(texts).toEqual(['two = 2', 'one = 1', 'First words', 'New words', 'Second words', 'Last words']);
});

test('[NBK-002] [NBK-034] a notebook is renamed by its name; a name that is refused is said in a dialog, and stays until it is canceled', async () => {
  await page.route(`**/api/notebooks/*/projects/${projectId}`, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'The disk is full.', details: {} } }),
  );
  const name = notebook().getByLabel('Name');
  await name.fill('Other name');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Couldn’t rename the notebook')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(name).toHaveValue('Other name');
  await notebook().getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Moves');
  await page.unroute(`**/api/notebooks/*/projects/${projectId}`);
  await name.fill('Moves again');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Moves again', exact: true })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Moves again' })).toBeVisible();
});

test('[NBK-067] [NBK-141] [NBK-080] errors lead to their lines, bars rewrite theirs, formulas are set', async () => {
  expect((await page.request.post(`/api/machines/projects/${projectId}`, { data: {} })).ok()).toBe(true);
  await open('Results', [
    paragraph('Above the link'),
    {
      type: 'paragraph',
      content: [
        { type: 'link', href: 'https://example.org/', content: [{ type: 'text', text: 'A link', styles: {} }] },
      ],
    },
    { type: 'textInput', props: {} },
    code('def divide(x):\n    return 1 / x', 'Helpers'),
    code(
      'for i in range(3):\n    print(f"\\r{i} of 2", end="")\nfrom IPython.display import Markdown\nMarkdown("so $e^{i\\\\pi}=-1$")',
      'Bar',
    ),
    code('select 21 * 2 as answer', 'River flow', 'sql'),
    code('print(river_flow.answer[0])\ndivide(0)', 'Caller'),
  ]);
  await notebook().getByRole('button', { name: 'Run all' }).click();
  await expect(cell('Caller')).toHaveAttribute('data-state', 'failed', { timeout: 60_000 });
  await expect(cell('Bar')).toHaveAttribute('data-state', 'finished');
  await expect(cell('Bar').locator('.output-row').first()).toHaveText('2 of 2');
  await expect(cell('Bar').locator('.output math')).toBeVisible();
  await expect(cell('River flow').locator('.output-bar')).toContainText('river_flow');
  await expect(cell('Caller').locator('.output-row').first()).toHaveText('42');
  await cell('Caller').getByRole('button', { name: 'line 2 of “Helpers”' }).click();
  await expect(codeOf('Helpers')).toBeFocused();
  await page.keyboard.type('    return x');
  await expect(codeOf('Helpers').locator('.cm-line').nth(1)).toHaveText('    return x');
  await expect(cell('Caller').getByRole('button', { name: 'line 2 of this block' })).toBeVisible();
});

test('an arrow leads from an input block into the code after it, and Tab from a text to what comes after it', async () => {
  await notebook().getByText('Untitled Text Input').click();
  await page.keyboard.press('ArrowDown');
  await expect(codeOf('Helpers')).toBeFocused();
  await notebook().getByRole('button', { name: 'Text', exact: true }).click();
  await page.keyboard.type('/selector');
  await expect(page.getByRole('option').first()).toContainText(/^Selector/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(notebook().getByRole('button', { name: 'Code', exact: true })).toBeFocused();
  // A link in a text that is edited takes no focus.
  await notebook().getByText('Above the link').click();
  // A key of the text's own first: Tab right after a click may still act where the cursor was.
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await expect(notebook().locator('[data-content-type=textInput]').locator(':focus')).toHaveCount(1);
});

test('[NBK-074] a long output is drawn by the rows in sight, and read to its end', async () => {
  await codeOf('Helpers').fill('for i in range(60_000): print(f"{i:06d}", "-" * 60)');
  await page.keyboard.press('Control+Enter');
  await expect(notebook().getByRole('button', { name: 'Stop all' })).toBeVisible();
  await expect(cell('Helpers')).toHaveAttribute('data-state', 'finished', { timeout: 100_000 });
  const rows = cell('Helpers').locator('.output-row');
  await expect(cell('Helpers').getByText(/^059999/)).toBeVisible();
  expect(await rows.count()).toBeLessThan(140);
  await cell('Helpers')
    .locator('.output-window')
    .evaluate((list) => {
      list.scrollTop = list.scrollHeight / 2;
    });
  await expect(cell('Helpers').getByText(/^030000/)).toBeVisible();
});

test('[NBK-006] a kernel that dies without a run is said above the blocks', async () => {
  // A block that still runs is not run once more.
  await expect(notebook().getByRole('button', { name: 'Stop all' })).toHaveCount(0);
  // Long enough for the run to be over by then, on a busy machine too.
  await codeOf('Helpers').fill(
    'import os, threading\nthreading.Timer(4, lambda: os.kill(os.getpid(), 9)).start()\nprint("armed")',
  );
  await page.keyboard.press('Control+Enter');
  await expect(cell('Helpers').getByText('armed', { exact: true })).toBeVisible();
  await expect(cell('Helpers')).toHaveAttribute('data-state', 'finished');
  const notice = notebook().getByText(
    'The kernel ended and its variables are lost. Run the blocks that define them again.',
  );
  await expect(notice).toBeVisible();
  await expect(notebook().getByText('disconnected')).toBeVisible();
  await codeOf('Helpers').fill('"alive " + "again"');
  await page.keyboard.press('Control+Enter');
  await expect(cell('Helpers').getByText("'alive again'")).toBeVisible();
  await expect(cell('Helpers')).toHaveAttribute('data-state', 'finished');
  await expect(notice).toBeHidden();
});

test('[NBK-020] [NBK-021] [NBK-022] a skeleton is shown until the notebook is in step with the server; its blocks stay when the connection is lost', async () => {
  let isCut = true;
  const cuts = new Set<() => void>();
  await page.routeWebSocket(/\/parties\/main\//, (socket) => {
    const server = socket.connectToServer();
    const held: (() => void)[] = [];
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (isCut) held.push(() => socket.send(message));
      else socket.send(message);
    });
    cuts.add(() => {
      for (const send of held.splice(0)) send();
    });
    cuts.add(() => {
      if (isCut) void socket.close({ code: 4000 });
    });
  });
  await page.goto(projectUrl);
  await openDrawer(page, 'Notebooks');
  await page.getByRole('treeitem', { name: 'Moves' }).dblclick();
  const skeleton = notebook().getByRole('status', { name: 'Opening the notebook' });
  await expect(skeleton).toBeVisible();
  await expect(notebook().locator('.bn-editor')).toHaveCount(0);
  isCut = false;
  for (const go of cuts) go();
  await expect(notebook().locator('.bn-editor')).toBeVisible();
  await expect(skeleton).toHaveCount(0);
  isCut = true;
  for (const cut of cuts) cut();
  // What was there stays, to be edited at first and then to be read (SHL-120).
  await expect(notebook().locator('.saving-mark')).toHaveText('Not connected');
  await expect(notebook().locator('.bn-editor')).toBeVisible();
  await expect(skeleton).toHaveCount(0);
  isCut = false;
  await expect(async () => {
    for (const go of cuts) go();
    await expect(notebook().locator('.saving-mark')).not.toHaveText('Not connected', { timeout: 1_000 });
  }).toPass();
  await page.unrouteAll();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in a notebook with outputs, in the ${colorScheme}`, async () => {
    await page.emulateMedia({ colorScheme });
    await page.getByRole('treeitem', { name: 'Results' }).dblclick();
    await expect(cell('Caller').locator('.traceback')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('.notebook:not([hidden])').analyze();
    expect(
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ).toEqual([]);
  });
}

test('[NBK-088] [NBK-123] [NBK-124] [NBK-125] [NBK-180] widgets, maps and charts of a Jupyter file are drawn in their frames, in both colour schemes', async () => {
  const foliumPage = `<!DOCTYPE html><head><script src="https://cdn.jsdelivr.net/npm/leaflet@1.9.3/dist/leaflet.js"></script><script src="https://code.jquery.com/jquery-3.7.1.min.js"></script>
    <link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/leaflet@1.9.3/dist/leaflet.css"/></head><div class="folium-map" id="map" style="height:300px"></div>
    <script>var map = L.map('map', { center: [47.5, 19], zoom: 12 }); L.tileLayer('https://tile.openstreetmap.org/{z}/{x}/{y}.png', {}).addTo(map);
    L.marker([47.5, 19]).addTo(map).bindPopup(L.popup().setContent($('<b>Paks</b>')[0])).openPopup();
    new L.Control.MiniMap(L.tileLayer('https://tile.openstreetmap.org/{z}/{x}/{y}.png')).addTo(map); L.control.fullscreen({}).addTo(map);
    var cluster = L.markerClusterGroup({}).addTo(map); for (var i = 0; i < 7; i++) L.marker([47.51, 19]).addTo(cluster);
    L.heatLayer([[47.5, 19, 1]], {}).addTo(map);
    var scale = { color: d3.scale.threshold().domain([1, 2]).range(['#ffffff', '#ff0000', '#0000ff']), x: d3.scale.linear().domain([1, 2]).range([0, 400]), legend: L.control({ position: 'topright' }) };
    scale.legend.onAdd = function () { return L.DomUtil.create('div', 'legend'); }; scale.legend.addTo(map);
    d3.select('.legend.leaflet-control').append('svg').append('g').selectAll('rect').data(scale.color.range().map(function (d) { return { z: d }; })).enter().append('rect').attr('height', 10).style('fill', function (d) { return d.z; });
    d3.select('.legend svg').append('g').call(d3.svg.axis().scale(scale.x).orient('top').tickSize(1).tickValues([1, '', 2])).append('text').attr('class', 'caption').text('Depth of water');</script>`;
  const vegaChart = `<div id="chart"></div><script>var VEGA_DEBUG = (typeof VEGA_DEBUG == "undefined") ? {} : VEGA_DEBUG; (function () {
    function maybeLoadScript(lib, version) { return VEGA_DEBUG[lib.replace('-', '') + '_version'] == version ? Promise.resolve() : Promise.reject(new Error('not there')); }
    maybeLoadScript("vega", "6").then(() => maybeLoadScript("vega-lite", "6.4.1")).then(() => maybeLoadScript("vega-embed", "7"))
      .then(() => vegaEmbed(document.getElementById('chart'), { data: { values: [{ a: 'North', b: 3 }] }, mark: 'bar', encoding: { x: { field: 'a', type: 'nominal' }, y: { field: 'b', type: 'quantitative' } } }, { mode: 'vega-lite', renderer: 'svg' }));
  })();</script>`;
  const attribute = foliumPage
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const model = (name: string, state: object) => ({
    model_name: name,
    model_module: '@jupyter-widgets/controls',
    model_module_version: '2.0.0',
    state,
  });
  const output = (data: object) => ({
    cell_type: 'code',
    metadata: {},
    source: 'shown',
    execution_count: 1,
    outputs: [{ output_type: 'display_data', metadata: {}, data }],
  });
  const file = {
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {
      widgets: {
        'application/vnd.jupyter.widget-state+json': {
          version_major: 2,
          version_minor: 0,
          state: {
            box: model('VBoxModel', { children: ['IPY_MODEL_slider', 'IPY_MODEL_html'] }),
            slider: model('IntSliderModel', { value: 41, description: 'Depth' }),
            html: model('HTMLModel', {
              value: '<i>from the code</i><img src="x" onerror="parent.document.title = \'reached\'">',
            }),
          },
        },
      },
    },
    cells: [
      output({ 'application/vnd.jupyter.widget-view+json': { model_id: 'box' }, 'text/plain': 'VBox()' }),
      output({ 'text/html': `<div><iframe srcdoc="${attribute}" style="width:100%;height:300px"></iframe></div>` }),
      output({ 'text/html': vegaChart }),
      output({ 'text/html': '<iframe width="300" src="https://example.org/embed?v=1"></iframe>' }),
    ],
  };
  const made = await page.request.post(`/api/notebooks/projects/${projectId}`, {
    data: { name: 'Shown', initialTemplate: file },
  });
  expect(made.ok()).toBe(true);
  await openDrawer(page, 'Notebooks');
  await page.getByRole('treeitem', { name: 'Shown', exact: true }).dblclick();
  await expect(page.getByRole('tab', { name: 'Shown', exact: true })).toHaveAttribute('aria-selected', 'true');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const [widget, map, chart] = [0, 1, 2].map((index) =>
      notebook().locator('iframe.output-html').nth(index).contentFrame(),
    );
    await expect(widget!.getByText('Depth')).toBeVisible();
    await expect(widget!.getByText('41')).toBeVisible();
    await expect(widget!.getByText('from the code')).toBeVisible();
    await expect(map!.locator('iframe').contentFrame().locator('.leaflet-popup').getByText('Paks')).toBeVisible();
    await expect(map!.locator('iframe').contentFrame().locator('.marker-cluster')).toHaveText('7');
    await expect(map!.locator('iframe').contentFrame().locator('.legend')).toHaveText('12Depth of water');
    await expect(chart!.getByText('North')).toBeVisible();
  }
  await page.emulateMedia({ colorScheme: null });
  await expect(notebook().getByText('Not live: run the cell to use it.')).toBeVisible();
  await expect(notebook().getByRole('link', { name: 'https://example.org/embed?v=1' })).toHaveAttribute(
    'rel',
    /noopener noreferrer/,
  );
  expect(await page.title()).not.toContain('reached');
});
