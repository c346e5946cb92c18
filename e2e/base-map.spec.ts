import { expect, test, type Page } from '@playwright/test';
import { MapPage } from './map-page.ts';
import { makeWorkspace, signUp } from './person.ts';

/** The colour of the page at a place, as people see it. */
async function colourAt(page: Page, { x, y }: { x: number; y: number }): Promise<string> {
  const png = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } });
  return page.evaluate(async (base64) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(1, 1).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, 1, 1).data.join();
  }, png.toString('base64'));
}

test('[MAP-111] the base map fetches its finer scale when somebody comes near, and changes its theme with what it has', async ({
  browser,
}) => {
  const ann = await signUp(browser, 'ann');
  const asked: string[] = [];
  ann.page.on('request', (request) => {
    if (request.url().includes('/basemap/')) asked.push(new URL(request.url()).pathname);
  });
  await makeWorkspace(ann, 'Atlas');
  const map = await MapPage.make(ann.page, 'World');
  // In the Atlantic and in the Sahara, beside the words on the map.
  const colours = async () => ({
    water: await colourAt(ann.page, map.at(-40.3, 24.4)),
    land: await colourAt(ann.page, map.at(22.6, 24.4)),
  });
  await expect.poll(async () => new Set(Object.values(await colours())).size).toBe(2);
  expect(asked.toSorted()).toEqual(['/basemap/labels.json', '/basemap/world-110m.json']);

  const light = await colours();
  await ann.page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await colours()).water).not.toBe(light.water);
  const dark = await colours();
  expect(dark.land).not.toBe(light.land);
  expect(dark.land).not.toBe(dark.water);
  expect(asked).toHaveLength(2);

  const { x, y } = map.at(22.6, 24.4);
  await ann.page.mouse.move(x, y);
  await expect(async () => {
    await ann.page.mouse.wheel(0, -600);
    expect(asked).toContain('/basemap/world-50m.json');
  }).toPass();
  await expect.poll(() => colourAt(ann.page, { x, y })).toBe(dark.land);
  await ann.page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => colourAt(ann.page, { x, y })).toBe(light.land);
  expect(asked).toHaveLength(3);
  await ann.context.close();
});
