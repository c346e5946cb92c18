import { expect, test } from '@playwright/test';
import { makeWorkspace, openDrawer, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
});
test.afterAll(async () => {
  await ann.context.close();
});

const node = (id: string, type: string, x: number, y: number, data: object) => ({ id, type, position: { x, y }, data });

/** Makes a workflow in the workspace that is open, and opens it. */
async function open(name: string, nodes: object[], edges: object[]): Promise<string> {
  const { page } = ann;
  const projectId = page.url().match(/[0-9a-f-]{36}/)![0];
  const headers = { origin: new URL(page.url()).origin };
  const made = await page.request.post(`/api/workflows/projects/${projectId}`, {
    headers,
    data: { name, nodes, edges },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await openDrawer(page, 'Workflows');
  await page.getByRole('treeitem', { name, exact: true }).click();
  return projectId;
}

/** Milliseconds between frames while something is done, by size. */
async function frameTimes(act: () => Promise<void>): Promise<number[]> {
  const { page } = ann;
  await page.evaluate(() => {
    const times: number[] = [];
    let last = performance.now();
    let isOn = true;
    const tick = () => {
      const now = performance.now();
      times.push(now - last);
      last = now;
      if (isOn) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, {
      endFrames: () => {
        isOn = false;
        return times.slice(1);
      },
    });
  });
  await act();
  const times = await page.evaluate(() => (window as unknown as { endFrames(): number[] }).endFrames());
  return times.toSorted((one, other) => one - other);
}

test('[WFL-212] a canvas of 500 nodes is moved, and one of its nodes dragged, in frames of less than a twentieth of a second', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  await makeWorkspace(ann, 'Large');
  const count = 500;
  const nodes = Array.from({ length: count }, (_each, index) =>
    node(
      `n${index}`,
      index % 25 === 0 ? 'data' : 'tool',
      (index % 25) * 260,
      Math.floor(index / 25) * 130,
      index % 25 === 0
        ? { label: `Data ${index}`, reference: 'file:/data/a.geojson' }
        : { label: `Step ${index}`, tool: 'buffer', parameters: { radius: 1 } },
    ),
  );
  const edges = nodes.flatMap((_each, index) =>
    index % 25 === 0
      ? []
      : [{ id: `e${index}`, source: `n${index - 1}`, target: `n${index}`, targetHandle: 'features' }],
  );
  await open('Large', nodes, edges);
  await expect(page.locator('.workflow-node')).toHaveCount(count, { timeout: 30_000 });
  const canvas = (await page.locator('.workflow-canvas').boundingBox())!;
  const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
  const sweep = async (): Promise<void> => {
    for (let step = 1; step <= 60; step++) await page.mouse.move(middle.x + 2 * step, middle.y + step);
  };
  const report = (what: string, times: readonly number[]): number => {
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    const text = `${what}: ${times.length} frames, median ${at(0.5).toFixed(1)} ms, 95 % below ${at(0.95).toFixed(1)} ms`;
    console.log(text);
    test.info().annotations.push({ type: 'frames', description: text });
    return at(0.5);
  };
  const moved = await frameTimes(async () => {
    await page.mouse.move(canvas.x + 4, canvas.y + canvas.height - 4);
    await page.mouse.down();
    await sweep();
    await page.mouse.up();
  });
  const some = (await page.getByTestId('rf__node-n262').boundingBox())!;
  const dragged = await frameTimes(async () => {
    await page.mouse.move(some.x + some.width / 2, some.y + some.height / 2);
    await page.mouse.down();
    await sweep();
    await page.mouse.up();
  });
  const medians = [report('moving the canvas', moved), report('dragging a node', dragged)];
  expect(Math.max(...medians)).toBeLessThan(50);
  const after = (await page.getByTestId('rf__node-n262').boundingBox())!;
  expect(Math.abs(after.x - some.x) + Math.abs(after.y - some.y)).toBeGreaterThan(20);
  expect(errors()).toEqual([]);
});

test('[WFL-210] nodes within a loop say on the canvas how far its files are', async () => {
  const { page } = ann;
  const errors = watchErrors(page);
  const edges = ['margin', 'all', 'kept'].map((target, index) => ({
    id: target,
    source: ['each', 'margin', 'all'][index],
    target,
    targetHandle: ['features', 'in', 'in'][index],
  }));
  const nodes = [
    node('each', 'files', 0, 0, { label: 'Each', pattern: '/data/in/*.geojson', atOnce: 1 }),
    node('margin', 'tool', 300, 0, { label: 'Margin', tool: 'buffer', parameters: { radius: 1 } }),
    node('all', 'collect', 600, 0, { label: 'All', to: 'merge' }),
    node('kept', 'save', 900, 0, { label: 'Kept', to: 'result' }),
  ];
  const projectId = await open('Loop', nodes, edges);
  const headers = { origin: new URL(page.url()).origin };
  for (const file of ['a', 'b', 'c']) {
    const features = [1, 2].map((x) => ({
      type: 'Feature',
      properties: { x, file },
      geometry: { type: 'Point', coordinates: [x, 47] },
    }));
    const buffer = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
    const files = { name: `${file}.geojson`, mimeType: 'application/geo+json', buffer };
    const multipart = { filePaths: `/data/in/${file}.geojson`, files };
    const reply = await page.request.post(`/api/gcs/projects/${projectId}/files`, { headers, multipart });
    expect(reply.ok(), await reply.text()).toBe(true);
  }
  await page.getByRole('button', { name: 'Run Workflow' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  const line = page.getByTestId('rf__node-margin').locator('.workflow-node-step');
  await expect(line).toContainText('Done · Files done: 3 of 3 · Rows: 6', { timeout: 60_000 });
  await page.locator('.workflow-run[data-status="success"] summary').first().click();
  const loop = page.locator('.workflow-steps > li').filter({ hasText: 'Each' });
  await expect(loop.locator('.workflow-step-inner')).toContainText('Margin');
  await expect(loop.locator('.workflow-step-inner')).toContainText('Files done: 3 of 3');
  expect(errors()).toEqual([]);
});
