import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatFileSize } from '@groma/model';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { sendFile, startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import { makeCog } from '../tiles/tiles-bench.ts';

const run = promisify(execFile);
/** Asking more often takes from the two processors what is measured. */
const pollMs = 100;
/** What our conversion asks of GDAL too: the same file comes out. */
const options = [
  'COMPRESS=DEFLATE',
  'PREDICTOR=YES',
  'BLOCKSIZE=512',
  'BIGTIFF=IF_SAFER',
  'NUM_THREADS=ALL_CPUS',
].flatMap((option) => ['-co', option]);
const at = (band: number, column: number, row: number): number =>
  Math.round(
    2_000 +
      band * 700 +
      900 * Math.sin(column / 170 + band) * Math.cos(row / 130) +
      ((Math.imul(column * 31 + row * 17 + band, 2_654_435_761) >>> 26) - 32),
  );

let folder: string;
let source: string;
let groma: GromaServer;
let count = 0;
const firstViews: number[] = [];
const totals: number[] = [];

/**
 * From the call that begins a conversion until its result is a file of the project, and meanwhile the first view of the
 * whole scene.
 */
async function convert(): Promise<Measurement> {
  count += 1;
  const path = `/data/scene-${count}.tif`;
  await sendFile(groma, source, path);
  const headers = { cookie: groma.cookie, 'content-type': 'application/json' };
  const id = crypto.randomUUID();
  const begin = performance.now();
  const accepted = (await (
    await fetch(`${groma.origin}/api/functions/groma-format-converter/projects/${groma.projectId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ bucket_name: 'groma', operation_id: id, input_paths: [path], output_format: 'cog' }),
    })
  ).json()) as { output_paths: string[] };
  const view = fetch(
    `${groma.origin}/tiles/cog/preview.png?${new URLSearchParams({ project_id: groma.projectId, url: path, max_size: '1024', rescale: '0,6000' })}`,
    { headers },
  ).then(async (reply) => {
    if (!reply.ok) throw new Error(await reply.text());
    await reply.arrayBuffer();
    firstViews.push(performance.now() - begin);
  });
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { data } = (await (await fetch(`${groma.origin}/api/functions/operations/${id}`, { headers })).json()) as {
      data: { items: { status: { phase: string; message: string | null } }[] };
    };
    const { phase, message } = data.items[0]!.status;
    if (phase === 'Succeeded') break;
    if (phase === 'Failed' || phase === 'Error') throw new Error(message ?? phase);
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
  const value = performance.now() - begin;
  totals.push(value);
  await view;
  const made = await fetch(
    `${groma.origin}/api/gcs/projects/${groma.projectId}/files/stat/${accepted.output_paths[0]!.slice(1).split('/').map(encodeURIComponent).join('/')}`,
    { headers },
  );
  return { value, output: ((await made.json()) as { data: { size: string } }).data.size };
}

const benchmark: Benchmark = {
  name: 'cog-create',
  description: 'a 16-bit scene of 3 bands and 6144 × 6144 pixels in strips becomes a Cloud Optimized GeoTIFF',
  peerName: "GDAL's COG driver with the same options",
  unit: 'ms',
  better: 'lower',
  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-cog-create-'));
    const cog = await makeCog(folder, { name: 'scene', description: '', type: 'UInt16', bands: 3, at, words: {} });
    source = join(folder, 'strips.tif');
    await run('gdal_translate', ['-q', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=2', cog, source]);
    groma = await startGroma(folder, false);
  },
  ours: convert,
  async peer() {
    const made = join(folder, 'made.tif');
    await rm(made, { force: true });
    const begin = performance.now();
    await run('gdal_translate', ['-q', '-of', 'COG', ...options, source, made]);
    const value = performance.now() - begin;
    const { size } = await stat(made);
    if (size === 0) throw new Error('Nothing was written.');
    return { value, output: formatFileSize(size) };
  },
  async teardown() {
    const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
    console.log(
      `first view: ${middle(firstViews).toFixed(0)} ms, ${(middle(firstViews) / middle(totals)).toFixed(3)} of the conversion`,
    );
    if (groma) await stopProcess(groma.process);
    await rm(folder, { recursive: true, force: true });
  },
};

export default benchmark;
