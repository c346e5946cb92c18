import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

type Content = string | Buffer;

/** Puts files into the workspace that is open, by the call that forms use. */
async function put(page: Page, files: Record<string, Content>, replace = false): Promise<void> {
  const projectId = /workspaces\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  for (const [path, content] of Object.entries(files)) {
    const form = new FormData();
    form.append('filePaths', path);
    form.append('files', new Blob([content as string]), 'file');
    const reply = await page.request.post(`/api/gcs/projects/${projectId}/files${replace ? '?replace=true' : ''}`, {
      multipart: form,
      headers: { origin: new URL(page.url()).origin },
    });
    expect(reply.status(), await reply.text()).toBe(200);
  }
}

async function open(page: Page, name: string): Promise<void> {
  await openDrawer(page, 'Files');
  await page
    .getByRole('treeitem', { name: new RegExp(`^${name.replaceAll('.', String.raw`\.`)}`) })
    .first()
    .dblclick();
}

const viewer = (page: Page, path: string) => page.getByRole('region', { name: `Content of ${path}` }).first();
const table = Array.from(
  { length: 250 },
  (_, index) => `City ${index},${1_000_000 + index},${(index * 1.6).toFixed(2)},${1900 + (index % 100)}`,
).join('\n');
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAUCAYAAAC07qxWAAAAH0lEQVR4nGMQ6WmyAeIThGgGYhSBaIZRE0dNHNYmAgAoN0gwYtvDaAAAAABJRU5ErkJggg==',
  'base64',
);

/** A PDF of some pages, each with a large word on it. */
function pdfOf(pages: number): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (let page = 1; page <= pages; page++) {
    const drawing = `BT /F1 48 Tf 60 600 Td (Survey sheet ${page}) Tj ET 0.1 0.5 0.5 rg 60 300 200 120 re f`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + (page - 1) * 2} 0 R >>`,
      `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    );
  }
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}

let ann: Person;
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  await makeWorkspace(ann, 'Viewers');
});
test.afterAll(() => ann.context.close());

// At half the pixels Chromium doubles the steps of a wheel.
test.use({ deviceScaleFactor: 1 });

test('[FIL-040] [FIL-041] [FIL-045] [FIL-046] [FIL-047] [FIL-048] [FIL-050] a CSV is the Table Viewer: pages, counts, separators, sorting and filters', async () => {
  const { page } = ann;
  await put(page, {
    '/data/cities.csv': `name,Population,Density,year\n${table}\n`,
    '/data/small.csv': 'a,b\n1,2\n',
    '/data/none.csv': '',
  });
  await open(page, 'cities.csv');
  const grid = viewer(page, '/data/cities.csv');
  await expect(grid.getByText('Table Viewer')).toBeVisible();
  await expect(grid.getByText('250 rows × 4 columns')).toBeVisible();
  const row = grid.locator('.ag-row[row-index="1"]');
  await expect(row.locator('.ag-cell:not(.g-cell-index)')).toHaveText(['City 1', '1,000,001', '2', '1901']);
  await expect(grid.getByText('of 3')).toBeVisible();
  await grid.getByRole('button', { name: 'Next page' }).click();
  await expect(row.locator('.g-cell-text').first()).toHaveText('City 101');
  await expect(grid.locator('.ag-row[row-index="1"] .g-cell-index')).toHaveText('102');
  await grid.getByRole('columnheader', { name: 'Population' }).click();
  await grid.getByRole('columnheader', { name: 'Population' }).click();
  await expect(grid.locator('.ag-row[row-index="0"] .g-cell-text').first()).toHaveText('City 249');
  await grid.getByRole('button', { name: 'Filters' }).click();
  await grid.getByRole('textbox', { name: /name/i }).first().fill('City 24');
  await expect(grid.getByText('11 rows × 4 columns')).toBeVisible();
  await expect(grid.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await open(page, 'small.csv');
  await expect(viewer(page, '/data/small.csv').getByText('1 rows × 2 columns')).toBeVisible();
  await expect(viewer(page, '/data/small.csv').getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await open(page, 'none.csv');
  await expect(viewer(page, '/data/none.csv').getByText('No content')).toBeVisible();
});

/** Letters in an encoding of one byte each. */
function encoded(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter)!));
}

