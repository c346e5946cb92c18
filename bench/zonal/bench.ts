import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { AskedZones } from '@groma/geo';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { pythonPackages } from '../peer/python-packages.ts';

const side = Number(process.env['GROMA_BENCH_PIXELS'] ?? 10_980);
const count = Number(process.env['GROMA_BENCH_FEATURES'] ?? 10_000);
const packages = ['exactextract==0.3.0', 'rasterio==1.4.4', 'numpy==2.4.6'];
const statistics = ['count', 'sum', 'mean', 'min', 'max', 'median', 'stdev', 'majority', 'minority', 'variety'];
/** What both may differ by, in parts of the value. */
const mostOff = 1e-6;

const threadModule = new URL('../../apps/server/src/features/raster/image/image-thread-of-run.ts', import.meta.url);
interface ImageThread {
  ask(source: object, question: object): Promise<Float64Array>;
}

let folder = '';
let zones: AskedZones;
let Thread: new (signal: AbortSignal) => ImageThread;
let peer: ChildProcess | null = null;
let lines: Interface;
let ours: Float64Array | null = null;
let theirs: Float64Array | null = null;

/** Mulberry32 (T. Ettinger): numbers from 0 to 1 that are the same each time. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Stars of 12 to 60 corners and up to 150 pixels across. */
function makePolygons(): number[][][] {
  const random = seededRandom(11);
  return Array.from({ length: count }, () => {
    const [x, y, reach] = [random() * side, random() * side, 5 + random() * 70];
    const corners = 12 + Math.floor(random() * 48);
    const ring = Array.from({ length: corners }, (_, at) => {
      const angle = (2 * Math.PI * at) / corners;
      const length = reach * (0.6 + 0.4 * random());
      return [10 + (x + length * Math.cos(angle)) * 1e-4, 50 - (y + length * Math.sin(angle)) * 1e-4];
    });
    return [...ring, ring[0]!];
  });
}

function packed(polygons: readonly number[][][]): AskedZones {
  let at = 0;
  return {
    degrees: Float64Array.from(polygons.flat(2)),
    rings: Int32Array.from([0, ...polygons.map((ring) => (at += ring.length))]),
    holes: new Uint8Array(polygons.length),
    zones: Int32Array.from({ length: polygons.length + 1 }, (_, zone) => zone),
  };
}

async function nextLine(): Promise<string> {
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(peer!, 'exit').then(() => {
      throw new Error('The peer has ended.');
    }),
  ])) as [string];
  return line;
}

/** What was found, once both have: the first of them waits for the other. */
async function output(): Promise<string> {
  if (!ours || !theirs) return 'equal';
  for (const [at, value] of theirs.entries()) {
    const statistic = statistics[at % statistics.length]!;
    // exactextract cuts off what medians of whole numbers have behind the point.
    const own = statistic === 'median' ? Math.trunc(ours[at]! + mostOff) : ours[at]!;
    const isEqual = Number.isNaN(value)
      ? Number.isNaN(own)
      : Math.abs(own - value) / Math.max(1, Math.abs(value)) <= mostOff;
    const zone = Math.floor(at / statistics.length);
    const isRounded = isEqual || (await isRounding(statistic, zone, own, value));
    if (!isRounded) return `${statistic} of ${zone}: ${ours[at]} and ${value}`;
  }
  return 'equal';
}

const known = new Map<string, boolean>();

/**
 * Whether parts of pixels below a millionth decide: which of two values occurs less, and whether one that occurs no
 * more than that counts. By the weights of the peer, which holds them in single precision; ours counts from a billionth
 * on.
 */
async function isRounding(statistic: string, zone: number, own: number, value: number): Promise<boolean> {
  const key = `${zone} ${statistic} ${own} ${value}`;
  if (!known.has(key)) known.set(key, await askPeer(statistic, zone, own, value));
  return known.get(key)!;
}

async function askPeer(statistic: string, zone: number, own: number, value: number): Promise<boolean> {
  if (statistic === 'variety') {
    peer!.stdin!.write(`slivers ${zone} ${mostOff}\n`);
    return Math.abs(own - value) <= Number(await nextLine());
  }
  if (!['min', 'max', 'minority', 'majority'].includes(statistic)) return false;
  peer!.stdin!.write(`weigh ${zone} ${own} ${value}\n`);
  const [one, other] = (await nextLine()).split(' ').map(Number);
  return other! <= mostOff || (statistic.endsWith('ority') && Math.abs(one! - other!) <= mostOff);
}

const benchmark: Benchmark = {
  name: 'zonal',
  description: `Ten statistics of ${count} polygons over ${side} × ${side} pixels`,
  peerName: 'exactextract',
  unit: 'ms',
  better: 'lower',
  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-zonal-'));
    const environment = await pythonPackages('bench-zonal', packages);
    const polygons = makePolygons();
    zones = packed(polygons);
    const features = polygons.map((ring) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: {},
    }));
    await writeFile(join(folder, 'polygons.json'), JSON.stringify(features));
    ({ ImageThread: Thread } = (await import(threadModule.href)) as { ImageThread: typeof Thread });
    peer = spawn(
      join(environment, 'bin/python'),
      [
        join(import.meta.dirname, 'zonal.py'),
        join(folder, 'image.tif'),
        String(side),
        join(folder, 'polygons.json'),
        join(folder, 'found.raw'),
        statistics.join(','),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    lines = createInterface({ input: peer.stdout! });
    await nextLine();
    // Both once, so that each pair compares what both have found.
    await this.ours();
    await this.peer();
    const found = await output();
    if (found !== 'equal') throw new Error(found);
  },
  async ours(): Promise<Measurement> {
    const over = new AbortController();
    const path = join(folder, 'image.tif');
    const began = performance.now();
    const thread = new Thread(over.signal);
    const source = { path, version: null, id: path, name: 'image.tif' };
    try {
      ours = await thread.ask(source, { kind: 'zones', band: '1', zones, statistics });
      const value = performance.now() - began;
      return { value, output: await output() };
    } finally {
      over.abort(new Error('done'));
    }
  },
  async peer(): Promise<Measurement> {
    peer!.stdin!.write('run\n');
    const value = Number(await nextLine());
    theirs = new Float64Array(Uint8Array.from(await readFile(join(folder, 'found.raw'))).buffer);
    return { value, output: await output() };
  },
  async teardown() {
    peer?.kill();
    await rm(folder, { recursive: true, force: true });
  },
};

// oxlint-disable-next-line import/no-default-export -- the runner of benchmarks takes it
export default benchmark;
