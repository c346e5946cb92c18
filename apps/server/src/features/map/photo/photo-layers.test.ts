import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JpgStyle } from '@groma/model';
import { map } from '@groma/protocol';
import { startWithMap, TestMap } from '../../../../test/test-map.ts';
import type { Person, TestServer } from '../../../../test/test-server.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
let picture: string;
beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  picture = (
    await sharp({ create: { width: 600, height: 400, channels: 3, background: '#a03020' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
});
afterAll(() => server.close());

const style: JpgStyle = {
  opacity: 1,
  bounds: [
    [8, 47.001],
    [8.001, 47.001],
    [8.001, 47],
    [8, 47],
  ],
  metadata: { exifData: { Model: 'FC6310', FocalLength: 8.8 }, gsdX: 0.0164, gsdY: 0.0164, fovDegrees: 73.7 },
  parameters: {
    drone: 'Phantom 4 Pro',
    imageWidth: 5472,
    imageHeight: 3648,
    latitude: 47.0005,
    longitude: 8.0005,
    relativeAltitude: 60,
    gimbalYaw: 0,
    gimbalPitch: -90,
    gimbalRoll: 0,
    focalLength: 8.8,
    sensorWidth: 13.2,
    sensorHeight: 8.8,
    rotation: 0,
    shift: 0,
    warnings: [],
  },
};
const create = async (text: string, encoded_image = picture) => {
  const id = randomUUID();
  return (
    await own.post({ type: 'Create_Jpg_Layer', text, layer_id: id, jpg_data: { encoded_image, style: style as never } })
  ).Layer[0]!;
};
const photo = (id: string, query: Record<string, string>) =>
  ann.fetch(`/maps/layers/${id}/photo?${new URLSearchParams({ ...own.query, ...query })}`);

test('[MAP-135] a photo is a layer once for a key: its own name is not taken when it is sent again', async () => {
  const id = randomUUID();
  const post = {
    type: 'Create_Jpg_Layer' as const,
    key: id,
    text: 'DJI_once',
    layer_id: id,
    jpg_data: { encoded_image: picture, style: style as never },
  };
  const [first, atOnce] = await Promise.all([own.post(post), own.post(post)]);
  expect(first.Layer).toMatchObject([{ id, text: 'DJI_once', data: { kind: 'jpg' } }]);
  expect(atOnce).toEqual(first);
  expect(await own.post(post)).toEqual(first);
  const key = (first.Layer[0]!.data as { image_key: string }).image_key;
  expect((await photo(id, { image_key: key })).status).toBe(200);
  await expect(create('dji_ONCE')).rejects.toMatchObject({ code: 'LAYER_NAME_TAKEN' });
});

test('[DRN-001] [DRN-002] [DRN-003] [MAP-094] a photo becomes a layer with its style, and its picture comes back whole or smaller', async () => {
  const layer = await create('DJI_0001');
  expect(layer).toMatchObject({ text: 'DJI_0001', type: 'Layer', data: { kind: 'jpg', style } });
  const key = (layer.data as { image_key: string }).image_key;
  const whole = await photo(layer.id, { image_key: key });
  expect([whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([
    'image/jpeg',
    'private, max-age=31536000, immutable',
  ]);
  expect(Buffer.from(await whole.arrayBuffer()).toString('base64')).toBe(picture);
  const small = await photo(layer.id, { max_size: '256' });
  expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
    width: 256,
    height: 171,
    format: 'jpeg',
  });
  expect(
    (
      await ann.fetch(`/maps/layers/${layer.id}/photo?${new URLSearchParams({ ...own.query, max_size: '256' })}`, {
        headers: { 'if-none-match': small.headers.get('etag')! },
      })
    ).status,
  ).toBe(304);
  const lines = (await (await ann.fetch(`/maps/read-map?${new URLSearchParams(own.query)}`)).text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { jpg_data?: Record<string, unknown> });
  expect(lines.find((line) => line.jpg_data)!.jpg_data![layer.id]).toEqual({ encoded_image: picture, style });
});

test('a copy of the map has the photo too', async () => {
  const { id } = await create('copied');
  const { data } = await ann.client.call(map.duplicateMap, {
    params: { mapId: own.mapId, projectId: own.projectId },
    body: {},
  });
  const copy = new TestMap(ann, own.projectId, data.id);
  const twin = (await copy.state()).layers.find(({ text }) => text === 'copied')!;
  expect(twin.id).not.toBe(id);
  expect(
    Buffer.from(
      await (await ann.fetch(`/maps/layers/${twin.id}/photo?${new URLSearchParams(copy.query)}`)).arrayBuffer(),
    ).toString('base64'),
  ).toBe(picture);
});

test('[DRN-004] [DRN-005] a name that a layer has already, whatever its case, is refused', async () => {
  const before = Object.keys((await own.state()).layers).length;
  await expect(create('dji_0001 ')).rejects.toMatchObject({
    code: 'LAYER_NAME_TAKEN',
    message: 'A layer with the name "dji_0001" already exists. Please change the file name before adding.',
  });
  expect(Object.keys((await own.state()).layers).length).toBe(before);
});

test('[MAP-095] a photo is made clearer for everybody, and nobody else changes it while somebody edits it', async () => {
  const { id } = await create('clear');
  const bob = await server.signUp();
  await server.share(ann, own.projectId, bob, 'PROJECT_EDITOR');
  const visitor = await own.as(bob).enter();
  await own.post({ type: 'Update_Jpg_Layer_Data', layer_id: id, jpg_data: { style: { opacity: 0.4 } } });
  await visitor.until(() => visitor.last('Jpg_Layer_Changed') !== undefined);
  expect(visitor.last('Jpg_Layer_Changed')).toMatchObject({
    layer_id: id,
    jpg_data: { style: { ...style, opacity: 0.4 } },
    senderId: ann.id,
  });
  visitor.send({ type: 'Add_Layer_Editor', layer_id: id });
  await visitor.until(() => visitor.last('Layer_Editor_Changed')?.layer_editors[id] !== undefined);
  await expect(
    own.post({ type: 'Update_Jpg_Layer_Data', layer_id: id, jpg_data: { style: { opacity: 1 } } }),
  ).rejects.toMatchObject({ code: 'LAYER_LOCKED' });
  visitor.socket.close();
});

test('what is no picture is refused, and a layer of features is no photo', async () => {
  await expect(create('text', Buffer.from('<svg onload="x"/>').toString('base64'))).rejects.toMatchObject({
    code: 'BAD_INPUT',
    details: { detail: 'encoded_image: this is no JPEG.' },
  });
  const png = (
    await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
  ).toString('base64');
  await expect(create('png', png)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const drawn = await own.draw('roads', [{ n: 1 }]);
  expect((await photo(drawn, {})).status).toBe(404);
  await expect(
    own.post({ type: 'Update_Jpg_Layer_Data', layer_id: drawn, jpg_data: { style: { opacity: 0 } } }),
  ).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const { id } = await create('no-features');
  await expect(
    own.post({ type: 'Update_Vector_Layer_Data', vector_update: { [id]: { type: 'Delete', fids: [1] } } }),
  ).rejects.toMatchObject({ code: 'LAYER_NOT_VECTOR' });
});