test('[FIL-089] a table in another encoding says which one it seems to be in, and is read in the one that is chosen', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  const towns = ['Москва', 'Ярославль', 'Нижний Новгород', 'Екатеринбург', 'Хабаровск', 'Владивосток'];
  const rows = Array.from({ length: 60 }, (_, index) => `${towns[index % towns.length]},${index}`);
  await put(page, { '/data/towns.csv': encoded(`город,номер\n${rows.join('\n')}\n`, 'koi8-r') });
  await open(page, 'towns.csv');
  const grid = viewer(page, '/data/towns.csv');
  const first = grid.locator('.ag-row[row-index="0"] .g-cell-text').first();
  await expect(first).toHaveText('Москва');
  await grid.getByRole('button', { name: 'Text encoding: KOI8-R (guessed)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reopen “towns.csv” with another encoding' });
  const field = dialog.getByRole('combobox', { name: 'Text encoding' });
  await expect(field).toBeFocused();
  expect(await seriousFindings(page, '[role=dialog]')).toEqual([]);
  await field.fill('1251');
  await page.getByRole('option', { name: 'Cyrillic (Windows-1251)' }).click();
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await expect(first).toHaveText(new TextDecoder('windows-1251').decode(encoded('Москва', 'koi8-r')));
  await expect(grid.getByText('60 rows × 2 columns')).toBeVisible();
  await grid.getByRole('button', { name: 'Text encoding: Windows-1251', exact: true }).click();
  await field.fill('koi8-r');
  await page.getByRole('option', { name: 'Russian (KOI8-R)' }).click();
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await expect(first).toHaveText('Москва');
  await expect(grid.getByRole('columnheader', { name: 'город' })).toBeVisible();
  expect(errors()).toEqual([]);
});

test('[FIL-052] [FIL-055] [FIL-056] [FIL-060] a text over 20 MB is lines with numbers, view only: jump to its end, search', async () => {
  const { page } = ann;
  const lines = Array.from(
    { length: 420_000 },
    (_, index) => `2026-03-01 line ${index} ${index === 300_123 ? 'the needle' : 'hay hay hay hay hay hay hay'}`,
  );
  // A form takes 15 MB; this goes by the resumable way.
  const projectId = /workspaces\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  const whole = Buffer.from(lines.join('\n'));
  const origin = new URL(page.url()).origin;
  const session = await page.request.post(`/api/gcs/projects/${projectId}/files/upload-urls`, {
    data: { filePath: '/data/big.log' },
    headers: { origin },
  });
  const { uploadSessionUri } = (await session.json()) as { uploadSessionUri: string };
  const sent = await page.request.put(uploadSessionUri, {
    data: whole,
    headers: {
      origin,
      'content-type': 'application/octet-stream',
      'content-range': `bytes 0-${whole.length - 1}/${whole.length}`,
    },
  });
  expect(sent.status()).toBe(200);
  await open(page, 'big.log');
  const text = viewer(page, '/data/big.log');
  await expect(text.getByText('Large File (View Only)')).toBeVisible();
  await expect(text.getByText('420,000 lines, (Read-only due to file size larger than 20MB)')).toBeVisible();
  await expect(text.getByText('2026-03-01 line 0 hay')).toBeVisible();
  const scroller = text.locator('.virtual-lines');
  expect(await scroller.locator('.virtual-line').count()).toBeLessThan(80);
  await scroller.focus();
  await page.keyboard.press('End');
  await expect(text.getByText('line 419999 hay')).toBeInViewport();
  await expect(text.locator('.virtual-line-number').last()).toHaveText('420000');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await expect(text.getByText('1 line', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text.locator('mark')).toHaveText('needle');
  await expect(text.locator('.virtual-line[data-here] .virtual-line-number')).toHaveText('300124');
  await text.getByLabel('Go to line').fill('12345');
  await expect(text.getByText('line 12344 hay')).toBeInViewport();
});

test('[FIL-027] [FIL-062] [FIL-063] [FIL-064] [FIL-065] [FIL-066] [FIL-067] an image zooms and pans within its bounds, and scripts in SVG stay still', async () => {
  const { page } = ann;
  await put(page, {
    '/data/plan.png': picture,
    '/data/drawing.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><script>parent.hacked = 1; window.hacked = 1</script><rect width="200" height="100" fill="teal" onload="window.hacked = 1"/></svg>',
    '/data/broken.png': 'not a picture',
  });
  await open(page, 'plan.png');
  const image = viewer(page, '/data/plan.png');
  await expect(image.getByText('Drag to pan, Wheel to zoom, Shift+Wheel to pan')).toBeVisible();
  await expect(image.getByText('10 × 20 px')).toBeVisible();
  expect(await image.locator('img').getAttribute('src')).toMatch(/^\/files\/signed\/groma\//);
  const zoom = image.getByLabel('Zoom', { exact: true });
  await expect(zoom).toHaveText('100%');
  await image.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom).toHaveText('110%');
  const stage = image.locator('.image-stage');
  await stage.hover();
  await page.mouse.wheel(0, -100);
  await expect(zoom).toHaveText('115%');
  for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, -100);
  await expect(zoom).toHaveText('300%');
  for (let turn = 0; turn < 80; turn++) await page.mouse.wheel(0, 100);
  await expect(zoom).toHaveText('10%');
  await image.getByRole('button', { name: 'Fit to view' }).click();
  await expect(zoom).toHaveText('100%');
  const place = async () => (await image.locator('img').boundingBox())!;
  const before = await place();
  await stage.hover();
  await page.mouse.down();
  await page.mouse.move(before.x + 60, before.y + 40, { steps: 4 });
  await page.mouse.up();
  expect((await place()).x).not.toBe(before.x);
  const dragged = await place();
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, 50);
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await place()).x).toBe(dragged.x - 50);
  await open(page, 'broken.png');
  await expect(
    viewer(page, '/data/broken.png').getByText('Error loading file: it is not an image that can be shown'),
  ).toBeVisible();
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: /^drawing\.svg/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show preview' }).click();
  await expect(viewer(page, '/data/drawing.svg').getByText('200 × 100 px')).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('[FIL-068] a PDF shows its pages', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await put(page, { '/data/sheets.pdf': pdfOf(30), '/data/fake.pdf': 'no pdf' });
  await open(page, 'sheets.pdf');
  const pdf = viewer(page, '/data/sheets.pdf');
  await expect(pdf.getByText('Page 1 of 30')).toBeVisible();
  await expect(pdf.getByText('Survey sheet 1', { exact: true })).toBeAttached();
  await expect(pdf.locator('[data-drawn] canvas').first()).toBeVisible();
  // The teal box of the sheet is really painted.
  const painted = await pdf
    .locator('[data-drawn] canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas
        .getContext('2d')!
        .getImageData(Math.round(canvas.width * 0.25), Math.round(canvas.height * 0.57), 1, 1);
      return Array.from(data.slice(0, 3));
    });
  expect(painted[0]).toBeLessThan(80);
  expect(painted[1]).toBeGreaterThan(90);
  await pdf.locator('.pdf-pages').evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect(pdf.getByText('Survey sheet 30', { exact: true })).toBeAttached();
  await expect(pdf.getByText('Page 30 of 30')).toBeVisible();
  // Only pages near the one in sight are held.
  expect(await pdf.locator('[data-drawn]').count()).toBeLessThan(8);
  expect(errors()).toEqual([]);
  await open(page, 'fake.pdf');
  await expect(viewer(page, '/data/fake.pdf').getByText(/Error loading file: /)).toBeVisible();
});

