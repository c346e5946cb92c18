import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import type { Benchmark, Measurement } from '../benchmark.ts';
import type { Run, Seeded } from './page.ts';
import { seededBox, seededPolygons, type SeededFeature } from './seeded-polygons.ts';
import { startStaticServer } from './static-server.ts';

/** The part of the geometry package that makes the layer's bytes, as the server's import does. */
interface GeometryModule {
  buildSnapshot(features: Iterable<SeededFeature & { fid: number }>): { manifest: object; files: Map<string, Uint8Array> };
}

const count = 100_000;
const geometryModule = new URL('../../packages/geo/src/index.ts', import.meta.url);
// The web application is a program, not a package: its parts are found by their place.
const mapFeature = join(import.meta.dirname, '../../apps/web/src/features/map');
const flags = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
];

let folder = '';
let server: Server | null = null;
let origin = '';
let seeded: Seeded | null = null;

/**
 * One run in a browser of its own: nothing is warm, and what the software renderer still paints of a frame ends with it.
 * The time ends when the frame with everything in it is handed to the graphics card. Painting it in software, which
 * only machines without a graphics card do, would take the peer a minute and us seven seconds.
 */
async function measure(side: 'runOurs' | 'runPeer'): Promise<Measurement> {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    await page.goto(`${origin}/page.html`);
    await page.waitForFunction((name) => name in globalThis, side);
    const run = await page.evaluate(([name, told]) => (globalThis as unknown as Record<string, (told: Seeded) => Promise<Run>>)[name]!(told), [side, seeded!] as const);
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return { value: run.milliseconds, output: run.output };
  } finally {
    await browser.close();
  }
}

const benchmark: Benchmark = {
  name: 'layer-open',
  description: '100,000 polygons from the request until a frame with all of them is drawn; both sides from one static server, ours with the bytes the product serves',
  peerName: 'GeoJsonLayer by fetch and JSON',
  unit: 'ms',
  better: 'lower',
  pairs: 5,

  async setup() {
    const { buildSnapshot } = await import(geometryModule.href) as GeometryModule;
    const features = seededPolygons(count);
    const { manifest, files } = buildSnapshot(features.map((feature) => ({ ...feature, fid: feature.properties.id })));
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-page-'));
    await build({
      root: import.meta.dirname, base: './', logLevel: 'error', configFile: false, worker: { format: 'es' },
      resolve: {
        alias: {
          'virtual:layer-path/layer-reader': join(mapFeature, 'layer/layer-reader.ts'),
          'virtual:layer-path/batch-layers': join(mapFeature, 'draw/batch-layers.ts'),
          'virtual:layer-path/progress-pace': join(mapFeature, 'draw/progress-pace.ts'),
        },
        dedupe: ['@deck.gl/core', '@luma.gl/core'],
      },
      build: { outDir: folder, target: 'es2022', emptyOutDir: true, chunkSizeWarningLimit: 5_000, rolldownOptions: { input: join(import.meta.dirname, 'page.html') } },
    });
    ({ origin, server } = await startStaticServer(folder, { parts: files, geojson: JSON.stringify({ type: 'FeatureCollection', features }) }));
    const [west, south, east, north] = seededBox;
    seeded = {
      layerId: 'layer', source: { manifest, partUrls: [...files.keys()].map((file) => `/maps/layers/layer/snapshot?part=${file}`) },
      view: { longitude: (west + east) / 2, latitude: (south + north) / 2, zoom: 4.5 },
    };
  },
  ours: () => measure('runOurs'),
  peer: () => measure('runPeer'),

  async teardown() {
    server?.close();
    if (folder) await rm(folder, { recursive: true });
  },
};

export default benchmark;
