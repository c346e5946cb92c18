import { expect, test } from '@playwright/test';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
journeysOfTwo((...both) => {
  [ann, ben] = both;
});

const rivers = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name: 'Rába' },
      geometry: {
        type: 'LineString',
        coordinates: [
          [16.1, 46.9],
          [17.6, 47.7],
        ],
      },
    },
  ],
});

/** Chooses an option of a list of the side panel. */
async function choose({ page }: Person, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('[WFL-001] [WFL-002] [WFL-003] [WFL-009] [WFL-011] [WFL-013] [WFL-014] [WFL-021] [WFL-221] [WFL-223] [WFL-226] two people build one workflow and see each other', async () => {
  const errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Two hands');
  await shareWith(ann, ben);
  const projectId = ann.page.url().match(/[0-9a-f-]{36}/)![0];
  const uploaded = await ann.page.request.post(`/api/gcs/projects/${projectId}/files`, {
    headers: { origin: new URL(ann.page.url()).origin },
    multipart: {
      filePaths: '/data/rivers.geojson',
      files: { name: 'rivers.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(rivers) },
    },
  });
  expect(uploaded.ok()).toBe(true);
  await openDrawer(ann.page, 'Workflows');
  await ann.page.getByRole('button', { name: 'New workflow' }).first().click();
  await ann.page.getByRole('dialog').getByLabel('Name').fill('Rivers as GeoPackage');
  await ann.page.getByRole('button', { name: 'Create workflow' }).click();
  await expect(ann.page.getByText('Auto saving enabled')).toBeVisible();
  const annsNode = (label: string) => ann.page.locator('.workflow-node', { hasText: label });
  await expect(annsNode('Input Data')).toBeVisible();

  await ben.page.goto(ann.page.url());
  await openDrawer(ben.page, 'Workflows');
  await ben.page.getByRole('treeitem', { name: 'Rivers as GeoPackage' }).click();
  const bensNode = (label: string) => ben.page.locator('.workflow-node', { hasText: label });
  await annsNode('Input Data').click();
  await ann.page.getByRole('textbox', { name: 'Label', exact: true }).fill('Rivers');
  await expect(bensNode('Rivers')).toBeVisible();
  const side = ann.page.getByRole('complementary', { name: 'Details of the workflow' });
  const sideWidth = () => side.evaluate((element) => element.getBoundingClientRect().width);
  const wide = await sideWidth();
  await side.getByRole('button', { name: 'Collapse details' }).click();
  expect(await sideWidth()).toBeLessThan(wide / 3);
  await expect(side.getByRole('textbox')).toHaveCount(0);
  await side.getByRole('button', { name: 'Expand details' }).click();
  expect(await sideWidth()).toBe(wide);
  await bensNode('Output Data').hover();
  await expect(ann.page.locator('.workflow-cursor', { hasText: ben.username })).toBeAttached();

  await bensNode('Output Data').click();
  await ben.page.getByRole('button', { name: 'Delete node' }).click();
  await expect(annsNode('Output Data')).toHaveCount(0);
  await ben.page.getByRole('button', { name: 'Add Node' }).click();
  await ben.page.getByRole('menuitem', { name: 'Add Output' }).click();
  await choose(ben, 'Data type', 'Vector');
  await choose(ben, 'Format', 'GeoPackage');
  await bensNode('Format Conversion').click();
  await choose(ben, 'Connect to', 'Output Data');
  await expect(ann.page.locator('.react-flow__edge')).toHaveCount(2);

  await annsNode('Rivers').click();
  await annsNode('Format Conversion').click({ modifiers: ['ControlOrMeta'] });
  const apart = async () => {
    const [one, other] = [bensNode('Rivers'), bensNode('Format Conversion')];
    return Math.round(((await other.boundingBox())?.x ?? 0) - ((await one.boundingBox())?.x ?? 0));
  };
  const before = await apart();
  expect(before).not.toBe(0);
  await ann.page.keyboard.press('Alt+Shift+L');
  await expect.poll(apart).toBe(0);
  await ann.page.keyboard.press('ControlOrMeta+z');
  await expect.poll(apart).toBe(before);
  // A click chooses the one alone.
  await annsNode('Rivers').click();
  await expect(ann.page.locator('.react-flow__node.selected')).toHaveCount(1);
  const pane = ann.page.locator('.react-flow__pane');
  await pane.click({ position: { x: 10, y: 10 } });
  // From afar too wires lead to nodes that have only come into sight.
  const zoomOut = ann.page.getByRole('button', { name: 'Zoom out' });
  for (let times = 0; times < 10 && (await zoomOut.isEnabled()); times++) await zoomOut.click();
  await expect(ann.page.locator('.workflow-canvas')).toHaveAttribute('data-detail', 'shape');
  const { x, y, width } = (await pane.boundingBox())!;
  const drag = async (from: number, to: number) => {
    await ann.page.mouse.move(x + from, y + 20);
    await ann.page.mouse.down();
    await ann.page.mouse.move(x + to, y + 20, { steps: 4 });
    await ann.page.mouse.up();
  };
  await drag(width - 10, 10);
  await expect(ann.page.locator('.react-flow__node')).toHaveCount(0);
  await drag(10, width - 10);
  await expect(ann.page.locator('.react-flow__edge')).toHaveCount(2);
  await ann.page.getByRole('button', { name: 'Fit view' }).click();
  await expect(ann.page.locator('.workflow-canvas')).not.toHaveAttribute('data-detail');
  expect(errors()).toEqual([]);
});

test('[WFL-005] [WFL-006] [WFL-007] [WFL-016] [WFL-018] [WFL-050] [WFL-054] [WFL-129] one runs it on a real file, and both see the success; the result is in Files', async () => {
  const run = ann.page.getByRole('button', { name: 'Run Workflow' });
  await expect(run).toBeDisabled();
  await ann.page.locator('.workflow-issue-count').hover();
  await expect(ann.page.getByText('Include paths are required and cannot be empty').first()).toBeVisible();
  await ann.page.locator('.workflow-node', { hasText: 'Rivers' }).click();
  await choose(ann, 'Data type', 'Vector');
  await ann.page.getByRole('textbox', { name: 'Include paths' }).fill('/data/rivers.geojson');
  await ann.page.locator('.workflow-node', { hasText: 'Format Conversion' }).click();
  await choose(ann, 'Input type', 'Vector');
  await choose(ann, 'Output type', 'Vector');
  await choose(ann, 'Output format', 'GeoPackage');
  await expect(run).toBeEnabled();
  await run.click();
  const dialog = ann.page.getByRole('dialog');
  await expect(dialog).toContainText('Workflow execution started');
  await dialog.getByRole('button').last().click();

  await ben.page.locator('.react-flow__pane').click({ position: { x: 10, y: 10 } });
  const entry = ben.page.locator('.workflow-run').first();
  await expect(entry).toContainText('Success', { timeout: 60_000 });
  await expect(entry).toContainText(ann.username);
  await entry.locator('summary').click();
  await expect(entry).toContainText('/data/rivers.geojson');
  await expect(entry).toContainText('Rivers → Format Conversion');
  await openDrawer(ben.page, 'Files');
  await expect(ben.page.getByText('rivers.gpkg')).toBeVisible();
});

test('[WFL-020] a workflow that is deleted says that it was not found', async () => {
  await openDrawer(ann.page, 'Workflows');
  await ann.page.getByRole('treeitem', { name: 'Rivers as GeoPackage' }).click({ button: 'right' });
  await ann.page.getByRole('menuitem', { name: 'Delete' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(ann.page.locator('.workflow')).toHaveCount(0);
  await expect(ben.page.locator('.workflow-canvas')).toHaveCount(0);
});
