import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { formats, writeSeededFiles } from './seeded-files.ts';

/** The part of the server that reads a file into layers. */
interface ImportModule {
  importVectorFile(request: {
    sourcePath: string;
    fileName: string;
    workFolder: string;
  }): Promise<{ featureCount: number }[]>;
}

const run = promisify(execFile);
const count = Number(process.env['GROMA_BENCH_FEATURES'] ?? 1_000_000);
// The server is a program, not a package: its parts are found by their place.
const importModule = new URL('../../apps/server/src/features/map/import/index.ts', import.meta.url);

let folder = '';

/** The sum over the four formats, each file once. */
async function measure(read: (name: string, workFolder: string) => Promise<number>): Promise<Measurement> {
  const counts: string[] = [];
  const start = performance.now();
  for (const extension of Object.keys(formats)) {
    const workFolder = await mkdtemp(join(folder, 'work-'));
    counts.push(`${extension} ${await read(`parcels.${extension}`, workFolder)}`);
    await rm(workFolder, { recursive: true, force: true });
  }
  return { value: performance.now() - start, output: counts.join(', ') };
}

const benchmark: Benchmark = {
  name: 'layer-import',
  description: `${count.toLocaleString('en')} polygons of GeoJSON, GeoPackage, Shapefile and FlatGeobuf, one after the other, into a layer sorted in space; the peer makes a FlatGeobuf with its index`,
  peerName: 'ogr2ogr to FlatGeobuf',
  unit: 'ms',
  better: 'lower',
  pairs: 5,

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-import-'));
    await writeSeededFiles(folder, count);
  },

  async ours() {
    const { importVectorFile } = (await import(importModule.href)) as ImportModule;
    return measure(
      async (name, workFolder) =>
        (await importVectorFile({ sourcePath: join(folder, name), fileName: name, workFolder }))[0]!.featureCount,
    );
  },

  peer: () =>
    measure(async (name, workFolder) => {
      const target = join(workFolder, 'out.fgb');
      await run('ogr2ogr', ['-f', 'FlatGeobuf', target, join(folder, name)]);
      const { stdout } = await run('ogrinfo', ['-so', '-al', target]);
      return Number(/Feature Count: (\d+)/.exec(stdout)?.[1]);
    }),

  teardown: () => rm(folder, { recursive: true, force: true }),
};

export default benchmark;
