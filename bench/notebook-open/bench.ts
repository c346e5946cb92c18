import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright-core';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { JupyterLab } from '../jupyter/jupyter-lab.ts';
import { startGroma, type GromaServer } from '../large-file/groma-server.ts';
import { makeLongNotebook } from './long-notebook.ts';

const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const patienceMs = 300_000;

let folder = '';
let server: GromaServer | null = null;
const lab = new JupyterLab();

/**
 * How a side is used: the page it opens in, the row of the notebook in its list, and the code of the cells that are
 * shown.
 */
interface Side {
  address: string;
  cookie?: string;
  ready(page: Page): Promise<Locator>;
  cells: string;
}

/**
 * From the double click on the notebook, in an application that is open, until a letter that was typed into its first
 * cell stands there. A browser of its own for each run.
 */
async function measure({ address, cookie, ready, cells }: Side): Promise<Measurement> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: flags,
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    if (cookie)
      await context.addCookies(
        cookie.split('; ').map((each) => ({
          name: each.slice(0, each.indexOf('=')),
          value: decodeURIComponent(each.slice(each.indexOf('=') + 1)),
          url: new URL(address).origin,
        })),
      );
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(address);
    const row = await ready(page);
    await page.waitForLoadState('networkidle');
    const begin = performance.now();
    await row.dblclick();
    const first = page.locator(cells).first();
    await first.click();
    await page.keyboard.type('q');
    await page.waitForFunction((selector) => document.querySelector(selector)?.textContent.includes('q'), cells);
    const value = performance.now() - begin;
    await page.keyboard.press('Backspace');
    const lines = await first.locator('.cm-line').allTextContents();
    return { value, output: lines.map((line) => line.replaceAll('\u200b', '').trimEnd()).join('\n') };
  } finally {
    await browser.close();
  }
}

const benchmark: Benchmark = {
  name: 'notebook-open',
  description:
    'a notebook of 2,000 cells and 50 MB of outputs, from the double click until a letter stands in its first cell',
  peerName: 'JupyterLab',
  unit: 'ms',
  better: 'lower',

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-'));
    server = await startGroma(folder);
    const { file } = await makeLongNotebook(server);
    await lab.start({ 'Long.ipynb': file });
  },
  ours: () =>
    measure({
      address: `${server!.origin}/workspaces/${server!.projectId}`,
      cookie: server!.cookie,
      cells: '.cm-content',
      async ready(page) {
        await page.getByRole('button', { name: 'Notebooks', exact: true }).first().click();
        const row = page.getByRole('treeitem', { name: 'Long', exact: true });
        await row.waitFor();
        return row;
      },
    }),
  peer: () =>
    measure({
      address: `${lab.origin}/lab?reset`,
      cells: '.jp-Notebook .jp-InputArea-editor .cm-content',
      async ready(page) {
        const row = page.locator('.jp-DirListing-item', { hasText: 'Long.ipynb' });
        await row.waitFor();
        return row;
      },
    }),

  async teardown() {
    await lab.stop();
    if (server && server.process.exitCode === null) {
      server.process.kill('SIGINT');
      await once(server.process, 'exit');
    }
    if (folder) await rm(folder, { recursive: true, force: true });
  },
};

export default benchmark;
