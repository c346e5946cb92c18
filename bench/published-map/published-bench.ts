import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createClient, map, template } from '@groma/protocol';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { contentOf } from '../hub/published-content.ts';
import { sendFile, startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import { seededBox, seededPolygons } from '../map-kepler/seeded-polygons.ts';
import { CountedLine } from './counted-line.ts';

const polygons = Number(process.env['GROMA_BENCH_POLYGONS'] ?? 100_000);
const mostMs = 300_000;
const flags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** What opening a page took. */
interface Opening {
  milliseconds: number;
  megabytes: number;
  output: string;
}

/**
 * A published map of many polygons as a reader without an account opens it, all of it in sight, beside a page that does
 * nothing but draw the same polygons as GeoJSON. Each opening is of a browser of its own, whose cache is empty. `what`
 * ends the sentence that says which figure is compared.
 */
export function publishedBench(
  name: string,
  what: string,
  figure: 'milliseconds' | 'megabytes',
  unit: 'ms' | 'MB',
): Benchmark {
  let folder = '';
  let groma: GromaServer;
  let templateId = '';
  let peer: Server;
  const measured = ({ [figure]: value, output }: Opening): Measurement => ({ value, output });
  return {
    name,
    description: `a published map of ${polygons.toLocaleString('en')} polygons, opened by a reader: ${what}`,
    peerName: 'MapLibre with GeoJSON',
    unit,
    better: 'lower',
    pairs: 5,

    async setup() {
      folder = await mkdtemp(join(tmpdir(), 'groma-bench-published-'));
      groma = await startGroma(folder);
      const text = JSON.stringify({ type: 'FeatureCollection', features: seededPolygons(polygons) });
      await writeFile(join(folder, 'parcels.geojson'), text);
      templateId = await publish(groma, join(folder, 'parcels.geojson'));
      await buildPeer(join(folder, 'peer'));
      peer = await servePeer(join(folder, 'peer'), text);
    },
    ours: async () =>
      measured(await open(groma.origin, `/embed/maps/${templateId}`, openedByReader, featuresOfReader(templateId))),
    peer: async () =>
      measured(
        await open(
          `http://127.0.0.1:${(peer.address() as AddressInfo).port}`,
          `/peer.html?box=${seededBox.join(',')}`,
          () => (globalThis as unknown as { drawn: Promise<number> }).drawn,
          (page) =>
            page.evaluate(() => (globalThis as unknown as { countFeatures(): Promise<number> }).countFeatures()),
        ),
      ),

    async teardown() {
      peer?.close();
      await stopProcess(groma.process);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Imports the polygons into a map and publishes it; the publication's id, once it can be read. */
async function publish(groma: GromaServer, file: string): Promise<string> {
  const { origin, cookie, projectId } = groma;
  const client = createClient(origin, () => ({ cookie }));
  await sendFile(groma, file, '/data/parcels.geojson');
  const { data: made } = await client.call(map.createMap, { params: { projectId }, body: { name: 'Parcels' } });
  await client.call(map.importLayers, {
    query: { map_id: made.id, project_id: projectId, folder_name: 'data', file_path: 'parcels.geojson' },
  });
  const { data } = await client.call(template.mapTemplates.create, {
    params: { baseId: made.id, projectId },
    body: { title: 'Parcels', access: 'public', version: '1.0.0', categories: ['Land Cover'] },
  });
  await contentOf(origin, data.id);
  return data.id;
}

async function open(
  target: string,
  path: string,
  opened: () => Promise<number>,
  count: (page: Page) => Promise<number>,
): Promise<Opening> {
  const line = await CountedLine.to(target);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: flags,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    page.setDefaultTimeout(mostMs);
    await page.goto(line.origin + path, { waitUntil: 'load' });
    const milliseconds = await page.evaluate(opened);
    const megabytes = line.bytes / 1e6;
    return { milliseconds, megabytes, output: `${await count(page)} polygons` };
  } finally {
    await browser.close();
    line.close();
  }
}

/** Milliseconds from the beginning of the navigation until all that is in sight of the map has been drawn. */
function openedByReader(): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      const isDrawn = document.querySelector('.viewer-map')?.getAttribute('aria-busy') === 'false';
      // What was read last is drawn with the next frame.
      if (isDrawn) requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** The features of the map that is read, as its layers say. */
function featuresOfReader(templateId: string): (page: Page) => Promise<number> {
  return async (page) => {
    const state = await page.evaluate(async (id) => {
      const read = async (path: string) => (await (await fetch(path)).json()) as { data: never };
      const { content } = (await read(`/api/hub/templates/${id}`)).data as {
        content: { content_id: string; project_id: string };
      };
      const query = new URLSearchParams({ map_id: content.content_id, project_id: content.project_id });
      return (await read(`/maps/state?${query}`)).data as {
        layers: { data: { manifest: { parts: { rows: number }[] } } | null }[];
      };
    }, templateId);
    return state.layers.flatMap(({ data }) => data?.manifest.parts ?? []).reduce((sum, { rows }) => sum + rows, 0);
  };
}

async function buildPeer(outDir: string): Promise<void> {
  const here = import.meta.dirname;
  await build({
    root: here,
    base: './',
    logLevel: 'error',
    configFile: false,
    build: {
      outDir,
      target: 'es2022',
      emptyOutDir: true,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: join(here, 'peer.html') },
    },
  });
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves the page of the peer and its data, packed once as a server of files would have them. */
async function servePeer(folder: string, features: string): Promise<Server> {
  const packed = new Map([['/parcels.geojson', gzipSync(features)]]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const send = async (): Promise<void> => {
      const known = packed.get(pathname) ?? gzipSync(await readFile(join(folder, pathname)));
      packed.set(pathname, known);
      response.setHeader('content-type', types[extname(pathname)] ?? 'application/geo+json');
      response.setHeader('content-encoding', 'gzip');
      response.end(known);
    };
    send().catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}
