import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultRasterStyle, rasterTileUrl, type ProjectId } from '@groma/model';
import { animation, origin } from '@groma/protocol';
import { gdalMissing, GdalFiles } from '../../../../test/gdal-files.ts';
import { startWithMap, type TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { findFfmpeg, mp4Writer } from './encode-animation.ts';

const group = gdalMissing ? `animations (skipped: ${gdalMissing})` : 'animations';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let own: TestMap;
  const ids: string[] = [];
  beforeAll(async () => {
    ({ server, ann, own } = await startWithMap());
    for (const [name, date, value] of [
      ['late', '2025-07-01', 250],
      ['early', '2025-06-01', 60],
      ['beside', '2025-06-01', 150],
    ] as const) {
      const west = name === 'beside' ? 14.5 : 14;
      const shape = {
        width: 32,
        height: 64,
        bands: 1,
        srs: 'EPSG:4326',
        transform: `${west},0.015625,0,46,0,-0.015625`,
      };
      const path = gdal.translate(
        gdal.source(name, 'Byte', shape, () => value),
        `${name}-cog`,
        '-of',
        'COG',
      );
      await own.upload(`${name}.tif`, readFileSync(path));
      const style = { ...defaultRasterStyle, startDate: date };
      const id = crypto.randomUUID();
      await own.post({
        type: 'Create_Raster_Layer',
        text: name,
        layer_id: id,
        raster_data: {
          titiler_url: rasterTileUrl({ projectId: own.projectId, url: `/data/${name}.tif` }, style),
          style,
        },
      } as never);
      ids.push(id);
    }
  });
  afterAll(async () => {
    await server.close();
    rmSync(gdal.folder, { recursive: true });
  });

  const animate = (more: Record<string, unknown> = {}) =>
    ann.client.call(animation.animateLayers, {
      params: { projectId: own.projectId },
      body: {
        map_id: own.mapId,
        layer_ids: ids,
        box: [14, 45, 15, 46],
        width: 200,
        seconds: 0.5,
        attribution: '© Test & Söhne',
        path: '/data/run.gif',
        ...more,
      } as never,
    });
  const bytesOf = async (name: string): Promise<Buffer> =>
    readFileSync(join(await server.platform.files.folderOf(own.projectId as ProjectId), name));

  test('[SAT-090, SAT-091] layers become a GIF of a picture for each day, the oldest first, with dates and attribution', async () => {
    const { data } = await animate();
    expect(data).toMatchObject({ path: '/data/run.gif', frames: 2 });
    const bytes = await bytesOf('run.gif');
    expect(bytes.length).toBe(data.bytes);
    const { width, pageHeight, pages, delay, loop } = await sharp(bytes, { animated: true }).metadata();
    expect({ width, pages, delay, loop }).toEqual({ width: 200, pages: 2, delay: [500, 500], loop: 0 });
    // A degree is taller than wide at this latitude.
    expect(pageHeight! / 200).toBeCloseTo(1 / Math.cos((45.5 * Math.PI) / 180), 1);
    const pixels = await Promise.all([0, 1].map((page) => sharp(bytes, { page }).removeAlpha().raw().toBuffer()));
    const at = (frame: number, x: number, y: number): number[] => [
      ...pixels[frame]!.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3),
    ];
    const isNear = (found: number[], grey: number) => found.every((each) => Math.abs(each - grey) < 12);
    expect(
      [at(0, 40, 140), at(0, 160, 140), at(1, 40, 140)].map((each, place) => isNear(each, [60, 150, 250][place]!)),
    ).toEqual([true, true, true]);
    // Where no layer lies there is the ground.
    expect(isNear(at(1, 160, 140), 231)).toBe(true);
    // White letters on a dark plate, at the top left and the bottom right.
    const inCorner = (frame: number, [left, top]: [number, number]): number[] =>
      Array.from({ length: 60 * 24 }, (_, place) => at(frame, left + (place % 60), top + Math.floor(place / 60))[0]!);
    for (const corner of [inCorner(0, [8, 8]), inCorner(0, [120, pageHeight! - 30])]) {
      expect(corner.filter((value) => value > 200).length).toBeGreaterThan(15);
      expect(corner.filter((value) => value < 110).length).toBeGreaterThan(100);
    }
    const { data: made } = await ann.client.call(origin.readOrigin, {
      params: { projectId: own.projectId },
      query: { thing: 'file:/data/run.gif' },
    });
    expect(made.origin).toMatchObject({ kind: 'export', doer: 'gif' });
  });

  test('[SAT-091] what is wrong is named before anything is written', async () => {
    for (const [more, code] of [
      [{ path: '/data/run.gif' }, 'FILE_EXISTS'],
      [{ path: '/data/run.webm' }, 'BAD_INPUT'],
      [{ path: '/data/../x.gif' }, 'BAD_PATH'],
      [{ path: '/data/a.gif', box: [14, 46, 15, 46] }, 'BAD_INPUT'],
      [{ path: '/data/a.gif', layer_ids: ['none'] }, 'LAYER_NOT_FOUND'],
    ] as const)
      await expect(animate(more), code).rejects.toMatchObject({ code });
    const stranger = await server.signUp();
    await expect(
      stranger.client.call(animation.animateLayers, {
        params: { projectId: own.projectId },
        body: { map_id: own.mapId, layer_ids: ids, box: [14, 45, 15, 46], width: 200, seconds: 1, path: 'x.gif' },
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('[SAT-092] without ffmpeg the answer says what to install', async () => {
    const wish = { seconds: 1, signal: new AbortController().signal };
    const writer = mp4Writer('/tmp/never', { width: 2, height: 2 }, wish, null);
    await expect(writer).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { part: 'ffmpeg' } });
  });

  test('[SAT-092] an MP4 is made by ffmpeg', async (context) => {
    if (findFfmpeg() === null) return context.skip('needs ffmpeg');
    const { data } = await animate({ path: '/data/run.mp4' });
    expect(data.frames).toBe(2);
    const file = join(gdal.folder, 'run.mp4');
    writeFileSync(file, await bytesOf('run.mp4'));
    const picture = join(gdal.folder, 'late.png');
    execFileSync(findFfmpeg()!, ['-v', 'error', '-ss', '0.9', '-i', file, '-frames:v', '1', picture]);
    const { data: pixels, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(200);
    expect(Math.abs(pixels[(140 * 200 + 40) * 3]! - 250)).toBeLessThan(14);
  });
});
