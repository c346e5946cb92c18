import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { conversion, createClient, type Client, type ConversionFormat } from '@groma/protocol';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { sendFile, startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import { writeSeededFiles } from '../layer-import/seeded-files.ts';

const run = promisify(execFile);
const count = Number(process.env['GROMA_BENCH_FEATURES'] ?? 500_000);
const pollMs = 50;

interface Pair {
  source: string;
  format: ConversionFormat;
  driver: string;
  extension: string;
}

/** There and back for GeoJSON, and what people bring. Debian's GDAL has no driver for Parquet, which is left out. */
const pairs: readonly Pair[] = [
  { source: 'parcels.geojson', format: 'flatgeobuf', driver: 'FlatGeobuf', extension: 'fgb' },
  { source: 'parcels.fgb', format: 'geojson', driver: 'GeoJSON', extension: 'geojson' },
  { source: 'parcels.gpkg', format: 'flatgeobuf', driver: 'FlatGeobuf', extension: 'fgb' },
  { source: 'parcels.shp', format: 'flatgeobuf', driver: 'FlatGeobuf', extension: 'fgb' },
];

let folder = '';
let server: GromaServer;
let client: Client;

/** How many features a file has, and the box around them. */
async function contentOf(file: string): Promise<string> {
  const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', file]);
  const box = /Extent: (.*)/.exec(stdout)?.[1] ?? '';
  const numbers = box.match(/-?[\d.]+/g)?.map((each) => Number(each).toFixed(3)) ?? [];
  return `${/Feature Count: (\d+)/.exec(stdout)?.[1]} in ${numbers.join(' ')}`;
}

async function convertOurs({ source, format }: Pair): Promise<string> {
  const id = randomUUID();
  const { output_paths: made } = await client.call(conversion.convertFiles, {
    params: { projectId: server.projectId },
    body: { bucket_name: 'groma', operation_id: id, input_paths: [`/data/${source}`], output_format: format },
  });
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { data } = await client.call(conversion.readFunctionOperation, { params: { operationId: id } });
    const { phase, message } = data.items[0]!.status;
    if (phase === 'Succeeded') return join(folder, 'data/files', server.projectId, made[0]!);
    if (phase === 'Failed' || phase === 'Error') throw new Error(`${source}: ${message}`);
    // oxlint-disable-next-line no-await-in-loop
    await sleep(pollMs);
  }
}

async function convertPeers({ source, driver, extension }: Pair): Promise<string> {
  const target = join(folder, `${randomUUID()}.${extension}`);
  await run('ogr2ogr', ['-f', driver, target, join(folder, source)]);
  return target;
}

/** The sum over the pairs, each told for itself; what was made is looked at and removed out of the time. */
async function measure(convert: (pair: Pair) => Promise<string>): Promise<Measurement> {
  const found: string[] = [];
  const spentOn: string[] = [];
  let value = 0;
  for (const pair of pairs) {
    const start = performance.now();
    // oxlint-disable-next-line no-await-in-loop
    const file = await convert(pair);
    const spent = performance.now() - start;
    value += spent;
    spentOn.push(`${pair.source} to ${pair.format} ${Math.round(spent)}`);
    // oxlint-disable-next-line no-await-in-loop
    found.push(`${pair.source} ${await contentOf(file)}`);
    // oxlint-disable-next-line no-await-in-loop
    await rm(file);
  }
  console.log(`      ${convert === convertOurs ? 'ours' : 'peer'}, ms: ${spentOn.join(', ')}`);
  return { value, output: found.join(', ') };
}

const benchmark: Benchmark = {
  name: 'convert',
  description: `${count.toLocaleString('en')} polygons of GeoJSON to FlatGeobuf and back, of GeoPackage and of Shapefile to FlatGeobuf, each as an operation of the server`,
  peerName: 'ogr2ogr',
  unit: 'ms',
  better: 'lower',
  pairs: 5,

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-convert-'));
    await writeSeededFiles(folder, count);
    server = await startGroma(folder, false);
    const { origin, cookie } = server;
    client = createClient(origin, () => ({ cookie }));
    for (const ending of ['geojson', 'fgb', 'gpkg', 'shp', 'shx', 'dbf', 'prj'])
      // oxlint-disable-next-line no-await-in-loop
      await sendFile(server, join(folder, `parcels.${ending}`), `/data/parcels.${ending}`);
  },

  ours: () => measure(convertOurs),
  peer: () => measure(convertPeers),

  async teardown() {
    if (server) await stopProcess(server.process);
    if (folder) await rm(folder, { recursive: true, force: true });
  },
};

export default benchmark;
