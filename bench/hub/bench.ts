import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, fillPath, hub, map, template } from '@groma/protocol';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { sendFile, startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import { startNginx } from '../viewport/nginx-server.ts';
import { load } from './keep-alive-load.ts';
import { contentOf } from './published-content.ts';

const rounds = Number(process.env['GROMA_BENCH_ROUNDS'] ?? 1_500);
const polygons = 1_500;

const picture = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#d3dee0"/><path d="M100 600C300 100 700 700 1200 200L1200 700H100z" fill="#35978f"/></svg>',
);

let folder = '';
let groma: GromaServer;
let peer: { process: ChildProcess; origin: string };
let paths: string[] = [];
let files: string[] = [];

/** Parcels on a grid, each a little different. */
function parcels(): string {
  const features = Array.from({ length: polygons }, (_, index) => {
    const [x, y, skew] = [(index % 50) * 0.01, Math.floor(index / 50) * 0.01, ((index * 7_919) % 97) / 40_000];
    const ring = [
      [x, y],
      [x + 0.009, y + skew],
      [x + 0.008, y + 0.009],
      [x + skew, y + 0.008],
      [x, y],
    ];
    return {
      type: 'Feature',
      properties: { name: `parcel ${index}`, area: index * 3 },
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** Publishes a map with a layer and a picture; gives what its page and its live view fetch. */
async function publish(): Promise<string[]> {
  const { origin, cookie, projectId } = groma;
  const client = createClient(origin, () => ({ cookie }));
  await writeFile(join(folder, 'parcels.geojson'), parcels());
  await sendFile(groma, join(folder, 'parcels.geojson'), '/data/parcels.geojson');
  const { data: made } = await client.call(map.createMap, { params: { projectId }, body: { name: 'Parcels' } });
  await client.call(map.importLayers, {
    query: { map_id: made.id, project_id: projectId, folder_name: 'data', file_path: 'parcels.geojson' },
  });
  const form = new FormData();
  form.append('templateType', 'MAP');
  form.append('thumbnailFile', new Blob([picture]), 'parcels.svg');
  const sent = await fetch(origin + fillPath(template.uploadThumbnail.path, { baseId: made.id }), {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  const { data: uploaded } = (await sent.json()) as { data: { thumbnail_url: string } };
  const { data: published } = await client.call(template.mapTemplates.create, {
    params: { baseId: made.id, projectId },
    body: {
      title: 'Parcels',
      description: 'Every parcel of a *river basin*.',
      access: 'public',
      version: '1.0.0',
      categories: ['Land Cover'],
      tags: ['parcels'],
      thumbnail_url: uploaded.thumbnail_url,
    },
  });
  const { content_id: mapId, project_id: frozenId } = await contentOf(origin, published.id);
  const page = `/en/hub/maps/${published.id}`;
  const text = await (await fetch(origin + page)).text();
  const fetched = [...text.matchAll(/(?:href|src)="(\/api\/hub\/(?:style|templates)[^"]*)"/g)].map(([, path]) =>
    path!.replaceAll('&amp;', '&'),
  );
  const publication = fillPath(hub.readTemplate.path, { templateId: published.id });
  return [page, ...fetched, publication, ...(await partsOf(origin, frozenId, mapId ?? ''))];
}

/** What the live view of the map reads of it. */
async function partsOf(origin: string, projectId: string, mapId: string): Promise<string[]> {
  const of = { map_id: mapId, project_id: projectId };
  const record = `${map.readMapState.path}?${new URLSearchParams(of)}`;
  const { data } = (await (await fetch(origin + record)).json()) as {
    data: { layers: { id: string; data: { snapshot_key: string } | null }[] };
  };
  const parts = data.layers.flatMap(({ id, data: held }) => {
    if (!held) return [];
    const search = new URLSearchParams({ ...of, snapshot_key: held.snapshot_key, part: 'polygon.arrow' });
    return [`${fillPath(map.readSnapshotPart.path, { layerId: id })}?${search}`];
  });
  return [record, ...parts];
}

async function measure(origin: string, addresses: readonly string[]): Promise<Measurement> {
  const { perSecond, bodies } = await load(origin, addresses, rounds);
  const output = bodies.map((body) => `${body.length} ${createHash('sha256').update(body).digest('hex').slice(0, 12)}`);
  return { value: perSecond, output: output.join(', ') };
}

const benchmark: Benchmark = {
  name: 'hub',
  description: `the page of a popular map with ${polygons.toLocaleString('en')} polygons, its style sheet, picture, record and layer, beside the same bytes as files`,
  peerName: 'nginx',
  unit: 'requests/s',
  better: 'higher',
  pairs: 5,

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-hub-'));
    // The workers of nginx are somebody else.
    await chmod(folder, 0o755);
    groma = await startGroma(folder, false);
    paths = await publish();
    const { bodies } = await load(groma.origin, paths, 2);
    await mkdir(join(folder, 'files'));
    files = bodies.map((_, index) => `/${index}`);
    await Promise.all(bodies.map((body, index) => writeFile(join(folder, 'files', String(index)), body)));
    peer = await startNginx(folder, join(folder, 'files'));
    await load(groma.origin, paths, rounds);
  },
  ours: () => measure(groma.origin, paths),
  peer: () => measure(peer.origin, files),

  async teardown() {
    await stopProcess(peer.process);
    await stopProcess(groma.process);
    await rm(folder, { recursive: true, force: true });
  },
};

export default benchmark;
