import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from '../../platform/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import { defaultRasterStyle, rasterTileUrl, type DataPath, type ProjectId, type UserId } from '@groma/model';
import { conversion, map, operation, origin, raster, type BodyOf } from '@groma/protocol';
import { TestMap } from '../../../test/test-map.ts';
import { startWithProject, type Person, type TestServer } from '../../../test/test-server.ts';
import { gdalMissing, GdalFiles } from '../../../test/gdal-files.ts';
import { operations } from '../../platform/database/tables/index.ts';
import { fileVersion } from '../../platform/origin/origin.ts';
import type { ConversionCheckpoint, PlannedConversion } from './planned-conversion.ts';
import { writeRaster } from '../../platform/gdal/write-raster.ts';

const patient = { timeout: 30_000 };
const group = gdalMissing ? `conversion (skipped: ${gdalMissing})` : 'conversion';
describe.skipIf(gdalMissing)(group, () => {
  const gdal = new GdalFiles();
  let server: TestServer;
  let ann: Person;
  let projectId: string;
  beforeAll(async () => {
    const plain = readFileSync(
      gdal.translate(
        gdal.source(
          'plain',
          'UInt16',
          { width: 700, height: 600, bands: 2, nodata: 0 },
          (band, column, row) => band * 1_000 + column + row,
        ),
        'plain',
      ),
    );
    ({ server, ann, projectId } = await startWithProject());
    await put('scenes/plain.tif', plain);
    await put('scenes/page.tif', Buffer.from('<html>'));
    // Half a gigabyte of zeros in a small file: long enough at work to be stopped.
    const wide = join(gdal.folder, 'wide.tif');
    execFileSync('gdal_create', ['-q', '-outsize', '25000', '20000', '-ot', 'Byte', '-co', 'SPARSE_OK=TRUE', wide]);
    await put('wide.tif', readFileSync(wide));
  });
  afterAll(async () => {
    await server.close();
    rmSync(gdal.folder, { recursive: true });
  });

  const put = (name: string, content: Uint8Array | string): Promise<void> =>
    ann.upload(projectId, `/data/${name}`, content);
  const begin = async (
    input_paths: string[],
    id: string = crypto.randomUUID(),
    more: Partial<BodyOf<typeof conversion.convertFiles>> = {},
  ) => {
    const reply = await ann.client.call(conversion.convertFiles, {
      params: { projectId },
      body: { bucket_name: 'groma', operation_id: id, input_paths, output_format: 'cog', ...more },
    });
    return { ...reply, id };
  };
  const statusOf = async (operationId: string) =>
    (await ann.client.call(conversion.readFunctionOperation, { params: { operationId } })).data.items[0]!.status;
  const phaseOf = async (id: string) => (await statusOf(id)).phase;
  const leftOf = async () =>
    readdir(join(server.platform.config.dataFolder, 'files', projectId, 'incoming')).catch(() => []);

  test('[RAS-011] [RAS-012] [RAS-013] [WFL-119] [WFL-121] a raster becomes a cloud-optimised copy beside it, with the same pixels, by an operation that is polled', async () => {
    const { status, id, output_paths: paths } = await begin(['/data/scenes/plain.tif']);
    expect([status, paths]).toEqual([200, ['/data/scenes/plain (COG).tif']]);
    await expect.poll(() => phaseOf(id), patient).toBe('Succeeded');
    expect(await statusOf(id)).toMatchObject({ message: null, progress: 100, nodes: { [id]: { phase: 'Succeeded' } } });
    const query = { project_id: projectId, url: paths[0]! };
    expect(await ann.client.call(raster.validateCog, { query })).toEqual({ COG: true, errors: [], warnings: [] });
    const copy = join(gdal.folder, 'copy.tif');
    writeFileSync(
      copy,
      Buffer.from(
        await (
          await ann.fetch(
            (
              (await ann
                .fetch(`/api/gcs/signed-url/groma/${projectId}/data/scenes/plain%20(COG).tif`)
                .then((reply) => reply.json())) as { signedUrl: string }
            ).signedUrl,
          )
        ).arrayBuffer(),
      ),
    );
    expect(gdal.samples(copy)).toEqual(gdal.samples(join(gdal.folder, 'plain.tif')));
    expect(await ann.client.call(operation.readOperation, { params: { operationId: id } })).toMatchObject({
      data: { status: 'Completed', task: 'convert', subject: 'plain.tif' },
    });
    const again = await begin(['/data/scenes/plain.tif', '/data/scenes/page.tif'], undefined, {
      excluded_paths: ['/data/scenes/page.tif'],
      output_folder: '/data/made',
    });
    expect(again.output_paths).toEqual(['/data/made/plain (COG).tif']);
    await expect.poll(() => phaseOf(again.id), patient).toBe('Succeeded');
    expect((await begin(['/data/scenes/plain.tif'])).output_paths).toEqual(['/data/scenes/plain (COG) (2).tif']);
  });

  test('[WFL-123] sources are read from the bucket that the call names, of two; results are files of the project', async () => {
    const { files } = server.platform;
    const path = '/data/passing.tif' as DataPath;
    const pixels = readFileSync(join(gdal.folder, 'plain.tif'));
    await files.write(projectId as ProjectId, path, Readable.from([pixels]), { bucket: 'groma-temp' });
    await expect(begin([path])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const { id } = await begin([path], undefined, { bucket_name: 'groma-temp' });
    await expect.poll(() => phaseOf(id), patient).toBe('Succeeded');
    expect(await files.stat(projectId as ProjectId, '/data/passing (COG).tif' as DataPath)).toBeDefined();
    await expect(begin([path], undefined, { bucket_name: 'other' as never })).rejects.toMatchObject({ status: 400 });
  });

  test('[RAS-011] of several files all become copies or none does, and why is said', async () => {
    const { id } = await begin(['/data/scenes/plain.tif', '/data/scenes/page.tif'], undefined, {
      output_folder: '/data/none',
    });
    await expect.poll(() => phaseOf(id), patient).toBe('Failed');
    expect((await statusOf(id)).message).toMatch(/^"page.tif" cannot be read: .*not recognized/);
    expect(await server.platform.files.stat(projectId as never, '/data/none/plain (COG).tif' as never)).toBeUndefined();
    await expect.poll(leftOf).toEqual([]);
  });

  test('[RAS-011] a conversion that is stopped leaves nothing; its phase is an error', async () => {
    const {
      id,
      output_paths: [path],
    } = await begin(['/data/wide.tif']);
    await expect.poll(leftOf).not.toEqual([]);
    await ann.client.call(operation.cancelOperation, { params: { operationId: id } });
    await expect.poll(() => phaseOf(id), patient).toBe('Error');
    await expect.poll(leftOf).toEqual([]);
    expect(await server.platform.files.stat(projectId as never, path as never)).toBeUndefined();
  });

  test('[RAS-011] a small file that stands for far too many pixels is refused before any is written, and one that takes too long is given up', async () => {
    const vast = join(gdal.folder, 'vast.tif');
    execFileSync('gdal_create', [
      '-q',
      '-outsize',
      '300000',
      '300000',
      '-ot',
      'Byte',
      '-co',
      'SPARSE_OK=TRUE',
      '-co',
      'TILED=YES',
      '-co',
      'BLOCKXSIZE=8192',
      '-co',
      'BLOCKYSIZE=8192',
      vast,
    ]);
    await put('vast.tif', readFileSync(vast));
    const { id } = await begin(['/data/vast.tif']);
    await expect.poll(() => phaseOf(id), patient).toBe('Failed');
    expect((await statusOf(id)).message).toMatch(/^"vast.tif" is larger than 20 gigapixels/);
    const workFolder = mkdtempSync(join(gdal.folder, 'work-'));
    const slow = writeRaster({
      format: 'cog',
      source: join(gdal.folder, 'wide.tif'),
      workFolder,
      name: 'wide.tif',
      signal: new AbortController().signal,
      onProgress: () => undefined,
      timeLimitMs: 1,
    });
    await expect(slow).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: '"wide.tif" cannot be read: converting it took longer than 30 minutes.',
    });
  });

  test('[RAS-015] a layer whose file is converted is drawn from the copy once that is there, whoever is there to see it', async () => {
    const own = await TestMap.make(ann, projectId);
    const {
      Layer: [layer],
    } = await own.post({
      type: 'Create_Raster_Layer',
      text: 'plain',
      layer_id: crypto.randomUUID(),
      raster_data: {
        titiler_url: rasterTileUrl({ projectId, url: '/data/scenes/plain.tif' }, defaultRasterStyle),
        style: { ...defaultRasterStyle, opacity: 0.5 } as never,
      },
    });
    const place = { map_id: own.mapId, layer_id: layer!.id };
    const drawn = async () => (await own.state()).layers.find(({ id }) => id === layer!.id)?.data;
    const visitor = await own.enter();
    const {
      id,
      output_paths: [copy],
    } = await begin(['/data/scenes/plain.tif'], undefined, { output_folder: '/data/drawn', layer: place });
    await expect.poll(() => phaseOf(id), patient).toBe('Succeeded');
    expect(await drawn()).toMatchObject({ source: { url: copy }, style: { isCOG: true, opacity: 0.5 } });
    await visitor.until(() => visitor.last('Raster_Layer_Changed') !== undefined);
    expect(visitor.last('Raster_Layer_Changed')).toMatchObject({
      senderId: null,
      raster_data: { source: { url: copy } },
    });
    visitor.socket.close();
    // What is drawn from something else by then stays as it is.
    const later = await begin(['/data/scenes/plain.tif'], undefined, { output_folder: '/data/later', layer: place });
    await expect.poll(() => phaseOf(later.id), patient).toBe('Succeeded');
    expect(await drawn()).toMatchObject({ source: { url: copy } });
    const other = await TestMap.make(ann, await ann.makeProject());
    await expect(
      begin(['/data/scenes/plain.tif'], undefined, { layer: { ...place, map_id: other.mapId } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      begin(['/data/scenes/plain.tif'], undefined, { layer: { ...place, layer_id: await own.draw('trees') } }),
    ).rejects.toMatchObject({ code: 'LAYER_NOT_RASTER' });
    await expect(
      begin(['/data/scenes/plain.tif', '/data/wide.tif'], undefined, { layer: place }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('[RAS-011] [RAS-015] a conversion whose map is deleted while it waits makes the copy, and no layer', async () => {
    const own = await TestMap.make(ann, projectId);
    const wide = await begin(['/data/wide.tif']);
    await expect.poll(leftOf).not.toEqual([]);
    const {
      id,
      output_paths: [copy],
    } = await begin(['/data/scenes/plain.tif'], undefined, {
      output_folder: '/data/left',
      new_layer: { map_id: own.mapId, layer_id: crypto.randomUUID(), name: 'Late' },
    });
    await ann.client.call(map.deleteMap, { params: { projectId, mapId: own.mapId } });
    await ann.client.call(operation.cancelOperation, { params: { operationId: wide.id } });
    await expect.poll(() => phaseOf(id), patient).toBe('Succeeded');
    expect(await server.platform.files.stat(projectId as ProjectId, copy as DataPath)).toBeDefined();
  });

  test('[RAS-011] what is done again takes a file of the name for its result only where it is one, and is done for nobody who has left', async () => {
    await put('again/plain (COG).tif', 'of somebody');
    const planned: PlannedConversion = {
      projectId: projectId as ProjectId,
      userId: ann.id as UserId,
      bucket: 'groma',
      format: 'cog',
      needsPlace: false,
      steps: [{ from: '/data/scenes/plain.tif' as DataPath, to: '/data/again/plain (COG).tif' as DataPath }],
    };
    const { query } = server.platform.database;
    /** Leaves an operation as a kill does in the middle of its first attempt, and waits for the end of the next. */
    const afterKill = async (checkpoint: ConversionCheckpoint, starter = ann) => {
      const id = crypto.randomUUID();
      await query.insert(operations).values({
        id,
        projectId,
        userId: starter.id,
        title: 'Convert',
        kind: 'convert',
        input: planned,
        status: 'In Progress',
        attempt: 1,
        checkpoint,
      });
      const row = async () => (await query.select().from(operations).where(eq(operations.id, id)))[0]!;
      await expect.poll(async () => (await row()).status, patient).not.toBe('In Progress');
      return row();
    };
    const listed = async () =>
      (await server.platform.files.list(projectId as ProjectId, '/data/again' as DataPath))
        .map(({ path }) => path)
        .sort();
    const both = ['/data/again/plain (COG) (2).tif', '/data/again/plain (COG).tif'];
    expect(await afterKill({ steps: planned.steps, made: [4_711] })).toMatchObject({ status: 'Completed', attempt: 2 });
    expect(await listed()).toEqual(both);
    const made = await server.platform.files.stat(projectId as ProjectId, both[0] as DataPath);
    const steps = [{ from: planned.steps[0]!.from, to: both[0] as DataPath }];
    expect(await afterKill({ steps, made: [made!.bytes] })).toMatchObject({ status: 'Completed' });
    expect(await listed()).toEqual(both);
    expect(await server.platform.files.stat(projectId as ProjectId, both[0] as DataPath)).toEqual(made);
    expect(await afterKill({ steps: planned.steps, made: [4_711] }, await server.signUp())).toMatchObject({
      status: 'Failed',
      failure: { code: 'NOT_FOUND' },
    });
    expect(await listed()).toEqual(both);
  });

  test('[RES-009] a copy is made again of its source as that is now, in the place of the one before, also when the server was killed', async () => {
    const { id } = await begin(['/data/scenes/plain.tif'], undefined, { output_folder: '/data/anew' });
    await expect.poll(() => phaseOf(id), patient).toBe('Succeeded');
    const path = '/data/anew/plain (COG).tif';
    const copy = () => server.platform.files.stat(projectId as ProjectId, path as DataPath);
    const first = await copy();
    const { data } = await ann.client.call(origin.runAgain, {
      params: { projectId },
      body: { thing: `file:${path}` },
    });
    expect(await phaseOf(data.operation_id!)).toBe('Succeeded');
    const second = await copy();
    expect(second!.etag).not.toBe(first!.etag);
    expect(await server.platform.files.list(projectId as ProjectId, '/data/anew' as DataPath)).toHaveLength(1);
    // The result before is as large as the new one, which was about to take its place: that alone does not make it the
    // new one.
    const planned: PlannedConversion = {
      projectId: projectId as ProjectId,
      userId: ann.id as UserId,
      bucket: 'groma',
      format: 'cog',
      needsPlace: false,
      steps: [
        {
          from: '/data/scenes/plain.tif' as DataPath,
          to: path as DataPath,
          replaces: fileVersion(second!.etag),
        },
      ],
      isAgain: true,
    };
    const killed = crypto.randomUUID();
    await server.platform.database.query.insert(operations).values({
      id: killed,
      projectId,
      userId: ann.id,
      title: 'Convert',
      kind: 'convert',
      input: planned,
      status: 'In Progress',
      attempt: 1,
      checkpoint: { steps: planned.steps, made: [second!.bytes] },
    });
    await expect.poll(() => phaseOf(killed), patient).toBe('Succeeded');
    expect((await copy())!.etag).not.toBe(second!.etag);
    expect(await server.platform.files.list(projectId as ProjectId, '/data/anew' as DataPath)).toHaveLength(1);
  });

  test('[RAS-075] samples are read as their header says, and a mask beside a raster is used', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'groma-described-'));
    const header = (place: string) =>
      `ENVI\nsamples = 60\nlines = 40\nbands = 3\ndata type = 1\ninterleave = bsq\nbyte order = 0\n${place}\n`;
    const samples = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, at) => (at < 60 * 40 ? 0 : 200)));
    writeFileSync(join(folder, 'scene.dat'), samples);
    writeFileSync(
      join(folder, 'scene.hdr'),
      header('map info = {UTM, 1, 1, 500000, 5000000, 10, 10, 33, North, WGS-84}'),
    );
    const masked = ['-q', '-mask', '1', '--config', 'GDAL_TIFF_INTERNAL_MASK', 'NO', 'scene.dat', 'masked.tif'];
    execFileSync('gdal_translate', masked, { cwd: folder });
    for (const name of ['scene.dat', 'scene.hdr', 'masked.tif', 'masked.tif.msk'])
      await put(name, readFileSync(join(folder, name)));
    rmSync(folder, { recursive: true });
    await put('nowhere.dat', samples);
    await put('nowhere.hdr', header(''));
    await expect(begin(['/data/nowhere.dat'], undefined, { needs_place: true })).rejects.toMatchObject({
      details: { reason: 'no-place', detail: expect.stringContaining('.hdr') as string },
    });
    const pixelOf = async (path: string) => {
      const { id, output_paths: paths } = await begin([path], undefined, { needs_place: true });
      await expect.poll(() => phaseOf(id), patient).toMatch(/Succeeded|Failed|Error/);
      expect(await statusOf(id)).toMatchObject({ phase: 'Succeeded', message: null });
      const drawn = await ann.fetch(
        `/tiles/cog/bbox/15.001,45.151,15.003,45.152.png?${new URLSearchParams({ project_id: projectId, url: paths[0]!, width: '8', height: '8' })}`,
      );
      return [
        ...(await sharp(Buffer.from(await drawn.arrayBuffer()))
          .ensureAlpha()
          .raw()
          .toBuffer()),
      ].slice(0, 4);
    };
    expect(await pixelOf('/data/scene.dat')).toEqual([0, 200, 200, 255]);
    expect((await pixelOf('/data/masked.tif'))[3]).toBe(0);
  });

  test('[FIL-075] a picture with a world file becomes a raster at its place; what nothing places and what names no system is refused at once', async () => {
    const pixels = sharp({ create: { width: 60, height: 40, channels: 3, background: '#3060a0' } });
    const world = '10\n0\n0\n-10\n500005\n4999995\n';
    for (const [name, content] of [
      ['plan.png', await pixels.png().toBuffer()],
      ['plan.pgw', world],
      ['noted.jpg', await pixels.jpeg().toBuffer()],
      ['lone.png', await pixels.png().toBuffer()],
    ] as const)
      await put(name, content);
    await expect(begin(['/data/lone.png'])).rejects.toMatchObject({
      code: 'IMPORT_FAILED',
      details: { reason: 'no-place', detail: expect.stringContaining('lone.pgw') as string },
    });
    await expect(begin(['/data/plan.png'])).rejects.toMatchObject({
      code: 'IMPORT_FAILED',
      details: { reason: 'missing-crs' },
    });
    const placeOf = async (path: string) => {
      const { bounds, crs, count, width } = await ann.client.call(raster.cogInfo, {
        query: { project_id: projectId, url: path },
      });
      return { crs: crs?.split('/').at(-1), count, width, corner: [bounds![0].toFixed(4), bounds![3].toFixed(4)] };
    };
    // Reading the places of many is work, which is done and stopped as the operation.
    const several = await begin(['/data/lone.png', '/data/plan.png'], undefined, { crs: 'EPSG:32633' });
    expect(several.output_paths).toEqual(['/data/lone (COG).tif', '/data/plan (COG).tif']);
    await expect.poll(() => phaseOf(several.id), patient).toBe('Failed');
    expect((await statusOf(several.id)).message).toContain('lone.pgw');
    const asked = await begin(['/data/plan.png'], undefined, { crs: 'EPSG:32633' });
    await expect.poll(() => phaseOf(asked.id), patient).toBe('Succeeded');
    const expected = { crs: '32633', count: 3, width: 60, corner: ['15.0000', '45.1535'] };
    expect(await placeOf(asked.output_paths[0]!)).toEqual(expected);
    const drawn = await ann.fetch(
      `/tiles/cog/bbox/15.001,45.151,15.003,45.152.png?${new URLSearchParams({ project_id: projectId, url: asked.output_paths[0]!, width: '8', height: '8' })}`,
    );
    expect(
      [
        ...(await sharp(Buffer.from(await drawn.arrayBuffer()))
          .ensureAlpha()
          .raw()
          .toBuffer()),
      ].slice(0, 4),
    ).toEqual([0x30, 0x60, 0xa0, 255]);
    const wkt = execFileSync('gdalsrsinfo', ['-o', 'wkt1', '--single-line', 'EPSG:32633']).toString().trim();
    await put(
      'noted.jpg.aux.xml',
      `<PAMDataset><SRS dataAxisToSRSAxisMapping="1,2">${wkt.replaceAll('"', '&quot;')}</SRS><GeoTransform>500000, 10, 0, 5000000, 0, -10</GeoTransform></PAMDataset>`,
    );
    const noted = await begin(['/data/noted.jpg']);
    await expect.poll(() => phaseOf(noted.id), patient).toBe('Succeeded');
    expect(await placeOf(noted.output_paths[0]!)).toEqual(expected);
    // The layer is made by the server, whether or not anybody is there by then.
    const own = await TestMap.make(ann, projectId);
    const new_layer = { map_id: own.mapId, layer_id: crypto.randomUUID(), name: 'Plan' };
    const layered = await begin(['/data/plan.png'], undefined, { crs: 'EPSG:32633', needs_place: true, new_layer });
    await expect.poll(() => phaseOf(layered.id), patient).toBe('Succeeded');
    expect((await own.state()).layers).toMatchObject([
      {
        id: new_layer.layer_id,
        text: 'Plan',
        data: {
          kind: 'raster',
          source: { url: layered.output_paths[0] },
          style: {
            isCOG: true,
            displayMode: 'multi-channel',
            ranges: [
              [0x30, 0x30],
              [0x60, 0x60],
              [0xa0, 0xa0],
            ],
          },
        },
      },
    ]);
    const other = await TestMap.make(ann, await ann.makeProject());
    await expect(
      begin(['/data/plan.png'], undefined, { crs: 'EPSG:32633', new_layer: { ...new_layer, map_id: other.mapId } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // A GeoTIFF that lies nowhere is used as it is, unless a place is asked for.
    const nowhere = join(gdal.folder, 'nowhere.tif');
    execFileSync('gdal_create', ['-q', '-outsize', '60', '40', '-ot', 'Byte', nowhere]);
    await put('nowhere.tif', readFileSync(nowhere));
    await expect(begin(['/data/nowhere.tif'], undefined, { needs_place: true })).rejects.toMatchObject({
      details: { reason: 'no-place' },
    });
    await put('nowhere.tfw', world);
    await expect(begin(['/data/nowhere.tif'], undefined, { needs_place: true })).rejects.toMatchObject({
      details: { reason: 'missing-crs' },
    });
    const placed = await begin(['/data/nowhere.tif'], undefined, { needs_place: true, crs: 'EPSG:32633' });
    await expect.poll(() => phaseOf(placed.id), patient).toBe('Succeeded');
    expect(await placeOf(placed.output_paths[0]!)).toEqual({ ...expected, count: 1 });
    await put('plan.prj', '/vsicurl/http://127.0.0.1/crs.wkt');
    await expect(begin(['/data/plan.png'])).rejects.toMatchObject({
      code: 'IMPORT_FAILED',
      details: { reason: 'unknown-crs' },
    });
  });

  test('[RAS-012] [WFL-120] folders and patterns stand for the rasters in them, without those that are excluded', async () => {
    for (const name of ['a.tif', 'b.TIF', 'notes.txt', 'b-old.tif']) await put(`many/${name}`, 'not read here');
    const outputs = async (inputs: string[], excluded_paths?: string[]) =>
      (await begin(inputs, undefined, { output_folder: '/data/none', ...(excluded_paths && { excluded_paths }) }))
        .output_paths;
    expect(await outputs(['/data/many/*.tif'], ['/data/many/*-old.tif'])).toEqual([
      '/data/none/a (COG).tif',
      '/data/none/b (COG).tif',
    ]);
    expect(await outputs(['/data/many/'], ['/data/many/a.tif'])).toHaveLength(2);
    for (const wrong of ['/data/*/a.tif', '/data/many/*.*.*', '/data/many/b*', '/data/many/*.jp2'])
      await expect(begin([wrong]), wrong).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  test('[RAS-012] what cannot begin says why, and an id is used once and read by its owner alone', async () => {
    await expect(begin(['/data/none.tif'])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(begin(['/etc/passwd'])).rejects.toMatchObject({ code: 'BAD_PATH' });
    await expect(begin(['/data/a.tif'], undefined, { excluded_paths: ['/data/a.tif'] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    const { id } = await begin(['/data/scenes/plain.tif'], undefined, { output_folder: '/data/once' });
    await expect(begin(['/data/scenes/plain.tif'], id)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { detail: expect.stringContaining('of that id already') as string },
    });
    const ben = await server.signUp();
    await server.share(ann, projectId, ben, 'PROJECT_EDITOR');
    await expect(
      ben.client.call(conversion.readFunctionOperation, { params: { operationId: id } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect.poll(() => phaseOf(id), patient).toBe('Succeeded');
  });
});
