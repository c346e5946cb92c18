import { expect, test, type Page } from '@playwright/test';
import { dronePhoto, phantom, plainJpeg, type DroneTags } from './drone-photo.ts';
import { MapPage } from './map-page.ts';
import { makeWorkspace, openDrawer, signUp, watchErrors } from './person.ts';

interface GivenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

async function upload(page: Page, files: GivenFile[]): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).first().click();
  await page.getByRole('menuitem', { name: 'From Desktop' }).click();
  await (await chosen).setFiles(files);
}

/** The colour in the middle of a part of the page, as it is seen. */
async function colorAt(page: Page, x: number, y: number): Promise<number[]> {
  const shot = (await page.screenshot({ clip: { x: x - 2, y: y - 2, width: 5, height: 5 } })).toString('base64');
  return page.evaluate(async (encoded) => {
    const picture = await createImageBitmap(
      new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))]),
    );
    const context = new OffscreenCanvas(5, 5).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    return [...context.getImageData(2, 2, 1, 1).data.subarray(0, 3)];
  }, shot);
}

test('[DRN-004] [DRN-005] [DRN-006] [DRN-014] [DRN-016] [DRN-022] [DRN-024] [DRN-026] [MAP-044] [MAP-094] aerial photos are put on a map as they lie on the ground; what cannot be is refused with its reason', async ({
  browser,
}) => {
  const ann = await signUp(browser, 'ann');
  const { page } = ann;
  const errors = watchErrors(page);
  await makeWorkspace(ann, 'Survey');
  const map = await MapPage.make(page, 'Flight');
  const jpeg = await plainJpeg(page);
  const photo = (name: string, tags: DroneTags): GivenFile => ({
    name,
    mimeType: 'image/jpeg',
    buffer: dronePhoto(jpeg, { ...phantom, ...tags }),
  });
  const row = (name: RegExp | string) => page.getByRole('treeitem', { name });

  // One photo that looks east: its left half lies in the north.
  await upload(page, [photo('DJI_0001.JPG', { yaw: 90 })]);
  await expect(row(/^DJI_0001/)).toBeVisible();
  await map.measure();
  const { x, y, width, height } = (await map.canvas.boundingBox())!;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  await expect
    .poll(
      async () => {
        const [red, , blue] = await colorAt(page, middleX - 40, middleY - 60);
        return red! - blue!;
      },
      { timeout: 15_000 },
    )
    .toBeGreaterThan(120);
  await expect
    .poll(async () => {
      const [red, , blue] = await colorAt(page, middleX - 40, middleY + 60);
      return blue! - red!;
    })
    .toBeGreaterThan(120);

  await expect(async () => {
    await page.mouse.move(middleX - 40 + Math.random() * 4, middleY - 60);
    await expect(page.getByRole('tooltip')).toContainText('Phantom 4 Pro (FC6310)', { timeout: 1_500 });
  }).toPass();
  await expect(page.getByRole('tooltip')).toContainText('60 m');
  await page.mouse.click(middleX - 40, middleY - 60);
  const card = page.getByRole('region', { name: 'Aerial photo' });
  await expect(card).toContainText('Phantom 4 Pro (FC6310)');
  await expect(card).toContainText('90 × 60 m');
  await expect(card).toContainText('1.64 × 1.64 cm');
  await card.getByRole('slider').press('Home');
  const { projectId, mapId } = await map.ids();
  const layers = async () =>
    (
      (await (await page.request.get(`/maps/state?map_id=${mapId}&project_id=${projectId}`)).json()) as {
        data: { layers: { text: string; data: { style?: { opacity: number } } }[] };
      }
    ).data.layers;
  await expect.poll(async () => (await layers()).map(({ data }) => data.style?.opacity)).toEqual([0]);
  await card.getByRole('button', { name: 'Close' }).click();

  // A batch: one is oblique, four cannot be taken.
  await upload(page, [
    photo('DJI_0002.jpg', { latitude: 47.0008, pitch: -70 }),
    photo('dji_0001.jpeg', {}),
    photo('low.jpg', { altitude: undefined } as DroneTags),
    photo('canon.jpg', { make: 'Canon', model: 'EOS R5' }),
    { name: 'plain.jpg', mimeType: 'image/jpeg', buffer: jpeg },
  ]);
  await expect(row(/^DJI_0002/)).toBeVisible();
  for (const reason of [
    'A layer with the name "dji_0001" already exists. Please change the file name before adding.',
    'Missing relative altitude in “low.jpg”',
    "Unsupported drone model: Canon EOS R5. Please contact support to add this drone model's sensor config for you.",
    'No exifData details in “plain.jpg”',
  ])
    await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByText('1 photo was not taken straight down and may not be exactly in place.')).toBeVisible();
  await row(/^plain\.jpg/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Dismiss' }).click();
  await expect(row(/^plain\.jpg/)).toBeHidden();

  await openDrawer(page, 'Maps');
  await row(/^DJI_0002/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect(page.getByRole('dialog')).toContainText('The camera did not point straight down (pitch -70°)');
  await expect(page.getByRole('dialog')).toContainText('21.8 m');
  expect((await layers()).map(({ text }) => text).toSorted()).toEqual(['DJI_0001', 'DJI_0002']);
  expect(errors().filter((text) => !text.includes('409 (Conflict)'))).toEqual([]);
  await ann.context.close();
});
