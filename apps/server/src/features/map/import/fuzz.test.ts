import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importVectorFile, ImportError } from './index.ts';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { formatWkb } from '@groma/geo';

const run = promisify(execFile);
let folder: string;
/** Whole files of every reader, by name. */
const whole = new Map<string, Buffer>();

const source = {
  type: 'FeatureCollection',
  features: Array.from({ length: 12 }, (_, n) => ({
    type: 'Feature',
    properties: { name: `näme ${n}`, n, share: n / 7, open: n % 2 === 0 },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [n, 0],
          [n + 0.5, 0],
          [n + 0.5, 1],
          [n, 0],
        ],
      ],
    },
  })),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-fuzz-'));
  await writeFile(join(folder, 'f.geojson'), JSON.stringify(source));
  for (const [name, driver, ...options] of [
    ['f.gpkg', 'GPKG'],
    ['f.fgb', 'FlatGeobuf'],
    ['f.shp', 'ESRI Shapefile'],
    ['f.kml', 'LIBKML'],
    ['f.kmz', 'LIBKML'],
    ['f.csv', 'CSV', '-lco', 'GEOMETRY=AS_WKT'],
  ] as const) {
    await run('ogr2ogr', ['-f', driver, ...options, join(folder, name), join(folder, 'f.geojson')]);
  }
  await run('python3', [
    '-m',
    'zipfile',
    '-c',
    join(folder, 'f.zip'),
    ...['shp', 'shx', 'dbf', 'prj'].map((extension) => join(folder, `f.${extension}`)),
  ]);
  writeParquet(join(folder, 'f.parquet'));
  for (const name of await readdir(folder)) whole.set(name, await readFile(join(folder, name)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function writeParquet(path: string): void {
  const schema = [
    { name: 'root', num_children: 2 },
    { name: 'n', type: 'INT32' as const, repetition_type: 'OPTIONAL' as const },
    { name: 'geometry', type: 'BYTE_ARRAY' as const, repetition_type: 'OPTIONAL' as const },
  ];
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema,
    kvMetadata: [
      {
        key: 'geo',
        value: JSON.stringify({
          version: '1.1.0',
          primary_column: 'geometry',
          columns: { geometry: { encoding: 'WKB', geometry_types: [] } },
        }),
      },
    ],
  });
  void writer.write({
    columnData: [
      { name: 'n', data: source.features.map(({ properties }) => properties.n) },
      { name: 'geometry', data: source.features.map(({ geometry }) => formatWkb(geometry as never)) },
    ],
  });
  void writer.finish();
}

/** Numbers below `most` that are the same at each run (Park and Miller's generator). */
function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => (state = (state * 48_271) % 2_147_483_647) % most;
}

/** A file with some bytes changed, cut off, or repeated. */
function mutated(bytes: Buffer, random: (most: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  switch (random(4)) {
    case 0:
      return copy.subarray(0, random(copy.length));
    case 1: {
      const at = random(copy.length);
      return Buffer.concat([copy.subarray(0, at), copy.subarray(random(copy.length))]);
    }
    default: {
      // The head says what everything else means.
      const reach = random(2) === 0 ? Math.min(copy.length, 256) : copy.length;
      for (let count = 1 + random(8); count > 0; count--) copy[random(reach)] = random(3) === 0 ? 0xff : random(256);
      return copy;
    }
  }
}

/** What became of a file: layers with whole features, or a refusal that names it; anything else is thrown. */
async function fate(name: string, work: string): Promise<'read' | 'refused'> {
  try {
    const layers = await importVectorFile({
      sourcePath: join(work, name),
      fileName: name,
      workFolder: work,
      signal: AbortSignal.timeout(60_000),
    });
    for (const { bbox } of layers)
      if (bbox && bbox.some((value) => !Number.isFinite(value) || Math.abs(value) > 180.001))
        throw new Error(`${name} lies at ${bbox.join(' ')}`);
    return 'read';
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    if (error.code === 'canceled')
      throw new Error(`${name} had not come to an end when it was given up`, { cause: error });
    if (!error.message.includes(name) && error.code !== 'too-large')
      throw new Error(`does not name its file: ${error.message}`, { cause: error });
    if ((await readdir(work)).some((entry) => /^layer-|exchange/.test(entry)))
      throw new Error(`${name} left something behind`, { cause: error });
    return 'refused';
  }
}

/** `GROMA_FUZZ_ROUNDS=2000 GROMA_FUZZ_SEED=7` looks longer, and elsewhere. */
const rounds = Number(process.env['GROMA_FUZZ_ROUNDS'] ?? 3);

it.each(['geojson', 'csv', 'parquet', 'gpkg', 'fgb', 'shp', 'kml', 'kmz', 'zip'])(
  '[VEC-009] [VEC-005] mutated %s files are read or refused by name, and nothing is half imported',
  async (extension) => {
    const random = seeded(
      Number(process.env['GROMA_FUZZ_SEED'] ?? 20_261) + extension.length * 977 + extension.charCodeAt(0),
    );
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      const work = await mkdtemp(join(folder, 'work-'));
      for (const [name, bytes] of whole)
        if (name.startsWith('f.'))
          await writeFile(join(work, name), extname(name) === `.${extension}` ? mutated(bytes, random) : bytes);
      outcomes[await fate(`f.${extension}`, work)]++;
      await rm(work, { recursive: true, force: true });
    }
    expect(outcomes.read + outcomes.refused).toBe(rounds);
  },
  Math.max(120_000, rounds * 2_000),
);

