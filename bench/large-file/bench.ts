import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { linkTo, moveFile, sendFile, startGroma, type GromaServer } from './groma-server.ts';
import { wantedCity, writeLog, writeTable, type SeededLog } from './seeded-files.ts';

const bytes = 1024 ** 3;
/** What must hold, in milliseconds and bytes. */
const most = { firstLine: 1_000, lastLine: 2_000, firstRows: 1_000, heap: 300 * 1024 ** 2 };
const papaparse = fileURLToPath(import.meta.resolve('papaparse'));

let folder = '';
let server: GromaServer | null = null;
let log: SeededLog = { firstLine: '', lastLine: '' };
let wanted = 0;
let names = { log: 'service-0.log', table: 'places-0.csv' };

/** A browser of its own for each run: nothing is warm. */
async function inBrowser<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--enable-precise-memory-info',
    ],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    await signIn(context);
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

function signIn(context: BrowserContext): Promise<void> {
  const { origin, cookie } = server!;
  return context.addCookies(
    cookie.split('; ').map((each) => ({
      name: each.slice(0, each.indexOf('=')),
      value: decodeURIComponent(each.slice(each.indexOf('=') + 1)),
      url: origin,
    })),
  );
}

const sees = (page: Page, selector: string, text: string) =>
  page.waitForFunction(
    ([where, what]) => [...document.querySelectorAll(where!)].some((element) => element.textContent.includes(what!)),
    [selector, text] as const,
    { polling: 'raf', timeout: 300_000 },
  );

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Under another name the server knows nothing of a file that it has read before. */
async function renameFiles(): Promise<void> {
  const next = {
    log: names.log.replace(/\d+/, (number) => String(Number(number) + 1)),
    table: names.table.replace(/\d+/, (number) => String(Number(number) + 1)),
  };
  await moveFile(server!, `/data/${names.log}`, `/data/${next.log}`);
  await moveFile(server!, `/data/${names.table}`, `/data/${next.table}`);
  names = next;
}

async function runOurs(page: Page): Promise<Measurement> {
  await renameFiles();
  await page.goto(`${server!.origin}/workspaces/${server!.projectId}`);
  await page.getByRole('button', { name: 'Files', exact: true }).first().click();
  const openFile = (name: string) =>
    page
      .getByRole('treeitem', { name: new RegExp(`^${name}`) })
      .first()
      .dblclick();
  const firstLine = await timed(async () => {
    await openFile(names.log);
    await sees(page, '.virtual-line-text', log.firstLine);
  });
  const lastLine = await timed(async () => {
    await page.locator('.virtual-lines').focus();
    await page.keyboard.press('End');
    await sees(page, '.virtual-line-text', log.lastLine);
  });
  const firstRows = await timed(async () => {
    await openFile(names.table);
    await sees(page, '.ag-cell', 'name-');
  });
  const filtered = await timed(async () => {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('textbox', { name: /^city/i }).fill(wantedCity);
    await sees(page, '.viewer-foot', `${wanted.toLocaleString('en')} rows`);
  });
  const heap = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  );
  const figures = { firstLine, lastLine, firstRows, heap };
  process.stdout.write(
    `${Object.entries({ ...figures, filtered })
      .map(([name, value]) => `${name} ${Math.round(value)}`)
      .join(', ')}\n`,
  );
  for (const [name, value] of Object.entries(figures))
    if (value > most[name as keyof typeof most])
      throw new Error(`${name}: ${Math.round(value)} is more than ${most[name as keyof typeof most]}`);
  return { value: firstLine + lastLine + firstRows + filtered, output: `${log.firstLine}|${log.lastLine}|${wanted}` };
}

/**
 * What a page does without windows: the whole text by stream, cut at its lines, and Papa Parse over the whole table.
 */
async function runPeer(page: Page): Promise<Measurement> {
  await page.goto(`${server!.origin}/healthz`);
  await page.addScriptTag({ path: papaparse });
  const links = [await linkTo(server!, `/data/${names.log}`), await linkTo(server!, `/data/${names.table}`)] as const;
  const start = performance.now();
  const found = await page.evaluate(
    async ([logLink, tableLink, city]) => {
      const reader = (await fetch(logLink)).body!.pipeThrough(new TextDecoderStream()).getReader();
      let [first, last, rest] = ['', '', ''];
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        const lines = (rest + piece.value).split('\n');
        rest = lines.pop()!;
        first ||= lines[0] ?? '';
        last = lines.at(-1) ?? last;
      }
      const { Papa } = globalThis as unknown as { Papa: { parse(url: string, options: object): void } };
      const count = await new Promise<number>((resolve, reject) => {
        let kept = 0;
        Papa.parse(new URL(tableLink, location.origin).href, {
          download: true,
          skipEmptyLines: true,
          chunkSize: 10 * 1024 * 1024,
          error: reject,
          complete: () => resolve(kept),
          chunk: ({ data }: { data: string[][] }) => {
            for (const row of data) if (row[2]!.includes(city)) kept++;
          },
        });
      });
      return `${first}|${last}|${count}`;
    },
    [...links, wantedCity] as const,
  );
  return { value: performance.now() - start, output: found };
}

const benchmark: Benchmark = {
  name: 'large-file',
  description:
    'a log of 1 GB to its first and last line, a CSV of 1 GB to its first rows and to the count of its rows of one place; fails beyond 1 s, 2 s, 1 s and 300 MB of heap',
  peerName: 'whole text by stream, and Papa Parse',
  unit: 'ms',
  better: 'lower',
  pairs: 5,

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-files-'));
    const [logFile, tableFile] = [join(folder, 'service.log'), join(folder, 'places.csv')];
    log = writeLog(logFile, bytes);
    wanted = writeTable(tableFile, bytes);
    server = await startGroma(folder);
    await sendFile(server, logFile, `/data/${names.log}`);
    await sendFile(server, tableFile, `/data/${names.table}`);
  },
  ours: () => inBrowser(runOurs),
  peer: () => inBrowser(runPeer),

  async teardown() {
    if (server) {
      const gone = new Promise((resolve) => {
        server!.process.once('exit', resolve);
      });
      server.process.kill('SIGTERM');
      await gone;
    }
    if (folder) await rm(folder, { recursive: true, force: true });
  },
};

export default benchmark;
