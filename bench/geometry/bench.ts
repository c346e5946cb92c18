import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import * as turf from '@turf/turf';
import { rowGeometry, runTool, type BatchGeometry, type ToolTable } from '@groma/geo';
import { findTool, parameterSchema, type ToolId } from '@groma/model';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { seededRows } from './seeded-rows.ts';

const count = Number(process.env['GROMA_BENCH_FEATURES'] ?? 100_000);
/** Turf is measured once, on so many of them. */
const turfCount = 2000;
const python = join(process.env['GROMA_PYTHON_ENV'] ?? join(import.meta.dirname, '../../.cache/python'), 'bin/python');

const tools: readonly [ToolId, Record<string, unknown>][] = [
  ['centroid', {}],
  ['bounding_box', {}],
  ['convex_hull', {}],
  ['simplify', { tolerance: 0.001 }],
  ['polygon_to_lines', {}],
  ['buffer', { radius: 0.5, segments: 24 }],
  ['clip_polygons', { clip_layer: 'masks' }],
  ['dissolve_by_attribute', { attribute: 'zone' }],
];

type Times = Record<string, number>;

let folder = '';
let rows: BatchGeometry;
let masks: BatchGeometry;
let peer: ChildProcess | null = null;
let lines: Interface;
let turfTimes: Times = {};

function tableOf(geometry: BatchGeometry): ToolTable {
  const rowCount = geometry.features.length - 1;
  const batch = {
    kind: geometry.kind,
    rows: rowCount,
    fids: Int32Array.from({ length: rowCount }, (_, at) => at + 1),
    geometry,
    cell: () => (row: number) => row % 50,
  };
  return { columns: [{ name: 'zone', type: 'integer' }], rows: rowCount, batches: () => [batch] };
}

const context = { progress: () => undefined, isCanceled: () => false, warn: () => undefined };

/**
 * How many came out, and how large all are together in square degrees: enough to see that both did the same in planes
 * of their own.
 */
function output(counts: Record<string, readonly [number, number]>): string {
  return tools.map(([id]) => `${id} ${counts[id]![0]} ${counts[id]![1].toPrecision(3)}`).join(', ');
}

function areaOf({ kind, coordinates, rings, size }: BatchGeometry): number {
  if (kind !== 'polygon') return 0;
  let area = 0;
  for (let ring = 0; ring + 1 < rings!.length; ring++) {
    const first = rings![ring]! * size;
    for (let at = rings![ring]!; at + 1 < rings![ring + 1]!; at++)
      area +=
        ((coordinates[at * size]! - coordinates[first]!) *
          (coordinates[(at + 1) * size + 1]! - coordinates[first + 1]!) -
          (coordinates[(at + 1) * size]! - coordinates[first]!) *
            (coordinates[at * size + 1]! - coordinates[first + 1]!)) /
        2;
  }
  return Math.abs(area);
}

function show(name: string, times: Times): void {
  console.log(`  ${name}: ${tools.map(([id]) => `${id} ${times[id]!.toFixed(0)}`).join(', ')} ms`);
}

const benchmark: Benchmark = {
  name: 'geometry',
  description: `eight tools on ${count.toLocaleString('en')} polygons on one thread, all together; Turf is timed once on ${turfCount.toLocaleString('en')} and shown per ${count.toLocaleString('en')}`,
  peerName: 'shapely',
  unit: 'ms',
  better: 'lower',
  pairs: 5,

  async setup() {
    folder = await mkdtemp(join(tmpdir(), 'groma-bench-geometry-'));
    rows = seededRows(count);
    masks = seededRows(400, 7);
    for (const [name, { coordinates, rings, members }] of Object.entries({ rows, masks })) {
      await writeFile(join(folder, `${name}.coordinates`), coordinates);
      await writeFile(join(folder, `${name}.json`), JSON.stringify({ rings: [...rings!], members: [...members!] }));
    }
    const process = spawn(python, [join(import.meta.dirname, 'shapely-rows.py'), folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { OMP_NUM_THREADS: '1' },
    });
    peer = process;
    lines = createInterface({ input: process.stdout });
    await once(lines, 'line');
    turfTimes = timeTurf();
    show('Turf', turfTimes);
  },

  async ours(): Promise<Measurement> {
    const times: Times = {};
    const counts: Record<string, readonly [number, number]> = {};
    for (const [id, set] of tools) {
      const start = performance.now();
      const parameters = parameterSchema(findTool(id)!).parse(set);
      const result = await runTool(id, { features: tableOf(rows), other: tableOf(masks) }, parameters, context);
      const made = [];
      for await (const batch of result.batches()) made.push(batch);
      times[id] = performance.now() - start;
      const area = made.reduce((sum, { geometry }) => sum + (geometry ? areaOf(geometry) : 0), 0);
      counts[id] = [made.reduce((sum, batch) => sum + batch.rows, 0), area];
    }
    show('Groma', times);
    return { value: Object.values(times).reduce((sum, time) => sum + time, 0), output: output(counts) };
  },

  async peer(): Promise<Measurement> {
    peer!.stdin!.write('\n');
    const [line] = (await once(lines, 'line')) as [string];
    const { times, counts } = JSON.parse(line) as { times: Times; counts: Record<string, [number, number]> };
    show('shapely', times);
    return { value: Object.values(times).reduce((sum, time) => sum + time, 0), output: output(counts) };
  },

  async teardown() {
    peer?.stdin?.end();
    await rm(folder, { recursive: true, force: true });
  },
};

function timeTurf(): Times {
  const sample = Array.from({ length: turfCount }, (_, row) =>
    turf.feature(rowGeometry(rows, row) as never, { zone: row % 50 }),
  ) as ReturnType<typeof turf.polygon>[];
  const over = Array.from({ length: 400 }, (_, row) => turf.feature(rowGeometry(masks, row) as never)) as typeof sample;
  const clip = (each: (typeof sample)[number]): void => {
    for (const mask of over)
      if (turf.booleanIntersects(each, mask)) turf.intersect(turf.featureCollection([each, mask]));
  };
  const runs: Record<string, () => unknown> = {
    centroid: () => sample.map((each) => turf.centerOfMass(each)),
    bounding_box: () => sample.map((each) => turf.envelope(each)),
    convex_hull: () => sample.map((each) => turf.convex(each)),
    simplify: () => sample.map((each) => turf.simplify(each, { tolerance: 0.001, highQuality: true })),
    polygon_to_lines: () => sample.map((each) => turf.polygonToLine(each)),
    buffer: () => sample.map((each) => turf.buffer(each, 0.5, { units: 'kilometers', steps: 24 })),
    clip_polygons: () => sample.slice(0, 200).forEach(clip),
    dissolve_by_attribute: () => turf.union(turf.featureCollection(sample)),
  };
  return Object.fromEntries(
    tools.map(([id]) => {
      const start = performance.now();
      runs[id]!();
      return [id, ((performance.now() - start) * count) / (id === 'clip_polygons' ? 200 : turfCount)];
    }),
  );
}

export default benchmark;
