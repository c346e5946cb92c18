import { expect, test, type Locator } from '@playwright/test';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
});
test.afterAll(async () => {
  await ann.context.close();
});

const points = (longitudes: readonly number[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: longitudes.map((x) => ({
      type: 'Feature',
      properties: { x },
      geometry: { type: 'Point', coordinates: [x, 47] },
    })),
  });

test('[WFL-163, WFL-165, WFL-166, WFL-169] a workflow is started by a webhook, a change and a schedule that are set up in its overview, and two runs are compared', async () => {
  test.setTimeout(240_000);
  const { page } = ann;
  const errors = watchErrors(page);
  await makeWorkspace(ann, 'By itself');
  const projectId = page.url().match(/[0-9a-f-]{36}/)![0];
  const headers = { origin: new URL(page.url()).origin };
  const write = async (longitudes: readonly number[]): Promise<void> => {
    const file = { name: 'points.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(points(longitudes)) };
    const multipart = { filePaths: '/data/points.geojson', files: file, replace: 'true' };
    const reply = await page.request.post(`/api/gcs/projects/${projectId}/files`, { headers, multipart });
    expect(reply.ok(), await reply.text()).toBe(true);
  };
  await write([16, 17]);
  const node = (id: string, type: string, x: number, data: object) => ({ id, type, position: { x, y: 120 }, data });
  const made = await page.request.post(`/api/workflows/projects/${projectId}`, {
    headers,
    data: {
      name: 'Margins',
      nodes: [
        node('points', 'data', 0, { label: 'Points', reference: 'file:/data/points.geojson' }),
        node('margin', 'tool', 300, { label: 'Margin', tool: 'buffer', parameters: { radius: { $parameter: 'far' } } }),
        node('kept', 'save', 600, { label: 'Kept', to: 'result' }),
      ],
      edges: [
        { id: '1', source: 'points', target: 'margin', targetHandle: 'features' },
        { id: '2', source: 'margin', target: 'kept', targetHandle: 'in' },
      ],
      parameters: [{ name: 'far', type: 'number', default: 2, order: 1 }],
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await openDrawer(page, 'Workflows');
  await page.getByRole('treeitem', { name: 'Margins' }).click();
  await expect(page.getByTestId('rf__node-margin')).toBeVisible();

  const starts = page.getByRole('region', { name: 'Starts' });
  const runs = page.getByRole('region', { name: 'Run History' }).locator('.workflow-run');
  const add = async (kind: string | null, fill: (dialog: Locator) => Promise<void>): Promise<void> => {
    await starts.getByRole('button', { name: 'Add start' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add start' });
    if (kind !== null) {
      await dialog.getByRole('combobox', { name: 'Start by' }).click();
      await page.getByRole('option', { name: kind }).click();
    }
    await fill(dialog);
    await dialog.getByRole('button', { name: 'Add start' }).click();
    await expect(dialog).toBeHidden();
  };

  // It comes due within the minute, while the others are set up.
  await add(null, (dialog) => dialog.getByLabel('Cron expression').fill('* * * * *'));
  await expect(starts.locator('.workflow-run')).toContainText('* * * * *');

  await add('Webhook', async (dialog) => dialog.getByLabel('far').fill('7'));
  const told = page.getByRole('dialog', { name: 'Secret of the webhook' });
  const secret = await told.locator('code').first().innerText();
  await told.getByRole('button', { name: 'Close' }).last().click();
  const webhook = starts.locator('.workflow-run').filter({ hasText: 'Webhook' });
  await webhook.locator('summary').click();
  const address = await webhook.locator('code').innerText();
  const call = (sent: string) =>
    page.request.post(address, { headers: { ...headers, 'x-groma-secret': sent }, data: { far: 9 } });
  expect((await call('guessed')).status()).toBe(404);
  expect((await call(secret)).ok()).toBe(true);
  const byWebhook = runs.filter({ hasText: 'Webhook' });
  await expect(byWebhook).toContainText('Success', { timeout: 60_000 });

  await add('Change of data', async (dialog) => {
    await dialog.getByRole('combobox', { name: 'Layer or file' }).click();
    await page.getByRole('option', { name: /points\.geojson/ }).click();
  });
  await write([16, 17, 18]);
  const byChange = runs.filter({ hasText: 'Change of data' });
  await expect(byChange).toContainText('Success', { timeout: 60_000 });

  const bySchedule = runs.filter({ hasText: 'Schedule' });
  await expect(bySchedule.first()).toContainText('Success', { timeout: 100_000 });
  const schedule = starts.locator('.workflow-run').filter({ hasText: 'Schedule' });
  await schedule.locator('summary').click();
  await expect(schedule).toContainText(`Runs with the rights of ${ann.username}.`);
  await expect(schedule).toContainText('Last started');
  await schedule.getByRole('button', { name: 'Pause' }).click();
  await expect(schedule).toContainText('Paused');

  await byWebhook.locator('summary').first().click();
  await byWebhook.getByRole('button', { name: 'Compare', exact: true }).click();
  await byChange.locator('summary').first().click();
  await byChange.getByRole('button', { name: 'Compare with the chosen run' }).click();
  const compared = page.getByRole('dialog', { name: 'Two runs compared' });
  await expect(compared).toContainText('Both runs have the same graph.');
  // What it was called with stands before what the start sets, and that before the default.
  await expect(compared.getByRole('row', { name: /far/ })).toContainText(/9\s*2/);
  await expect(compared.getByRole('row', { name: /Margin/ })).toContainText('Rows: 3');
  expect(errors()).toEqual([]);
});
