import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from 'vite';
import { seededBox } from './seeded-polygons.ts';
import type { Measurement } from '../benchmark.ts';
import { seededAreas, seededPoints, type MapFeature } from './map-data.ts';
import { serveMaps } from './serve-maps.ts';

/** What a page is told: where its data is, and where the map stands. */
export interface Told {
  layers: { layerId: string; source: object }[];
  features: { points: string; areas: string };
  center: [number, number];
  zoom: number;
}

export type Side = 'ours' | 'kepler';

/** What a page says of its own opening: milliseconds until something is with the graphics card, and until all is. */
export interface Opened {
  first: number;
  all: number;
  count: number;
}
interface Opening {
  first: number;
  all: number;
  memory: number;
}

interface GeometryModule {
  buildSnapshot(features: Iterable<MapFeature>): { manifest: object; files: Map<string, Uint8Array> };
}

const here = import.meta.dirname;
const mapFeature = join(here, '../../apps/web/src/features/map');
const geometryModule = new URL('../../packages/geo/src/index.ts', import.meta.url);
const keplerFolder = join(here, '../../.cache/bench-kepler');
const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--js-flags=--max-old-space-size=8192',
];
const firstMinutes = 15;

/**
 * The product's map and kepler.gl as built pages with the same features, each opened once in a browser of its own. What
 * a machine without a graphics card would draw in software is left out on both sides: three million points take the
 * peer minutes for each frame. All that is made for the card and handed to it is measured.
 */
export class MapBench {
  #folder = '';
  #server: Server | null = null;
  #origin = '';
  #told: Told | null = null;
  readonly #browsers: Browser[] = [];
  readonly #pages = new Map<Side, Page>();

