import { expect, test, type Locator, type Page } from '@playwright/test';
import { seriousFindings } from './accessible.ts';
import { geoTiff } from './geotiff.ts';
import { MapPage } from './map-page.ts';
import { makeWorkspace, signUp, watchErrors, type Person } from './person.ts';

let ann: Person;
let page: Page;
let map: MapPage;
let errors: () => string[];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  ann = await signUp(browser, 'ann');
  ({ page } = ann);
  errors = watchErrors(page);
  await makeWorkspace(ann, 'Space');
  map = await MapPage.make(page, 'Fields');
  const { projectId, mapId } = await map.ids();
  for (const [at, date] of ['2025-05-01', '2025-06-10', '2025-08-20', '2025-09-01'].entries()) {
    const name = `field ${at + 1}.tif`;
    const buffer = geoTiff(
      { width: 64, height: 64, type: 'uint8', epsg: 4326, west: -60, north: 55, pixel: 1.7 },
      (_, column, row) => 30 + at * 60 + ((column + row) % 8) * 3,
    );
    const uploaded = await page.request.post(`/api/gcs/projects/${projectId}/files?replace=true`, {
      multipart: { filePaths: `/data/${name}`, files: { name, mimeType: 'image/tiff', buffer } },
    });
    expect(uploaded.ok()).toBe(true);
    const query = new URLSearchParams([
      ['project_id', projectId],
      ['url', `/data/${name}`],
      ['bidx', '1'],
      ['rescale', '0,255'],
    ]);
    const made = await page.request.post(`/parties/map/${mapId}`, {
      data: {
        type: 'Create_Raster_Layer',
        text: `Field ${at + 1}`,
        layer_id: crypto.randomUUID(),
        raster_data: {
          titiler_url: `/tiles/cog/tiles/WebMercatorQuad/{z}/{x}/{y}.png?${query}`,
          style: {
            startDate: date,
            endDate: date,
            bounds: [-60, -53.8, 48.8, 55],
            ranges: [[0, 255]],
            colorMap: 'viridis',
          },
        },
      },
    });
    expect(await made.text()).toContain('Field');
  }
  await page.reload();
  await map.ready();
});
test.afterAll(() => ann.context.close());

const bar = (): Locator => page.locator('.time-bar');
/** The colour in the middle of the map, or so far across it. */
async function colourAt(across: number): Promise<string> {
  const box = (await page.locator('.map-canvas canvas').first().boundingBox())!;
  const clip = { x: box.x + box.width * across, y: box.y + box.height * 0.45, width: 1, height: 1 };
  return (await page.screenshot({ clip })).toString('base64');
}

/** The colour in the middle once the images are there, another than those before. */
async function settledColour(...before: string[]): Promise<string> {
  let now = '';
  const look = async (): Promise<boolean> => {
    const next = await colourAt(0.5);
    const isSettled = next === now && !before.includes(next);
    now = next;
    return isSettled;
  };
  await expect.poll(look, { intervals: [700], timeout: 45_000 }).toBe(true);
  return now;
}

test('[SAT-084, SAT-085, SAT-086, SAT-088] images of a map are stepped through and compared by their dates', async () => {
  await page.getByRole('button', { name: 'Images over time' }).click();
  await expect(bar()).toContainText('Field 4');
  expect(await seriousFindings(page)).toEqual([]);
  const slider = bar().getByRole('slider', { name: 'Date' });
  await slider.focus();
  const last = await settledColour();
  await page.keyboard.press('Home');
  await expect(bar()).toContainText('Field 1');
  const first = await settledColour(last);
  await page.keyboard.press('ArrowRight');
  await expect(bar()).toContainText('Field 2');
  await settledColour(last, first);
  await bar().getByRole('button', { name: 'Play' }).click();
  await expect(bar()).toContainText('Field 3');
  await bar().getByRole('button', { name: 'Pause' }).click();
  await bar().getByRole('button', { name: 'Compare two images' }).click();
  const handle = page.getByRole('slider', { name: 'Bar between the images' });
  await handle.focus();
  await page.keyboard.press('End');
  await expect(handle).toHaveAttribute('aria-valuenow', '100');
  await expect.poll(() => colourAt(0.5), { timeout: 30_000 }).toBe(first);
  await page.keyboard.press('Home');
  await expect.poll(() => colourAt(0.5), { timeout: 30_000 }).not.toBe(first);
  await bar().getByRole('button', { name: 'Compare two images' }).click();
});

test('[SAT-089, SAT-090] a place becomes a chart over the images, and they become an animation', async () => {
  await bar().getByRole('button', { name: 'Chart over time' }).click();
  const canvas = (await page.locator('.map-canvas canvas').first().boundingBox())!;
  await page.mouse.click(canvas.x + canvas.width * 0.5, canvas.y + canvas.height * 0.4);
  await expect(page.locator('.series-chart circle')).toHaveCount(4, { timeout: 40_000 });
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save as chart' }).click();
  await expect(page.getByText(/^Saved “/)).toBeVisible({ timeout: 30_000 });
  await bar().getByRole('button', { name: 'Save animation' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save animation' }).click();
  await expect(page.getByText('Saved /data/animation.gif')).toBeVisible({ timeout: 60_000 });
  expect(errors()).toEqual([]);
});

test('[PUB-141, PUB-142] readers of the map step through its images, and read the values where they press', async ({
  browser,
}) => {
  const { projectId, mapId } = await map.ids();
  const path = `/api/maps/${mapId}/projects/${projectId}/map-templates`;
  const says = { title: 'Fields over time', categories: ['Agriculture'], version: '1.0.0', is_public: true };
  const begun = await page.request.post(path, { data: says });
  const { data } = (await begun.json()) as { data: { id: string } };
  const version = async () =>
    ((await (await page.request.get(path)).json()) as { data: typeof says | null }).data?.version;
  await expect.poll(version, { timeout: 60_000 }).toBe('1.0.0');
  const guest = await browser.newContext();
  const reader = await guest.newPage();
  const readerErrors = watchErrors(reader);
  await reader.goto(`/embed/maps/${data.id}`);
  await expect(reader.locator('.viewer-map')).toHaveAttribute('aria-busy', 'false');
  const dates = reader.getByRole('region', { name: 'Images over time' });
  await reader.getByRole('button', { name: 'Images over time' }).click();
  await expect(dates).toContainText('Field 4');
  await dates.getByRole('slider', { name: 'Date' }).press('Home');
  await expect(dates).toContainText('Field 1');
  await dates.getByRole('button', { name: 'Play' }).click();
  await expect(dates).toContainText('Field 2', { timeout: 30_000 });
  await dates.getByRole('button', { name: 'Pause' }).click();
  await dates.getByRole('slider', { name: 'Date' }).press('Home');
  // Space presses at the middle of the map: the value is that of the image that is seen.
  await reader.locator('.maplibregl-canvas').focus();
  await reader.keyboard.press(' ');
  const values = reader.getByRole('region', { name: 'Values at this place' });
  await expect(values).toContainText('Field 1');
  await expect(values.getByRole('definition')).toHaveText(/^[345]\d$/);
  expect(await seriousFindings(reader)).toEqual([]);
  await reader.keyboard.press('Escape');
  await expect(values).toBeHidden();
  expect(readerErrors()).toEqual([]);
  await guest.close();
});
