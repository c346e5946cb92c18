import { expect, test } from '@playwright/test';
import { journeysOfTwo, makeWorkspace, openDrawer, shareWith, watchErrors, type Person } from './person.ts';

let ann: Person;
let ben: Person;
journeysOfTwo((...both) => {
  [ann, ben] = both;
});

const points = JSON.stringify({
  type: 'FeatureCollection',
  features: [16, 17].map((x) => ({
    type: 'Feature',
    properties: { x },
    geometry: { type: 'Point', coordinates: [x, 47] },
  })),
});
const node = (id: string, type: string, x: number, data: object) => ({ id, type, position: { x, y: 120 }, data });
const wire = (source: string, target: string, targetHandle: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  targetHandle,
});

test('[TOL-023, WFL-202, WFL-163, WFL-165, WFL-169] a workflow is offered as a tool, two people use it in another and start it by schedule and webhook, and runs of it are seen and compared', async () => {
  const errors = watchErrors(ann.page);
  await makeWorkspace(ann, 'Nested');
  await shareWith(ann, ben);
  const address = ann.page.url();
  const projectId = address.match(/[0-9a-f-]{36}/)![0];
  const headers = { origin: new URL(address).origin };
  const { request } = ann.page;
  const file = { name: 'points.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(points) };
  const uploaded = await request.post(`/api/gcs/projects/${projectId}/files`, {
    headers,
    multipart: { filePaths: '/data/points.geojson', files: file },
  });
  expect(uploaded.ok()).toBe(true);
  const make = async (name: string, graph: object): Promise<string> => {
    const reply = await request.post(`/api/workflows/projects/${projectId}`, { headers, data: { name, ...graph } });
    expect(reply.ok(), await reply.text()).toBe(true);
    return ((await reply.json()) as { data: { id: string } }).data.id;
  };
  const inner = await make('Margins', {
    nodes: [
      node('around', 'data', 0, { label: 'Around', input: 'around' }),
      node('margin', 'tool', 300, { label: 'Margin', tool: 'buffer', parameters: { radius: { $parameter: 'far' } } }),
      node('given', 'save', 600, { label: 'Given', to: 'result' }),
    ],
    edges: [wire('around', 'margin', 'features'), wire('margin', 'given', 'in')],
    parameters: [{ name: 'far', type: 'number', default: 2, order: 1 }],
  });
  await openDrawer(ann.page, 'Workflows');
  await ann.page.getByRole('treeitem', { name: 'Margins' }).click({ button: 'right' });
  await ann.page.getByRole('menuitem', { name: 'Offer as a tool' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Offer', exact: true }).click();
  await expect(ann.page.getByText('“Margins” is now a tool of this workspace.')).toBeVisible();

  await make('Around points', {
    nodes: [
      node('points', 'data', 0, { label: 'Points', reference: 'file:/data/points.geojson' }),
      node('use', 'tool', 300, {
        label: 'Use margins',
        tool: `workflow:${inner}`,
        parameters: { far: { $parameter: 'wide' } },
      }),
      node('kept', 'save', 600, { label: 'Kept', to: 'result' }),
    ],
    edges: [wire('points', 'use', 'around'), wire('use', 'kept', 'in')],
    parameters: [{ name: 'wide', type: 'number', default: 3, order: 1 }],
  });
  for (const { page } of [ann, ben]) {
    if (page === ben.page) await page.goto(address);
    await openDrawer(page, 'Workflows');
    await page.getByRole('treeitem', { name: 'Around points' }).click();
    await expect(page.getByTestId('rf__node-use')).toBeVisible();
  }
  const choose = async (field: string, option: string): Promise<void> => {
    await ben.page.getByRole('combobox', { name: field, exact: true }).click();
    await ben.page.getByRole('option', { name: option, exact: true }).click();
  };
  // They build it together: what one adds, by search, the other sees.
  await ben.page.getByRole('button', { name: 'Add Node' }).click();
  await ben.page.getByRole('menuitem', { name: 'Search for a node…' }).click();
  await ben.page.getByRole('combobox', { name: 'Search tools and steps' }).fill('note');
  await ben.page.keyboard.press('Enter');
  await expect(ann.page.locator('.workflow-node[data-kind="note"]')).toBeVisible();

  // The history shows while nothing is selected.
  await ben.page.locator('.react-flow__pane').click({ position: { x: 12, y: 12 } });

  // Ben starts it on weekdays, and from another program.
  const starts = ben.page.getByRole('region', { name: 'Starts' });
  const asked = ben.page.getByRole('dialog');
  await starts.getByRole('button', { name: 'Add start' }).click();
  await choose('How often', 'Monday to Friday at 6:00');
  await expect(asked.getByRole('textbox', { name: 'Cron expression' })).toHaveValue('0 6 * * 1-5');
  await asked.getByRole('button', { name: 'Add start' }).click();
  const schedule = starts.locator('details', { hasText: 'Schedule' });
  await schedule.locator('summary').click();
  await expect(schedule.locator('time').first()).toBeVisible();
  await schedule.getByRole('button', { name: 'Pause' }).click();
  await expect(schedule.locator('summary')).toContainText('Paused');
  await starts.getByRole('button', { name: 'Add start' }).click();
  await choose('Start by', 'Webhook');
  await asked.getByRole('button', { name: 'Add start' }).click();
  const told = asked.filter({ hasText: 'It isn’t shown again.' });
  await expect(told).toBeVisible();
  const [secret, command] = await told.locator('code').allTextContents();
  await told.getByRole('button', { name: 'Close' }).last().click();
  const hook = /\/api\/workflows\/hooks\/\S+/.exec(command!)![0];
  const call = async (wide: number): Promise<void> => {
    const reply = await request.post(hook, {
      headers: { ...headers, 'x-groma-secret': secret! },
      data: { wide },
    });
    expect(reply.ok(), await reply.text()).toBe(true);
  };
  const runs = ben.page.locator('.workflow-run[data-status]');
  await call(3);
  await expect(runs.first()).toContainText('Success', { timeout: 60_000 });
  await expect(runs.first()).toContainText('Webhook');
  await runs.first().locator('summary').first().click();
  await expect(runs.first().locator('.workflow-step-inner').filter({ hasText: 'Margin' })).toContainText('Rows: 2');
  await call(5);
  await expect(runs).toHaveCount(2);
  await expect(runs.first()).toContainText('Success', { timeout: 60_000 });
  await runs.last().getByRole('button', { name: 'Compare' }).click();
  await runs.first().locator('summary').first().click();
  await runs.first().getByRole('button', { name: 'Compare with the chosen run' }).click();
  const compared = ben.page.getByRole('dialog');
  await expect(compared).toContainText('Two runs compared');
  await expect(compared).toContainText('Both runs have the same graph.');
  expect(errors()).toEqual([]);
});
