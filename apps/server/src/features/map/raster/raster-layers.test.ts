import { randomUUID } from 'node:crypto';
import { mapHistory } from '@groma/protocol';
import { defaultRasterStyle, rasterTileUrl, type ProjectId, type RasterStyle } from '@groma/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWithMap, TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';
import { SerialQueue } from '../record/serial-queue.ts';
import { switchToCopy } from './switch-source.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  await own.upload('dem.tif', 'not read here');
});
afterAll(() => server.close());

const urlOf = (url: string, style: Partial<RasterStyle> = {}, projectId = own.projectId) =>
  rasterTileUrl({ projectId, url }, { ...defaultRasterStyle, ...style });
const create = async (address: string, style: Partial<RasterStyle> = {}, id: string = randomUUID()) => {
  const {
    Layer: [layer],
  } = await own.post({
    type: 'Create_Raster_Layer',
    text: 'dem',
    layer_id: id,
    raster_data: { titiler_url: address, style: style as never },
  });
  return layer!;
};
const rasterOf = async (id: string) => {
  const data = (await own.state()).layers.find((layer) => layer.id === id)?.data;
  if (data?.kind !== 'raster') throw new Error('no raster');
  return data;
};

test('[MAP-135] a raster layer is made once for a key, answered again also when its file is gone, and for nobody else', async () => {
  await own.upload('once.tif', 'not read here');
  const layerId = randomUUID();
  const post = {
    type: 'Create_Raster_Layer' as const,
    key: layerId,
    text: 'once',
    layer_id: layerId,
    raster_data: { titiler_url: urlOf('/data/once.tif'), style: { opacity: 0.5 } as never },
  };
  const [first, atOnce] = await Promise.all([own.post(post), own.post(post)]);
  expect(first.Layer).toMatchObject([{ id: layerId, text: 'once', data: { kind: 'raster' } }]);
  expect(atOnce).toEqual(first);
  await expect(own.post({ ...post, key: randomUUID() })).rejects.toMatchObject({ code: 'LAYER_TREE_BROKEN' });
  const bob = await server.signUp();
  await server.share(ann, own.projectId, bob, 'PROJECT_EDITOR');
  await expect(new TestMap(bob, own.projectId, own.mapId).post(post)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await server.platform.files.remove(own.projectId as ProjectId, '/data/once.tif' as never);
  expect(await own.post(post)).toEqual(first);
  expect((await own.state()).layers.filter(({ text }) => text === 'once')).toHaveLength(1);
  await own.post({ type: 'Delete_Layers', layer_ids: [layerId] });
  expect(await own.post(post)).toEqual({ status: 'ok', Layer: [] });
});

test('[MAP-092] [RAS-001] [RAS-002] [RAS-003] [RAS-004] [RAS-005] [RAS-006] [RAS-007] [MAP-101] a raster layer is an address of tiles and a style, on top of the tree, in state and stream', async () => {
  await own.draw('below');
  const style: Partial<RasterStyle> = {
    stats: { b1: { min: 0, max: 9, mean: 4, std: 1, sum: 40, majority: 3, minority: 9 } },
    bands: [1],
    currentStatName: 'min-max',
    dType: 'float32',
    bounds: [14, 45, 15, 46],
    ranges: [[0, 9]],
    colorMap: 'viridis',
    currentAlgebra: null,
    startDate: '2026-01-01',
    endDate: null,
    eeType: null,
    clipGeometryId: null,
    layerType: 'GCS',
    opacity: 0.5,
  };
  const layer = await create(urlOf('/data/dem.tif'), style);
  expect(layer).toMatchObject({
    text: 'dem',
    order: 0,
    level: 1,
    data: {
      kind: 'raster',
      source: { url: '/data/dem.tif' },
      style: { ...style, customPalette: null, displayMode: 'single-channel', bandsInExpression: [], isCOG: false },
    },
  });
  expect((await own.state()).layers.map(({ text }) => text)).toEqual(['dem', 'below']);
  const data = await rasterOf(layer.id);
  // The address follows the style.
  expect(data.titiler_url).toBe(urlOf('/data/dem.tif', style));
  expect(data.titiler_url).toContain('/tiles/cog/tiles/WebMercatorQuad/{z}/{x}/{y}.png?');
  const lines = await own.lines();
  expect(Object.keys(Object.assign({}, ...lines) as object)).toEqual(
    expect.arrayContaining(['raster_data_and_style', 'jpg_data', 'vector_data']),
  );
  expect(lines.find((line) => 'raster_data_and_style' in line)).toEqual({
    raster_data_and_style: { [layer.id]: { titiler_url: data.titiler_url, style: data.style } },
  });
});

test('[MAP-093] [RAS-038] a change of style keeps what it does not name, is told to others and is seen in the history; a moment of it can be restored', async () => {
  const layer = await create(urlOf('/data/dem.tif'), { colorMap: 'viridis', ranges: [[0, 1]] });
  const visitor = await own.enter();
  const customPalette = {
    kind: 'linear' as const,
    stops: [
      { value: 0, color: '#000000' },
      { value: 10, color: '#ffffff80' },
    ],
  };
  await own.post({ type: 'Update_Raster_Layer_Data', layer_id: layer.id, raster_data: { style: { customPalette } } });
  await visitor.until(() => visitor.last('Raster_Layer_Changed') !== undefined);
  const told = visitor.last('Raster_Layer_Changed')!.raster_data;
  expect(told).toMatchObject({ style: { customPalette, colorMap: 'viridis', ranges: [[0, 1]] } });
  expect(new URLSearchParams(told.titiler_url.split('?')[1]).get('colormap')).toBe(
    '{"stops":[[0,"#000000"],[1,"#ffffff80"]]}',
  );
  const { entries } = (
    await ann.client.call(mapHistory.readLayerHistory, { params: { layerId: layer.id }, query: own.query })
  ).data;
  expect(entries.map(({ kind }) => kind)).toEqual(['style', 'imported']);
  await own.post({ type: 'Restore_Vector_Layer', layer_id: layer.id, moment: entries[1]!.made_at });
  expect((await rasterOf(layer.id)).style).toMatchObject({ customPalette: null, colorMap: 'viridis' });
  visitor.socket.close();
});

test('[RAS-001] a layer is drawn from the copy of its file without a knot with changes of the tree, and not while it is deleted', async () => {
  const { id: layerId } = await create(urlOf('/data/dem.tif'));
  const place = { projectId: own.projectId as ProjectId, mapId: own.mapId, layerId };
  const switching = (from: string, to: string) =>
    switchToCopy({ platform: server.platform, queue: new SerialQueue() }, place, from, to);
  const { pool } = server.platform.database;
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM maps WHERE id = $1 FOR UPDATE', [own.mapId]);
    const switched = switching('/data/dem.tif', '/data/copy.tif');
    const held = async () =>
      (await pool.query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))
        .rowCount;
    await expect.poll(held).toBe(1);
    await holder.query('SELECT FROM layers WHERE id = $1 FOR UPDATE NOWAIT', [layerId]);
    await holder.query('COMMIT');
    await switched;
  } finally {
    holder.release(true);
  }
  expect(await rasterOf(layerId)).toMatchObject({ source: { url: '/data/copy.tif' }, style: { isCOG: true } });
  await own.post({ type: 'Delete_Layers', layer_ids: [layerId] });
  await switching('/data/copy.tif', '/data/other.tif');
  await own.post({ type: 'Recover_Layers', layer_ids: [layerId] });
  expect((await rasterOf(layerId)).source.url).toBe('/data/copy.tif');
});

