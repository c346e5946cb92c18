import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, type TemplateType } from '@groma/model';
import { operation, template, type TemplatePayload } from '@groma/protocol';
import { eq, sql } from '../../../platform/database/drizzle.ts';
import { thumbnails } from '../../../platform/database/tables/index.ts';
import { TestMap } from '../../../../test/test-map.ts';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { sweepThumbnailsJob } from './sweep-thumbnails.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp();
  own = await TestMap.make(ann);
});
afterAll(() => server.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } });
const upload = async (
  content: Uint8Array | string,
  { name = 'a.png', type = 'MAP' as TemplateType | 'x', baseId = own.mapId, person = ann } = {},
) => {
  const form = new FormData();
  // The type may come after the file.
  form.append('thumbnailFile', new Blob([content as BlobPart]), name);
  form.append('templateType', type);
  const reply = await person.fetch(`/api/gcs/hub/${baseId}/thumbnails`, { method: 'POST', body: form });
  return { status: reply.status, ...((await reply.json()) as { code?: string; data?: { thumbnail_url: string } }) };
};
const kept = async (url: string) => {
  const [row] = await server.platform.database.query
    .select()
    .from(thumbnails)
    .where(eq(thumbnails.id, url.slice(url.lastIndexOf('/') + 1)));
  const bytes = Buffer.concat((await (await server.platform.blobs.read(row!.blobKey)).toArray()) as Buffer[]);
  return { type: row!.type, bytes, ...(await sharp(bytes).metadata()) };
};

test('[PUB-029, PUB-044] png, jpeg, webp, gif and svg are kept as what they are, whatever they are called', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
  const pictures: [Uint8Array | string, string, string][] = [
    [await picture(40, 20).png().toBuffer(), 'a.png', 'image/png'],
    [await picture(40, 20).jpeg().toBuffer(), 'a.png', 'image/jpeg'],
    [await picture(40, 20).webp().toBuffer(), 'a.webp', 'image/webp'],
    [await picture(40, 20).gif().toBuffer(), 'a.gif', 'image/gif'],
    [svg, 'a.svg', 'image/png'],
  ];
  for (const [content, name, type] of pictures) {
    const { data } = await upload(content, { name });
    expect(await kept(data!.thumbnail_url)).toMatchObject({ type, width: 40, height: 20 });
  }
  for (const content of ['no picture', '<html></html>', await picture(4, 4).tiff().toBuffer(), '<svg'])
    expect(await upload(content)).toMatchObject({ status: 422, code: 'THUMBNAIL_UNREADABLE' });
  expect(await upload('')).toMatchObject({ code: 'UPLOAD_EMPTY' });
  expect(await upload(await picture(4, 4).png().toBuffer(), { type: 'x' })).toMatchObject({ code: 'BAD_INPUT' });
  expect(await upload(await picture(4, 4).png().toBuffer(), { type: 'NOTEBOOK' })).toMatchObject({ code: 'BAD_INPUT' });
});

test('[PUB-059] nothing of an SVG runs or loads: it is drawn, and what cameras note is left out', async () => {
  const hostile = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="30" height="30" onload="alert(1)">
    <script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/>
    <image xlink:href="${server.origin}/api/hub/templates" width="9" height="9"/>
    <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject>
    <rect width="30" height="30" fill="#123456"/></svg>`;
  const { data } = await upload(hostile, { name: 'a.svg' });
  const drawn = await kept(data!.thumbnail_url);
  expect(drawn).toMatchObject({ type: 'image/png', format: 'png' });
  expect(drawn.bytes.toString('latin1')).not.toMatch(/script|alert|passwd/);
  const bomb = `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghi'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>`;
  expect([200, 422]).toContain((await upload(bomb, { name: 'a.svg' })).status);
  const placed = await picture(40, 20)
    .withExif({ IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(placed).metadata()).exif).toBeDefined();
  expect((await kept((await upload(placed)).data!.thumbnail_url)).exif).toBeUndefined();
});

test('[PUB-044, PUB-059] large pictures are scaled down, and larger ones refused', async () => {
  const wide = await picture(3_200, 400).png().toBuffer();
  expect(await kept((await upload(wide)).data!.thumbnail_url)).toMatchObject({ width: 1_600, height: 200 });
  expect(await upload(Buffer.alloc(5_000_001))).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  const flat = '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>';
  expect(await upload(flat)).toMatchObject({ code: 'THUMBNAIL_UNREADABLE' });
});

test('[PUB-044, PUB-031] only who may publish a thing uploads a picture for it', async () => {
  const [stranger, viewer] = [await server.signUp(), await server.signUp()];
  await server.share(ann, own.projectId, viewer, 'PROJECT_VIEWER');
  const content = await picture(4, 4).png().toBuffer();
  expect(await upload(content, { person: stranger })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await upload(content, { person: viewer })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(await upload(content, { baseId: newId() })).toMatchObject({ status: 404 });
  expect(await upload(content, { baseId: own.projectId, type: 'SOLUTION' })).toMatchObject({ status: 200 });
});

test('[PUB-059] a picture that no publication names goes after a day, another stays', async () => {
  const content = await picture(4, 4).png().toBuffer();
  const [used, unused] = [(await upload(content)).data!.thumbnail_url, (await upload(content)).data!.thumbnail_url];
  const params = { baseId: own.mapId, projectId: own.projectId };
  const body: TemplatePayload = {
    title: 'Shown',
    access: 'public',
    version: '1.0.0',
    categories: ['Other'],
    thumbnail_url: used,
  };
  const begun = await ann.client.call(template.mapTemplates.create, { params, body });
  await expect
    .poll(
      async () =>
        (await ann.client.call(operation.readOperation, { params: { operationId: begun.operation_id! } })).data.status,
      { timeout: 30_000 },
    )
    .toBe('Completed');
  expect((await ann.client.call(template.mapTemplates.load, { params })).data!.thumbnail_url).toBe(used);
  const { query } = server.platform.database;
  const sweep = () => sweepThumbnailsJob(server.platform).run({}, new AbortController().signal);
  const ids = async () => (await query.select({ id: thumbnails.id }).from(thumbnails)).map(({ id }) => id);
  const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
  await sweep();
  expect(await ids()).toEqual(expect.arrayContaining([idOf(used), idOf(unused)]));
  await query.update(thumbnails).set({ createdAt: sql`now() - interval '25 hours'` as never });
  await sweep();
  expect(await ids()).toEqual([idOf(used)]);
  expect((await kept(used)).type).toBe('image/png');
});
