import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { pythonPackages } from '../peer/python-packages.ts';

const side = Number(process.env['GROMA_BENCH_PIXELS'] ?? 2_048);
const dates = Number(process.env['GROMA_BENCH_FEATURES'] ?? 20);
const bands = 'blue,green,red,nir';
const packages = [
  'odc-stac==0.5.3',
  'dask==2026.8.0',
  'rasterio==1.4.4',
  'numpy==2.4.6',
  'pystac==1.15.2',
  'xarray==2026.9.0',
];
/** The peer may take so many times the memory of ours at least. */
const leastMemoryShare = 4;

interface Side {
  process: ChildProcess;
  lines: Interface;
  mostBytes: number;
}

let folder = '';
let ours: Side | null = null;
let peer: Side | null = null;
let compared: string | null = null;

function begin(program: string, words: readonly string[]): Side {
  const started = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  return { process: started, lines: createInterface({ input: started.stdout }), mostBytes: 0 };
}

async function nextLine({ lines, process: started }: Side): Promise<string> {
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(started, 'exit').then(() => {
      throw new Error('A side has ended.');
    }),
  ])) as [string];
  return line;
}

async function run(one: Side): Promise<Measurement> {
  one.process.stdin!.write('run\n');
  const { took, bytes } = JSON.parse(await nextLine(one)) as { took: number; bytes: number };
  one.mostBytes = Math.max(one.mostBytes, bytes);
  return { value: took, output: compared ?? 'equal' };
}

/** Where both differ; and whether the peer takes several times the memory. */
async function compare(): Promise<string> {
  const raw = join(folder, 'ours.raw');
  execFileSync('gdal_translate', ['-q', '-of', 'ENVI', '-co', 'INTERLEAVE=BSQ', join(folder, 'ours.tif'), raw]);
  const [own, theirs] = await Promise.all(
    [raw, join(folder, 'peer.raw')].map(async (path) => new Float32Array(Uint8Array.from(await readFile(path)).buffer)),
  );
  for (const [at, value] of theirs!.entries())
    if (!Object.is(own![at], value) && !(Number.isNaN(own![at]) && Number.isNaN(value)))
      return `pixel ${at}: ${own![at]} and ${value}`;
  return 'equal';
}

const benchmark: Benchmark = {
  name: 'composite',
  description: `The median of ${dates} dates of 4 bands over ${side} × ${side} pixels, from local COGs`,
  peerName: 'odc-stac with dask',
  unit: 'ms',
  better: 'lower',
  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-composite-'));
    const environment = await pythonPackages('bench-composite', packages);
    const words = [folder, String(side), String(dates), bands];
    peer = begin(join(environment, 'bin/python'), [join(import.meta.dirname, 'composite.py'), ...words]);
    await nextLine(peer);
    ours = begin(process.execPath, [join(import.meta.dirname, 'ours-process.ts'), ...words]);
    // Both once, so that what they have made can be compared.
    await run(ours);
    await run(peer);
    compared = await compare();
    if (compared !== 'equal') throw new Error(compared);
  },
  ours: () => run(ours!),
  peer: () => run(peer!),
  async teardown() {
    for (const one of [ours, peer]) one?.process.kill();
    await rm(folder, { recursive: true, force: true });
    if (!ours || !peer) return;
    const megabytes = ({ mostBytes }: Side): number => Math.round(mostBytes / 1_048_576);
    process.stdout.write(`Memory: ${megabytes(ours)} MB beside ${megabytes(peer)} MB\n`);
    if (peer.mostBytes < ours.mostBytes * leastMemoryShare)
      throw new Error(`The peer takes less than ${leastMemoryShare} times the memory.`);
  },
};

// oxlint-disable-next-line import/no-default-export -- the runner of benchmarks takes it
export default benchmark;