test('Markdown, notebooks and JSON are shown as what they mean, and nothing in them runs', async () => {
  const { page } = ann;
  await put(
    page,
    {
      '/data/plan.png': picture,
      '/data/docs/readme.md':
        '# Field notes\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\n\n[bad](javascript:window.hacked=1) ![plan](../plan.png) ![far](https://example.org/x.png)\n',
      '/data/analysis.ipynb': JSON.stringify({
        nbformat: 4,
        nbformat_minor: 4,
        metadata: { language_info: { name: 'python' } },
        cells: [
          { cell_type: 'markdown', source: ['# Analysis'], metadata: {} },
          {
            cell_type: 'code',
            source: 'print(1)',
            execution_count: 3,
            metadata: {},
            outputs: [
              { output_type: 'stream', name: 'stdout', text: ['\u001b[31mone\u001b[0m\n'] },
              { output_type: 'display_data', data: { 'text/html': '<script>window.hacked=1</script>' }, metadata: {} },
            ],
          },
        ],
      }),
      '/data/tree.json': JSON.stringify({
        a: { b: { c: { d: { e: 1 } } } },
        list: Array.from({ length: 250 }, (_, index) => index),
        word: 'x',
      }),
    },
    true,
  );
  const preview = async (name: string) => {
    await openDrawer(page, 'Files');
    await page
      .getByRole('treeitem', { name: new RegExp(`^${name.replace('.', String.raw`\.`)}`) })
      .first()
      .click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show preview' }).click();
  };
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: /^docs/ }).dblclick();
  await preview('readme.md');
  const notes = viewer(page, '/data/docs/readme.md');
  await expect(notes.getByRole('heading', { name: 'Field notes' })).toBeVisible();
  await expect(notes.getByRole('img', { name: 'plan' })).toHaveAttribute('src', /^\/files\/signed\//);
  await expect(notes.getByTitle('https://example.org/x.png')).toBeVisible();
  await expect(notes.getByRole('link', { name: 'bad' })).toHaveCount(0);
  await open(page, 'analysis.ipynb');
  const notebook = viewer(page, '/data/analysis.ipynb');
  await expect(notebook.getByRole('heading', { name: 'Analysis' })).toBeVisible();
  await expect(notebook.getByText('one', { exact: true })).toBeVisible();
  await expect(notebook.getByText('Output of type text/html is shown only in a running notebook.')).toBeVisible();
  await preview('tree.json');
  const tree = viewer(page, '/data/tree.json');
  await expect(tree.getByRole('treeitem', { name: /^c: \{\} 1 key/ })).toHaveAttribute('aria-expanded', 'false');
  await tree.getByRole('treeitem', { name: /0 … 99/ }).click();
  await expect(tree.getByRole('treeitem', { name: /100 … 199/ })).toHaveAttribute('aria-expanded', 'false');
  await tree.getByRole('treeitem', { name: /^c: / }).click();
  await expect(tree.getByRole('treeitem', { name: /^d: / })).toBeVisible();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('[FIL-030] a file that changes or goes while it is open says so, and can be read again', async () => {
  const { page } = ann;
  await put(page, { '/data/live.csv': 'a\n1\n' });
  await open(page, 'live.csv');
  const live = viewer(page, '/data/live.csv');
  await expect(live.getByText('1 rows × 1 columns')).toBeVisible();
  await put(page, { '/data/live.csv': 'a\n1\n2\n3\n' }, true);
  await expect(live.getByText('This file has changed since you opened it.')).toBeVisible();
  await live.getByRole('button', { name: 'Reload' }).click();
  await expect(live.getByText('3 rows × 1 columns')).toBeVisible();
});

test('[FIL-029] [FIL-031] [FIL-049] [FIL-061] what fails says so in the words of its viewer', async () => {
  const { page } = ann;
  await put(page, { '/data/fails.png': picture, '/data/fails.md': '# Title', '/data/fails.csv': 'a\n1\n' }, true);
  const refuse = {
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({ code: 'INTERNAL', message: 'the disk is away' }),
  };
  await page.route('**/api/gcs/signed-url/**', (route) => route.fulfill(refuse));
  await page.route('**/windows/table', (route) => route.fulfill(refuse));
  await open(page, 'fails.png');
  await expect(
    viewer(page, '/data/fails.png').getByText(/Error loading file: Error generating signed url for file/),
  ).toBeVisible();
  await open(page, 'fails.csv');
  await expect(viewer(page, '/data/fails.csv').getByText(/^Error parsing CSV content: /)).toBeVisible();
  await page.unrouteAll();
  await page.route('**/files/signed/**', (route) => route.abort());
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: /^fails\.md/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show preview' }).click();
  await expect(viewer(page, '/data/fails.md').getByText(/Failed to fetch file content/)).toBeVisible();
  await page.unrouteAll();
});

test('[FIL-037] a geodata file is a card with a place on the map, and goes into a new map', async () => {
  const { page } = ann;
  const point = (longitude: number) =>
    `<Placemark><name>p</name><Point><coordinates>${longitude},50</coordinates></Point></Placemark>`;
  await put(page, {
    '/data/places.kml': `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>places</name>${point(8)}${point(12)}</Document></kml>`,
  });
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: /^places\.kml/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show preview' }).click();
  const card = viewer(page, '/data/places.kml');
  await expect(card.getByRole('img', { name: /From 8\.0000° E to 12\.0000° E/ })).toBeVisible();
  await expect(card.getByText('EPSG:4326')).toBeVisible();
  await card.getByRole('button', { name: 'Add to map' }).click();
  await page.getByRole('menuitem', { name: 'New map' }).click();
  await expect(page.getByRole('tab', { name: /places\.kml/ }).last()).toBeVisible();
  await openDrawer(page, 'Maps');
  await expect(page.getByRole('treeitem', { name: /places/ }).nth(1)).toBeVisible();
});

test('viewers have no serious accessibility failings', async () => {
  const { page } = ann;
  await put(
    page,
    {
      '/data/seen.csv': `a,b\n${'1,x\n'.repeat(150)}`,
      '/data/seen.png': picture,
      '/data/seen.pdf': pdfOf(2),
      '/data/seen.ipynb': '{"cells":[{"cell_type":"code","source":"1","outputs":[]}]}',
    },
    true,
  );
  for (const name of ['seen.csv', 'seen.png', 'seen.pdf', 'seen.ipynb']) {
    await open(page, name);
    await expect(
      viewer(page, `/data/${name}`)
        .locator('.g-grid-body .ag-row, .image-picture, [data-drawn], .notebook-file')
        .first(),
    ).toBeVisible();
    expect(await seriousFindings(page, '.viewer')).toEqual([]);
  }
});
