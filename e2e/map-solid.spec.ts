import { expect, test, type Page } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
journeysOfTwo((...both) => {
  [ann, ben] = both;
});

/** A triangle of 30 by 20 metres, as GLB. */
function triangle(): Buffer {
  const body = Buffer.from(new Float32Array([0, 0, 0, 30, 0, 0, 0, 20, 0]).buffer);
  const json = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [30, 20, 0] }],
    bufferViews: [{ buffer: 0, byteLength: body.length }],
    buffers: [{ byteLength: body.length }],
  });
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
  const part = (kind: number, bytes: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(bytes.length, 0);
    head.writeUInt32LE(kind, 4);
    return Buffer.concat([head, bytes]);
  };
  const parts = Buffer.concat([part(0x4e_4f_53_4a, text), part(0x00_4e_49_42, body)]);
  const head = Buffer.from('glTF\u0002\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(head.length + parts.length, 8);
  return Buffer.concat([head, parts]);
}

async function putRoof(page: Page): Promise<void> {
  const projectId = page.url().match(/[0-9a-f-]{36}/)![0];
  const reply = await page.request.post(`/api/gcs/projects/${projectId}/files`, {
    headers: { origin: new URL(page.url()).origin },
    multipart: {
      filePaths: '/data/roof.glb',
      files: { name: 'roof.glb', mimeType: 'model/gltf-binary', buffer: triangle() },
    },
  });
  expect(reply.ok(), await reply.text()).toBe(true);
}

test('[WFL-214, WFL-215] a model is put on a map from Files, stands in its middle, and looks for the other as one sets it', async () => {
  const errors = watchErrors(ann.page);
  const { page } = ann;
  await makeWorkspace(ann, 'Space');
  await shareWith(ann, ben);
  await putRoof(page);
  await MapPage.make(page, 'World');
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: /roof\.glb/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to map' }).click();
  await expect(page.getByText('“roof” doesn’t say where it lies.')).toBeVisible({ timeout: 30_000 });
  await openDrawer(page, 'Maps');
  await page.getByRole('treeitem', { name: 'roof', exact: true }).click();
  await openDrawer(page, 'Layer Styles');
  await expect(page.getByRole('textbox', { name: 'Longitude' })).toHaveValue('0°');

  await ben.page.goto(page.url());
  await openDrawer(ben.page, 'Maps');
  await ben.page.getByRole('treeitem', { name: /^World/ }).dblclick();
  await expect(ben.page.getByRole('treeitem', { name: /^roof/ })).toBeVisible();
  await page.getByLabel('Attribution').fill('© Town of roofs');
  await expect(ben.page.locator('.map-scale')).toContainText('© Town of roofs');
  await expect(ben.page.getByRole('region', { name: 'Legend' })).toContainText('roof');
  expect(errors()).toEqual([]);
});

test('[SHL-149] where no map is open, “Add to map” makes one with the name of the file, and the model is on it', async () => {
  const { page } = ann;
  await makeWorkspace(ann, 'No map yet');
  await putRoof(page);
  await openDrawer(page, 'Files');
  await page.getByRole('treeitem', { name: /roof\.glb/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to map' }).click();
  await expect(page.getByText('“roof” doesn’t say where it lies.')).toBeVisible({ timeout: 30_000 });
  await openDrawer(page, 'Maps');
  await expect(page.getByRole('treeitem', { name: /^roof\.glb/ })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'roof', exact: true })).toBeVisible();
});