  async setup(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'groma-bench-map-'));
    await buildOurs(join(this.#folder, 'ours'));
    await buildKepler(join(this.#folder, 'kepler'));
    const { buildSnapshot } = (await import(geometryModule.href)) as GeometryModule;
    const parts = new Map<string, Uint8Array>();
    const layers = [
      ['points', seededPoints],
      ['areas', seededAreas],
    ] as const;
    const sources = layers.map(([layerId, features]) => {
      const { manifest, files } = buildSnapshot(features());
      for (const [file, bytes] of files) parts.set(`${layerId}/${file}`, bytes);
      return { layerId, source: { manifest, partUrls: [...files.keys()].map((file) => `/parts/${layerId}/${file}`) } };
    });
    ({ origin: this.#origin, server: this.#server } = await serveMaps(this.#folder, parts));
    const [west, south, east, north] = seededBox;
    this.#told = {
      layers: sources,
      features: { points: '/points.json', areas: '/areas.json' },
      center: [(west + east) / 2, (south + north) / 2],
      zoom: 4.5,
    };
  }

  /** Main-thread milliseconds of one frame while the map is moved. */
  async pan(side: Side): Promise<Measurement> {
    const frames = 30;
    const { page, told } = await this.#open(side);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const busy = async () =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value;
    const before = await busy();
    await page.evaluate(([count, given]) => (globalThis as unknown as Globals).moveMap(count, given), [
      frames,
      told,
    ] as const);
    const value = (((await busy()) - before) * 1_000) / frames;
    await session.detach();
    return { value, output: `${frames} frames` };
  }

  /** Milliseconds from the end of the box until everything in it is selected and handed to the graphics card. */
  async select(side: Side): Promise<Measurement> {
    const box = [seededBox[0] - 1, seededBox[1] - 1, seededBox[2] + 1, seededBox[3] + 1];
    const { page, told } = await this.#open(side);
    const { milliseconds, count } = await page.evaluate(
      async ([given, wanted]) => {
        const { selectAll, selectNothing } = globalThis as unknown as Globals;
        await selectNothing();
        const begin = performance.now();
        const found = await selectAll(given, wanted);
        return { milliseconds: performance.now() - begin, count: found };
      },
      [told, box] as const,
    );
    return { value: milliseconds, output: `${count} features` };
  }

  /**
   * What it takes a browser that has just begun to open the map: milliseconds from the click, megabytes of memory it
   * then holds.
   */
  async opening(side: Side): Promise<Opening & { output: string }> {
    const { browser, page, opened } = await this.#launch(side);
    try {
      return {
        first: opened.first,
        all: opened.all,
        memory: await memoryOf(browser, page),
        output: `${opened.count} features`,
      };
    } finally {
      await browser.close();
    }
  }

  async teardown(): Promise<void> {
    for (const browser of this.#browsers) await browser.close();
    this.#server?.close();
    if (this.#folder) await rm(this.#folder, { recursive: true });
  }

  async #open(side: Side): Promise<{ page: Page; told: Told }> {
    const told = this.#told!;
    const known = this.#pages.get(side);
    if (known) return { page: known, told };
    const { browser, page } = await this.#launch(side);
    this.#browsers.push(browser);
    this.#pages.set(side, page);
    return { page, told };
  }

  async #launch(side: Side): Promise<{ browser: Browser; page: Page; opened: Opened }> {
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: flags,
    });
    try {
      const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
      page.setDefaultTimeout(firstMinutes * 60_000);
      await page.addInitScript(() => {
        for (const name of [
          'drawArrays',
          'drawElements',
          'drawArraysInstanced',
          'drawElementsInstanced',
          'drawRangeElements',
        ] as const)
          WebGL2RenderingContext.prototype[name] = () => undefined;
      });
      await page.goto(`${this.#origin}/${side}/${side}.html`);
      await page.waitForFunction(() => 'openMap' in globalThis);
      const opened = await page.evaluate((given) => (globalThis as unknown as Globals).openMap(given), this.#told!);
      return { browser, page, opened };
    } catch (error) {
      await browser.close();
      throw error;
    }
  }
}

/** Megabytes that the process of a page holds for itself: its heap, those of its workers, and what lies beside them. */
async function memoryOf(browser: Browser, page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  return Math.max(...sizes);
}

interface Globals {
  openMap(told: Told): Promise<Opened>;
  moveMap(frames: number, told: Told): Promise<void>;
  selectAll(told: Told, box: number[]): Promise<number>;
  selectNothing(): Promise<void>;
}

async function buildOurs(outDir: string): Promise<void> {
  const parts = {
    'layer-reader': 'layer/layer-reader.ts',
    'map-view': 'view/map-view.ts',
    'map-state': 'session/map-state.ts',
    'fid-set': 'session/fid-set.ts',
  };
  await build({
    root: here,
    base: './',
    logLevel: 'error',
    configFile: false,
    worker: { format: 'es' },
    resolve: {
      alias: Object.fromEntries(
        Object.entries(parts).map(([name, path]) => [`virtual:map-path/${name}`, join(mapFeature, path)]),
      ),
      dedupe: ['@deck.gl/core', '@luma.gl/core'],
    },
    build: {
      outDir,
      target: 'es2022',
      emptyOutDir: true,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: join(here, 'ours.html') },
    },
  });
}

/** kepler.gl brings eight hundred packages, among them another React: they are installed apart, and only for this. */
async function buildKepler(outDir: string): Promise<void> {
  await mkdir(keplerFolder, { recursive: true });
  for (const [from, to] of [
    ['kepler-packages.json', 'package.json'],
    ['kepler.html', 'kepler.html'],
  ] as const)
    await copyFile(join(here, from), join(keplerFolder, to));
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--prefer-offline'],
    { cwd: keplerFolder, stdio: 'ignore' },
  );
  await build({
    root: keplerFolder,
    base: './',
    logLevel: 'silent',
    configFile: false,
    define: { 'process.env': '{}', global: 'globalThis' },
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 20_000,
      rolldownOptions: { input: join(keplerFolder, 'kepler.html') },
    },
  });
}