it('[VEC-005] files with the name of another format are refused by name', async () => {
  for (const [name, disguise] of [
    ['f.gpkg', 'f.fgb'],
    ['f.parquet', 'f.gpkg'],
    ['f.fgb', 'f.shp'],
    ['f.kml', 'f.parquet'],
    ['f.zip', 'f.geojson'],
  ] as const) {
    const work = await mkdtemp(join(folder, 'work-'));
    await writeFile(join(work, disguise), whole.get(name)!);
    expect([name, disguise, await fate(disguise, work)]).toEqual([name, disguise, 'refused']);
  }
});

/** A mutated file whose pages keep the library in a loop for ever. */
const endless = [
  'UEFSMRUGFWQVaFwVGBUAFRgVABUEFQAAABgBMLwA/wAAAQAAAAIAAAADAAAABAAAAAUAAAAGAAAABwAAAAgAAAAJAAAACgAAAAsAAAAVBhXAEBWaBFwVGBUAFcgVABUEFQAAABgBnggUTQAAAAEDAQUQAAAABABeAQAE4D82GgAREADwOhgA',
  'BAAAWlEAPv8AAPg6OQAREBEoEQhiUQAEAEA2kgAABFoQABVJNyBaogAACBUhCQEADFoQABFRGTAAdiE/DLsDAAAhRAQB6w0JOU0AEDpKABEBABI6GAARUhEYEWoRAUZIAFrLAAAUOlkAABZaEAARYRkwWlEAABg6QQAAGloQABFRGTBaUQAA',
  'HDpBAAAeWhAAEVEZMFpRAAAgOkEAACFaEAARURkwfr4BACI6SgARAQAjOhgAMb4RGBFqEQFGSABaywAAJDpZAAAlWhAAEWEZMFpRAAAmOkEAACdaEAARUSQmQAAAAAAAAAAAFQQZPEgEcm9vdBUEABUCJQIYAW4AFQwlAhgIZ2VvbWV0cnkA',
  'FhgZHBksJggcFQIZFQAZGAFuFQIWGBaOARaSASYIPDYAKAQLAAAAGAQAAAAAABkcFQYVABUCAAAAJpoBHBUMGRUAGRgIZ2VvbWV0cnkVAhYYFu4QFsgEJpoBPDYAKBAB7gMAAAEAAAAB6wMAAAEBGBABAwAAAAEAAAAEAAAAAAAAEhIAGRwV',
  'BhUAFQIAAAAW/BEWGDbaBQAZHBgDZ2VvGG17InZlcnNpb24iOiIxLjEuMCIsInByaW1hcnlfY29sdW1uIjoiZ2VvbWV0cnkiLCJjb2x1bW5zIjp7Imdlb21ldHJ5Ijp7ImVuY29kaW5nIjoiV0tCIiwiZ2VvbWV0cnlfdHlwZXMiOltdfX19',
  'ABgJaHlwYXJxdWV0GSwcAAAcAAAARwEAAFBBUjE=',
].join('');

it('[VEC-005] a file that leads its reader into an endless loop is given up, by name', async () => {
  const work = await mkdtemp(join(folder, 'work-'));
  await writeFile(join(work, 'endless.parquet'), Buffer.from(endless, 'base64'));
  const reading = importVectorFile({
    sourcePath: join(work, 'endless.parquet'),
    fileName: 'endless.parquet',
    workFolder: work,
    silenceLimit: 4_000,
  });
  await expect(reading).rejects.toThrow('its reader came to no end');
  await expect(reading).rejects.toThrow('endless.parquet');
});
