import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

const survey = readFileSync(new URL('../apps/server/test/clouds/new-mexico.laz', import.meta.url));

/** A red pyramid of glTF on the ground, 2 m wide and 3 m high, with its numbers in the file. */
function pyramid(): string {
  const places = new Float32Array([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, 3, 0]);
  const corners = new Uint16Array([0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0, 0, 1, 2, 0, 2, 3]);
  const bytes = Buffer.concat([Buffer.from(places.buffer), Buffer.from(corners.buffer)]);
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    materials: [
      { doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [0.8, 0.1, 0.1, 1], metallicFactor: 0 } },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 5, type: 'VEC3', min: [-1, 0, -1], max: [1, 3, 1] },
      { bufferView: 1, componentType: 5123, count: corners.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: places.byteLength },
      { buffer: 0, byteOffset: places.byteLength, byteLength: corners.byteLength },
    ],
    buffers: [{ uri: 'parts/pyramid%20of%20mine.bin', byteLength: bytes.length }],
    extras: bytes.toString('base64'),
  });
}

async function put(page: Page, files: Record<string, string | Buffer>): Promise<void> {
  const projectId = /workspaces\/([0-9a-f-]{36})/.exec(page.url())![1]!;
  for (const [path, content] of Object.entries(files)) {
    const form = new FormData();
    form.append('filePaths', path);
    form.append('files', new Blob([content as string]), 'file');
    const reply = await page.request.post(`/api/gcs/projects/${projectId}/files`, {
      multipart: form,
      headers: { origin: new URL(page.url()).origin },
    });
    expect(reply.status(), await reply.text()).toBe(200);
  }
}

async function open(page: Page, name: string) {
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name }).first().dblclick();
  return page.getByRole('region', { name: `Content of /data/${name}` }).first();
}

let ann: Person;
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  await makeWorkspace(ann, 'Scenes');
});
test.afterAll(() => ann.context.close());

test('[FIL-092, FIL-094] a cloud opens from Files, is coloured and measured by the keyboard, in light and dark', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await put(page, { '/data/survey.laz': survey });
  const viewer = await open(page, 'survey.laz');
  await expect(viewer.getByText('Points: 1,000')).toBeVisible({ timeout: 60_000 });
  await viewer.getByRole('combobox', { name: 'Colour by' }).click();
  await page.getByRole('option', { name: 'Height' }).click();
  const stage = viewer.getByRole('region', { name: 'Content of /data/survey.laz' });
  await stage.focus();
  await page.keyboard.press('0');
  await page.keyboard.press('m');
  await expect(viewer.getByText('Click the first place')).toBeVisible();
  // The survey is a strip across the picture, looked at from where all clouds are at first.
  const box = (await stage.boundingBox())!;
  const click = async (x: number, y: number, until: RegExp) => {
    await expect(async () => {
      for (const aside of [0, -6, 6, -12, 12, -18, 18]) {
        await page.mouse.click(box.x + box.width * x, box.y + box.height * y + aside);
        if (await viewer.getByText(until).isVisible()) return;
      }
      throw new Error('no point was met');
    }).toPass({ timeout: 30_000 });
  };
  await click(0.77, 0.62, /Click the second place/);
  await click(0.57, 0.54, /Distance: [\d,.]+ m/);
  if (process.env['GROMA_PICTURES']) await page.screenshot({ path: `${process.env['GROMA_PICTURES']}/cloud.png` });
  expect(await seriousFindings(page, '.viewer')).toEqual([]);
  if (process.env['GROMA_PICTURES'])
    await page.screenshot({ path: `${process.env['GROMA_PICTURES']}/cloud-other.png` });
  await stage.focus();
  await page.keyboard.press('Escape');
  await expect(viewer.getByText('Drag to turn')).toBeVisible();
  expect(errors()).toEqual([]);
});

test('[FIL-092, FIL-093, FIL-095] a model opens with the file beside it, and says when that is missing', async () => {
  const { page } = ann;
  const { extras, ...json } = JSON.parse(pyramid()) as { extras: string };
  await put(page, {
    '/data/pyramid.gltf': JSON.stringify(json),
    '/data/lost.gltf': JSON.stringify({ ...json, buffers: [{ uri: 'nowhere.bin', byteLength: 96 }] }),
    '/data/parts/pyramid of mine.bin': Buffer.from(extras, 'base64'),
  });
  const viewer = await open(page, 'pyramid.gltf');
  const stage = viewer.getByRole('region', { name: 'Content of /data/pyramid.gltf' });
  await expect(viewer.getByText('Drag to turn')).toBeVisible();
  /** How many pixels of the picture are red. */
  const reds = async () => {
    const picture = await stage.screenshot();
    return page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at]! > 60 && pixels[at]! > pixels[at + 1]! * 1.8 && pixels[at]! > pixels[at + 2]! * 1.8) count += 1;
      return count;
    }, picture.toString('base64'));
  };
  await expect.poll(reds, { timeout: 30_000 }).toBeGreaterThan(2_000);
  if (process.env['GROMA_PICTURES']) await page.screenshot({ path: `${process.env['GROMA_PICTURES']}/model.png` });
  const before = await reds();
  for (let times = 0; times < 4; times += 1) await viewer.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(reds).toBeLessThan(before / 2);
  await viewer.getByRole('button', { name: 'Source' }).click();
  await expect(page.getByText('pyramid%20of%20mine.bin')).toBeVisible();
  await open(page, 'lost.gltf');
  await expect(page.getByText('/data/nowhere.bin')).toBeVisible();
});
