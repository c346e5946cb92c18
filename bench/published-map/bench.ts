import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, map, template } from '@groma/protocol';
import { chromium, type Page } from 'playwright-core';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { sendFile, startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import { seededPolygons } from '../map-kepler/seeded-polygons.ts';

const count = Number(process.env['GROMA_BENCH_POLYGONS'] ?? 300_000);
/** A city and what lies around it, as most maps are published. */
const view = { longitude: 16.37, latitude: 48.2, zoom: 10, pitch: 0, bearing: 0 };
const patienceMs = 120_000;
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
];

let folder = '';
let server: GromaServer | null = null;
let published = '';

/** From the address until all that is in sight has been drawn, in a browser that has just begun. */
async function measure(open: (page: Page) => Promise<void>, cookie: string | null): Promise<Measurement> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: flags,
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    if (cookie !== null)
      await context.addCookies(
        cookie.split('; ').map((each) => ({
          name: each.slice(0, each.indexOf('=')),
          value: decodeURIComponent(each.slice(each.indexOf('=') + 1)),
          url: server!.origin,
        })),
      );
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    const begin = performance.now();
    await open(page);
    await page.waitForFunction(() => document.querySelector('.map-canvas canvas') !== null);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
    return { value: performance.now() - begin, output: 'the layer in sight' };
  } finally {
    await browser.close();
  }
}

/** A map of one layer with a view of its own, and its publication. */
async function makeMap({ origin, cookie, projectId }: GromaServer): Promise<string> {
  const client = createClient(origin, () => ({ cookie, origin }));
  const { data } = await client.call(map.createMap, { params: { projectId }, body: { name: 'Parcels' } });
  await client.call(map.importLayers, {
    query: { map_id: data.id, project_id: projectId, folder_name: 'data', file_path: '/data/parcels.geojson' },
  });
  await map.postToMap(client, data.id, { type: 'Save_View_State', view_state: view, project_id: projectId } as never);
  const params = { baseId: data.id, projectId };
  const { data: made } = await client.call(template.mapTemplates.create, {
    params,
    body: { title: 'Parcels', version: '1.0.0', categories: ['Urban'], is_public: true },
  });
  const end = Date.now() + patienceMs;
  while ((await client.call(template.mapTemplates.load, { params })).data === null) {
    if (Date.now() > end) throw new Error('The map was not published.');
    await sleep(500);
  }
  return made.id;
}

const benchmark: Benchmark = {
  name: 'published-map',
  description: `a published map of ${count.toLocaleString('en')} polygons that stands at a city, from its address until all in sight is drawn, in a new browser`,
  peerName: 'the same map in its workspace',
  unit: 'ms',
  better: 'lower',
  pairs: 5,

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-'));
    server = await startGroma(folder);
    const file = join(folder, 'parcels.geojson');
    await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features: seededPolygons(count) }));
    await sendFile(server, file, '/data/parcels.geojson');
    published = await makeMap(server);
  },

  ours: () =>
    measure(async (page) => {
      await page.goto(`${server!.origin}/embed/maps/${published}`, { waitUntil: 'commit' });
      await page.locator('.viewer-map[aria-busy="false"]').waitFor();
    }, null),

  peer: () =>
    measure(async (page) => {
      await page.goto(`${server!.origin}/workspaces/${server!.projectId}`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Maps', exact: true }).first().click();
      await page
        .getByRole('treeitem', { name: /^Parcels/ })
        .first()
        .dblclick();
      await page.locator('.map-panel[aria-busy="false"]').waitFor();
    }, server!.cookie),

  async teardown() {
    if (server) await stopProcess(server.process);
    if (folder) await rm(folder, { recursive: true, force: true });
  },
};

export default benchmark;