test('[RAS-001] what is no address of this tile service and project is refused, and so is what no style can be', async () => {
  const other = await ann.makeProject();
  for (const address of [
    'https://tiles.example/{z}/{x}/{y}.png?url=/data/dem.tif',
    urlOf('/data/dem.tif', {}, other),
    'javascript:alert(1)',
    urlOf('https://'),
  ]) {
    await expect(create(address), address).rejects.toMatchObject({ code: 'BAD_INPUT' });
  }
  await expect(create(urlOf('/data/none.tif'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  for (const style of [
    { bands: [1, 2] },
    { bands: [0] },
    { opacity: 2 },
    {
      customPalette: {
        kind: 'linear',
        stops: [
          { value: 1, color: '#000000' },
          { value: 0, color: '#ffffff' },
        ],
      },
    },
    { nodata: 'x' },
    { mystery: 1 },
  ]) {
    await expect(create(urlOf('/data/dem.tif'), style as never), JSON.stringify(style)).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  }
});

test('[SAT-057] a layer draws several files of the workspace, each of which has to be there', async () => {
  await own.upload('red.tif', 'not read here');
  await own.upload('nir.tif', 'not read here');
  const { id } = await create(urlOf('/data/red.tif\nhttps://example.org/green.tif\n/data/nir.tif'));
  expect((await rasterOf(id)).source.url).toBe('/data/red.tif\nhttps://example.org/green.tif\n/data/nir.tif');
  await expect(create(urlOf('/data/red.tif\n/data/gone.tif'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  await expect(create(urlOf('/data/red.tif\n/etc/passwd'))).rejects.toMatchObject({ code: 'BAD_PATH' });
  await expect(create(urlOf('/data/red.tif\n'.repeat(17)))).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('[MAP-092] [MAP-064] an image is never edited as features, nor features drawn as an image; who may not change the map may not change it', async () => {
  const image = await create(urlOf('/data/dem.tif'));
  const drawn = await own.draw('trees', [{ n: 1 }]);
  await expect(
    own.post({
      type: 'Update_Vector_Layer_Data',
      vector_update: { [image.id]: { type: 'Add_Column', column: { name: 'x', type: 'text' } } },
    }),
  ).rejects.toMatchObject({ code: 'LAYER_NOT_VECTOR' });
  await expect(
    own.post({ type: 'Update_Vector_Layer_Style', layer_id: image.id, vector_style: { lineWidth: 2 } }),
  ).rejects.toMatchObject({ code: 'LAYER_NOT_VECTOR' });
  await expect(
    own.post({ type: 'Update_Raster_Layer_Data', layer_id: drawn, raster_data: { style: { opacity: 0 } } }),
  ).rejects.toMatchObject({ code: 'LAYER_NOT_RASTER' });
  const bob = await server.signUp();
  await server.share(ann, own.projectId, bob, 'PROJECT_VIEWER');
  await expect(
    own.as(bob).post({ type: 'Update_Raster_Layer_Data', layer_id: image.id, raster_data: { style: { opacity: 0 } } }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await rasterOf(image.id)).style.opacity).toBe(1);
});
