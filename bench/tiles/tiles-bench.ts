import { execFileSync, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import sharp from 'sharp';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { sendFile, startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import { startTitiler } from './titiler-server.ts';

const side = 6_144;
const concurrency = 8;
const tilesInRun = 240;
/** Grey levels that the two pictures of a tile may differ by, on average. */
const mostDifference = 3;

/**
 * Pictures are compared between pixels: which of two neighbours is the nearest, each side may see differently where a
 * tile is coarser than the scene.
 */
const between = { resampling: 'bilinear', reproject: 'bilinear' };

/** What is drawn: samples by band, column and row, and the parameters of the tiles. */
export interface Subject {
  name: string;
  description: string;
  type: 'Byte' | 'UInt16' | 'Float32';
  bands: number;
  at(band: number, column: number, row: number): number;
  words: Record<string, string>;
}

interface Tile {
  z: number;
  x: number;
  y: number;
}

/**
 * Tiles a second of one kind of file at 8 requests at once, beside TiTiler on the same file. Each run asks for pictures
 * that were not drawn before.
 */
export function tilesBenchmark(name: string, subject: Subject): Benchmark {
  let folder: string;
  let groma: GromaServer;
  let titiler: { process: ChildProcess; origin: string };
  let cog: string;
  let run = 0;
  const times: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] };
  const isWarm = { ours: false, peer: false };
  const tiles = chooseTiles();

  const measure = async (
    who: 'ours' | 'peer',
    address: (tile: Tile, words: Record<string, string>) => string,
    headers: Record<string, string>,
  ): Promise<Measurement> => {
    run += 1;
    // A range that differs by nothing that can be seen: a picture that is kept would be no measurement.
    const words = Object.fromEntries(
      Object.entries(subject.words).map(([key, value]) => [
        key,
        key === 'rescale' ? `${value}.${String(run).padStart(6, '0')}` : value,
      ]),
    );
    let [next, bytes] = [0, 0];
    const begin = performance.now();
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (next < tiles.length) {
          const tile = tiles[next]!;
          next += 1;
          const asked = performance.now();
          // oxlint-disable-next-line no-await-in-loop
          const reply = await fetch(address(tile, words), { headers });
          if (!reply.ok) throw new Error(`${who}: ${reply.status} ${await reply.text()}`);
          // oxlint-disable-next-line no-await-in-loop
          bytes += (await reply.arrayBuffer()).byteLength;
          times[who].push(performance.now() - asked);
        }
      }),
    );
    // The first of each side warms up, as in the comparison of rates.
    if (!isWarm[who]) times[who].length = 0;
    isWarm[who] = true;
    if (bytes === 0) throw new Error('Nothing was answered.');
    return { value: tiles.length / ((performance.now() - begin) / 1_000), output: `${tiles.length} tiles` };
  };
  const oursAt = ({ z, x, y }: Tile, words: Record<string, string>) =>
    `${groma.origin}/tiles/cog/tiles/WebMercatorQuad/${z}/${x}/${y}.png?${new URLSearchParams({ project_id: groma.projectId, url: '/data/scene.tif', ...words })}`;
  const peerAt = ({ z, x, y }: Tile, words: Record<string, string>) =>
    `${titiler.origin}/cog/tiles/WebMercatorQuad/${z}/${x}/${y}.png?${new URLSearchParams({ url: cog, ...words }).toString()}`;
  return {
    name,
    description: subject.description,
    peerName: 'TiTiler with two workers',
    unit: 'tiles/s',
    better: 'higher',
    async setup() {
      folder = await mkdtemp(join(tmpdir(), 'groma-tiles-'));
      cog = await makeCog(folder, subject);
      [groma, titiler] = await Promise.all([startGroma(folder, false), startTitiler()]);
      await sendFile(groma, cog, '/data/scene.tif');
      for (const tile of tiles.slice(0, 12)) {
        // oxlint-disable-next-line no-await-in-loop
        await compare(
          await (
            await fetch(oursAt(tile, { ...subject.words, ...between }), { headers: { cookie: groma.cookie } })
          ).arrayBuffer(),
          await (await fetch(peerAt(tile, { ...subject.words, ...between }))).arrayBuffer(),
          tile,
        );
      }
    },
    ours: () => measure('ours', oursAt, { cookie: groma.cookie }),
    peer: () => measure('peer', peerAt, {}),
    async teardown() {
      for (const who of ['ours', 'peer'] as const)
        console.log(
          `${who}: 99th percentile ${times[who].toSorted((a, b) => a - b)[Math.floor(times[who].length * 0.99)]?.toFixed(1)} ms`,
        );
      titiler.process.kill();
      await stopProcess(groma.process);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A cloud-optimised scene of a subject. */
export async function makeCog(folder: string, { name, type, bands, at }: Subject): Promise<string> {
  const raw = join(folder, `${name}.raw`);
  const arrays = { Byte: Uint8Array, UInt16: Uint16Array, Float32: Float32Array };
  const stream = createWriteStream(raw);
  const row = new arrays[type](side);
  for (let band = 0; band < bands; band += 1) {
    for (let line = 0; line < side; line += 1) {
      for (let column = 0; column < side; column += 1) row[column] = at(band, column, line);
      // oxlint-disable-next-line no-await-in-loop
      if (!stream.write(new Uint8Array(row.buffer.slice(0)))) await once(stream, 'drain');
    }
  }
  stream.end();
  await once(stream, 'close');
  const size = row.BYTES_PER_ELEMENT;
  const vrt = join(folder, `${name}.vrt`);
  await writeFile(
    vrt,
    `<VRTDataset rasterXSize="${side}" rasterYSize="${side}"><SRS>EPSG:32633</SRS><GeoTransform>500000,10,0,5100000,0,-10</GeoTransform>${Array.from({ length: bands }, (_, band) => `<VRTRasterBand dataType="${type}" band="${band + 1}" subClass="VRTRawRasterBand"><SourceFilename relativetoVRT="1">${name}.raw</SourceFilename><ImageOffset>${band * side * side * size}</ImageOffset><PixelOffset>${size}</PixelOffset><LineOffset>${side * size}</LineOffset><ByteOrder>LSB</ByteOrder></VRTRasterBand>`).join('')}</VRTDataset>`,
  );
  const cog = join(folder, `${name}.tif`);
  execFileSync('gdal_translate', [
    '-q',
    '-of',
    'COG',
    '-co',
    'COMPRESS=DEFLATE',
    '-co',
    'PREDICTOR=YES',
    '-co',
    'BLOCKSIZE=512',
    '-co',
    'NUM_THREADS=2',
    vrt,
    cog,
  ]);
  await rm(raw);
  return cog;
}

/** Tiles over the scene at four zooms, in an order that jumps about as people do. */
function chooseTiles(): Tile[] {
  let random = 7;
  const next = (): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return random / 2 ** 32;
  };
  const [west, east, south, north] = [15.02, 15.72, 45.52, 46.03];
  return Array.from({ length: tilesInRun }, () => {
    const z = 11 + Math.floor(next() * 4);
    const [lon, lat] = [west + next() * (east - west), south + next() * (north - south)];
    return {
      z,
      x: Math.floor(((lon + 180) / 360) * 2 ** z),
      y: Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z),
    };
  });
}

/**
 * Pictures as they are seen on black: what lies below a transparent pixel is nobody's (TiTiler leaves the first colour
 * of the map there).
 */
async function compare(ours: ArrayBuffer, theirs: ArrayBuffer, tile: Tile): Promise<void> {
  const [a, b] = await Promise.all(
    [ours, theirs].map((bytes) =>
      sharp(Buffer.from(bytes)).flatten({ background: '#000000' }).toColourspace('srgb').raw().toBuffer(),
    ),
  );
  let sum = 0;
  for (let index = 0; index < a!.length; index += 1) sum += Math.abs(a![index]! - b![index]!);
  if (a!.length !== b!.length || sum / a!.length > mostDifference)
    throw new Error(
      `The pictures of tile ${tile.z}/${tile.x}/${tile.y} differ by ${(sum / a!.length).toFixed(2)} levels.`,
    );
}
