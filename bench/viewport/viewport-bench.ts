import type { ChildProcess } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { sendFile, startGroma, stopProcess, type GromaServer } from '../large-file/groma-server.ts';
import { makeCog } from '../tiles/tiles-bench.ts';
import { startTitiler } from '../tiles/titiler-server.ts';
import { startNginx } from './nginx-server.ts';

/** Nine by seven tiles: a map of 2304 × 1792 pixels. */
const [across, down, zoom] = [9, 7, 13];
const corner = { x: 4439, y: 2916 };
/** As many as browsers keep open to one server over HTTP/1.1, and a second window. */
const concurrency = 8;
/** A map that was looked at before is there in a moment: it is measured over so many visits. */
const visits = 10;
const words = { rescale: '0,255' };

type Kind = 'cold' | 'pan' | 'revisit';
type Server = { process: ChildProcess; origin: string };

const texts: Record<Kind, [name: string, description: string]> = {
  cold: ['viewport', 'the 63 tiles of a map on a file that nobody has looked at'],
  pan: ['viewport-pan', 'the 63 tiles of a map that moved on by one tile'],
  revisit: [
    'viewport-revisit',
    'the 63 tiles of a map that was looked at before, beside the same bytes as files of nginx',
  ],
};

/** Fields and roads, with the grain of a sensor. */
const at = (band: number, column: number, row: number): number => {
  const grain = (Math.imul(column * 374_761_393 + row * 668_265_263 + band, 1_274_126_177) >>> 28) - 8;
  return Math.max(
    0,
    Math.min(
      255,
      60 +
        band * 30 +
        50 * Math.sin(column / 170 + band) * Math.cos(row / 130) +
        (((column >> 7) + (row >> 7)) % 5) * 12 +
        grain,
    ),
  );
};

/**
 * Milliseconds until all tiles of a map are there. Each run has a file of its own, which no server has opened before.
 */
export function viewportBenchmark(kind: Kind): Benchmark {
  let folder: string;
  let cog: string;
  let groma: GromaServer;
  let peer: Server;
  let run = 0;

  const load = async (
    moved: number,
    address: (x: number, y: number) => string,
    cookie: string,
  ): Promise<Uint8Array[]> => {
    const tiles = Array.from({ length: across * down }, (_, index) => ({
      x: corner.x + moved + (index % across),
      y: corner.y + Math.floor(index / across),
    }));
    const bodies: Uint8Array[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (next < tiles.length) {
          const index = next;
          next += 1;
          // oxlint-disable-next-line no-await-in-loop
          const reply = await fetch(address(tiles[index]!.x, tiles[index]!.y), { headers: { cookie } });
          if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
          // oxlint-disable-next-line no-await-in-loop
          bodies[index] = new Uint8Array(await reply.arrayBuffer());
        }
      }),
    );
    return bodies;
  };
  const measure = async (address: (x: number, y: number) => string, cookie: string): Promise<Measurement> => {
    if (kind !== 'cold') await load(0, address, cookie);
    const times = kind === 'revisit' ? visits : 1;
    const begin = performance.now();
    let bodies: Uint8Array[] = [];
    // oxlint-disable-next-line no-await-in-loop
    for (let time = 0; time < times; time += 1) bodies = await load(kind === 'pan' ? 1 : 0, address, cookie);
    return { value: (performance.now() - begin) / times, output: `${bodies.length} tiles` };
  };
  const oursAt =
    (name: string) =>
    (x: number, y: number): string =>
      `${groma.origin}/tiles/cog/tiles/WebMercatorQuad/${zoom}/${x}/${y}.png?${new URLSearchParams({ project_id: groma.projectId, url: `/data/${name}`, ...words })}`;
  const [name, description] = texts[kind];
  return {
    name,
    description,
    peerName: kind === 'revisit' ? 'nginx serving the same bytes' : 'TiTiler with two workers',
    unit: 'ms',
    better: 'lower',
    async setup() {
      folder = await mkdtemp(join(tmpdir(), 'groma-viewport-'));
      cog = await makeCog(folder, { name: 'rgb', description, type: 'Byte', bands: 3, at, words });
      groma = await startGroma(folder, false);
      // Both sides have drawn something: the time to start is not what is measured.
      await sendFile(groma, cog, '/data/scene.tif');
      const tiles = await load(0, oursAt('scene.tif'), groma.cookie);
      if (kind !== 'revisit') {
        peer = await startTitiler();
        await load(
          0,
          (x, y) =>
            `${peer.origin}/cog/tiles/WebMercatorQuad/${zoom}/${x}/${y}.png?${new URLSearchParams({ url: cog, ...words })}`,
          '',
        );
        return;
      }
      const files = join(folder, 'files');
      await mkdir(files);
      // The workers of nginx are somebody else.
      await chmod(folder, 0o755);
      await Promise.all(
        tiles.map((body, index) =>
          writeFile(join(files, `${corner.x + (index % across)}-${corner.y + Math.floor(index / across)}.png`), body),
        ),
      );
      peer = await startNginx(folder, files);
    },
    async ours() {
      run += 1;
      const file = kind === 'revisit' ? 'scene.tif' : `scene-${run}.tif`;
      if (kind !== 'revisit') await sendFile(groma, cog, `/data/${file}`);
      return measure(oursAt(file), groma.cookie);
    },
    async peer() {
      if (kind === 'revisit') return measure((x, y) => `${peer.origin}/${x}-${y}.png`, '');
      run += 1;
      const file = join(folder, `scene-${run}.tif`);
      await copyFile(cog, file);
      return measure(
        (x, y) =>
          `${peer.origin}/cog/tiles/WebMercatorQuad/${zoom}/${x}/${y}.png?${new URLSearchParams({ url: file, ...words })}`,
        '',
      );
    },
    async teardown() {
      peer?.process.kill();
      if (groma) await stopProcess(groma.process);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
