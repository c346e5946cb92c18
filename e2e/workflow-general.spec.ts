import { expect, test } from '@playwright/test';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
journeysOfTwo((...both) => {
  [ann, ben] = both;
});

const square = (x: number) => ({
  type: 'Feature',
  properties: { x },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x, 47],
        [x + 0.01, 47],
        [x + 0.01, 47.01],
        [x, 47.01],
        [x, 47],
      ],
    ],
  },
});
const fields = JSON.stringify({ type: 'FeatureCollection', features: [square(16), square(17)] });
const node = (id: string, type: string, x: number, data: object) => ({ id, type, position: { x, y: 120 }, data });
const wire = (source: string, target: string, targetHandle: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  targetHandle,
});

test('[WFL-198, WFL-199] two people see a general workflow run, look at a step, change a value and see what was reused', async () => {
  const errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Margins');
  await shareWith(ann, ben);
  const projectId = ann.page.url().match(/[0-9a-f-]{36}/)![0];
  const headers = { origin: new URL(ann.page.url()).origin };
  const uploaded = await ann.page.request.post(`/api/gcs/projects/${projectId}/files`, {
    headers,
    multipart: {
      filePaths: '/data/fields.geojson',
      files: { name: 'fields.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(fields) },
    },
  });
  expect(uploaded.ok()).toBe(true);
  const made = await ann.page.request.post(`/api/workflows/projects/${projectId}`, {
    headers,
    data: {
      name: 'Field margins',
      nodes: [
        node('data', 'data', 0, { label: 'Fields', reference: 'file:/data/fields.geojson' }),
        node('hull', 'tool', 300, { label: 'Hull', tool: 'convex_hull', parameters: {} }),
        node('buffer', 'tool', 600, { label: 'Margin', tool: 'buffer', parameters: { radius: { $parameter: 'far' } } }),
        node('save', 'save', 900, { label: 'Kept', to: 'file', map: '', name: '', path: '/data/margin.geojson' }),
      ],
      edges: [wire('data', 'hull', 'features'), wire('hull', 'buffer', 'features'), wire('buffer', 'save', 'in')],
      parameters: [{ name: 'far', type: 'number', default: 10, required: true, choices: [], order: 1 }],
    },
  });
  expect(made.ok(), await made.text()).toBe(true);

  for (const { page } of [ann, ben]) {
    if (page === ben.page) await page.goto(ann.page.url());
    await openDrawer(page, 'Workflows');
    await page.getByRole('treeitem', { name: 'Field margins' }).click();
    await expect(page.getByTestId('rf__node-buffer')).toBeVisible();
  }
  const run = async (far: string) => {
    await ann.page.getByRole('button', { name: 'Run Workflow' }).click();
    const asked = ann.page.getByRole('dialog');
    await asked.getByLabel('far').fill(far);
    await asked.getByRole('button', { name: 'Run Workflow' }).click();
    const begun = ann.page.getByRole('dialog').filter({ hasText: 'Workflow execution started' });
    await begun.getByRole('button').last().click();
  };
  const stateOf = ({ page }: Person, id: string) => page.getByTestId(`rf__node-${id}`).locator('.workflow-node-step');

  await run('10');
  await expect(stateOf(ben, 'save')).toContainText('Done', { timeout: 60_000 });
  await expect(stateOf(ben, 'buffer')).toContainText('Rows: 2');

  const entry = ben.page.locator('.workflow-run').filter({ hasText: ann.username }).first();
  await entry.locator('summary').click();
  await entry.getByRole('button', { name: 'Look at the data of “Margin”' }).click();
  await expect(ben.page.getByRole('dialog')).toContainText('Rows shown: 2 of 2');
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await run('20');
  await expect(stateOf(ben, 'hull')).toContainText('Reused', { timeout: 60_000 });
  await expect(stateOf(ben, 'buffer')).toContainText('Done');
  await expect(stateOf(ben, 'save')).toContainText('Done');
  await openDrawer(ann.page, 'Files');
  await expect(ann.page.getByText('margin (2).geojson')).toBeVisible();
  expect(errors()).toEqual([]);
});
