import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
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
const stepRows = 5_000;

interface Pair {
  source: string;
  format: ConversionFormat;
  driver: string;
  extension: string;
  /** What the peer is told beside the driver. */
  options: readonly string[];
}

/** Debian's GDAL has no driver for Parquet: what it can't write is not compared. */
const pairs: readonly Pair[] = [
  { source: 'parcels.gpkg', format: 'flatgeobuf', driver: 'FlatGeobuf', extension: 'fgb', options: [] },
  { source: 'parcels.shp', format: 'flatgeobuf', driver: 'FlatGeobuf', extension: 'fgb', options: [] },
  {
    source: 'places.csv',
    format: 'geopackage',
    driver: 'GPKG',
    extension: 'gpkg',
    options: '-oo X_POSSIBLE_NAMES=lon -oo Y_POSSIBLE_NAMES=lat -oo AUTODETECT_TYPE=YES -a_srs EPSG:4326'.split(' '),
  },
];

let folder = '';
let server: GromaServer;
let client: Client;

/** Points with a name and a number, spread evenly over the globe. */
async function writePlaces(path: string): Promise<void> {
  const file = createWriteStream(path);
  file.write('lat,lon,name,people\n');
  for (let at = 0; at < count; at += stepRows) {
    let piece = '';
    for (let row = at; row < Math.min(count, at + stepRows); row++) {
      const lat = ((row * 0.618_034) % 1) * 160 - 80;
      const lon = ((row * 0.754_878) % 1) * 360 - 180;
      piece += `${lat.toFixed(6)},${lon.toFixed(6)},Place ${row},${(row * 7_919) % 100_003}\n`;
    }
    if (!file.write(piece)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

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

async function convertPeers({ source, driver, extension, options }: Pair): Promise<string> {
  const target = join(folder, `${randomUUID()}.${extension}`);
  await run('ogr2ogr', [...options, '-f', driver, target, join(folder, source)]);
  return target;
}

/** The sum over the pairs; what was made is looked at and removed between them, out of the time. */
async function measure(convert: (pair: Pair) => Promise<string>): Promise<Measurement> {
  const found: string[] = [];
  let value = 0;
  for (const pair of pairs) {
    const start = performance.now();
    // oxlint-disable-next-line no-await-in-loop
    const file = await convert(pair);
    value += performance.now() - start;
    // oxlint-disable-next-line no-await-in-loop
    found.push(`${pair.source} ${await contentOf(file)}`);
    // oxlint-disable-next-line no-await-in-loop
    await rm(file);
  }
  return { value, output: found.join(', ') };
}

const benchmark: Benchmark = {
  name: 'convert',
  description: `${count.toLocaleString('en')} polygons of GeoPackage and of Shapefile to FlatGeobuf, as many points of CSV to GeoPackage, each as an operation of the server`,
  peerName: 'ogr2ogr',
  unit: 'ms',
  better: 'lower',
  pairs: 5,

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-convert-'));
    await writeSeededFiles(folder, count);
    await writePlaces(join(folder, 'places.csv'));
    server = await startGroma(folder, false);
    const { origin, cookie } = server;
    client = createClient(origin, () => ({ cookie }));
    for (const name of ['parcels.gpkg', 'parcels.shp', 'parcels.shx', 'parcels.dbf', 'parcels.prj', 'places.csv'])
      // oxlint-disable-next-line no-await-in-loop
      await sendFile(server, join(folder, name), `/data/${name}`);
  },

  ours: () => measure(convertOurs),
  peer: () => measure(convertPeers),

  async teardown() {
    if (server) await stopProcess(server.process);
    if (folder) await rm(folder, { recursive: true, force: true });
  },
};

export default benchmark;
