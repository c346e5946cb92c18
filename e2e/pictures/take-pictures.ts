// Takes the pictures of the product that come along with it: the card of the sample project, and the workspace in both
// themes for the landing page. Take them again whenever the workspace or the sample looks otherwise:
// node e2e/pictures/take-pictures.ts http://127.0.0.1:4100
import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { usualBrowser } from '../browser.ts';

const sampleCard = fileURLToPath(new URL('../../apps/server/src/sample/data/card.webp', import.meta.url));
const landing = fileURLToPath(new URL('../../apps/web/public/landing', import.meta.url));
/** Pixels of the screen that is shown; small enough that its texts can be read in the page. */
const screen = { width: 1280, height: 760 };
/** The files of the landing page are no larger. */
const mostBytes = 150_000;
/** Drawn by software, labels come some seconds after the map. */
const drawnMs = 12_000;

await main(process.argv[2] ?? 'http://127.0.0.1:4100');

async function main(origin: string): Promise<void> {
  const browser = await chromium.launch(usualBrowser);
  try {
    const context = await browser.newContext({ viewport: screen, reducedMotion: 'reduce', baseURL: origin });
    const page = await context.newPage();
    await signUp(page, origin);
    await page.goto('/dashboard/workspaces');
    await page.getByRole('link', { name: 'Countries and places' }).click();
    await page.locator('.map-legend').waitFor();
    await page.getByRole('button', { name: 'Leave the tour' }).click();
    await page.waitForTimeout(drawnMs);
    await page.keyboard.press('Control+b');
    await page.waitForTimeout(drawnMs);
    mkdirSync(landing, { recursive: true });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForTimeout(drawnMs);
      keep(`${landing}/workspace-${theme}.webp`, await asWebp(page, await page.screenshot()));
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.addStyleTag({ content: '.map-over { visibility: hidden }' });
    await page.waitForTimeout(drawnMs);
    const canvas = await page.locator('.map-canvas').first().screenshot();
    writeFileSync(sampleCard, await asCard(page, canvas, origin));
  } finally {
    await browser.close();
  }
}

async function signUp(page: Page, origin: string): Promise<void> {
  const name = `pictures-${Math.random().toString(36).slice(2, 8)}`;
  const data = { username: 'ana', email: `${name}@example.com`, password: crypto.randomUUID() };
  const headers = { origin };
  const reply = await page.request.post('/api/local/auth/sign-up', { data, headers });
  // Somebody of that name may be there.
  if (!reply.ok()) await page.request.post('/api/local/auth/sign-up', { data: { ...data, username: name }, headers });
}

function keep(path: string, picture: Buffer): void {
  if (picture.length > mostBytes) throw new Error(`${path} has ${picture.length} bytes.`);
  writeFileSync(path, picture);
  process.stdout.write(`${path}: ${picture.length} bytes\n`);
}

/** A picture as WebP, by the browser that took it. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const made = await page.evaluate(async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    canvas.getContext('2d')!.drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', 0.86).split(',')[1]!;
  }, png.toString('base64'));
  return Buffer.from(made, 'base64');
}

/** A picture in the size of cards, as the server draws it. */
async function asCard(page: Page, png: Buffer, origin: string): Promise<Buffer> {
  const { data } = (await (await page.request.get('/api/projects')).json()) as { data: { id: string }[] };
  const path = `/api/projects/${data[0]!.id}/picture`;
  await page.request.put(path, { data: { picture: png.toString('base64') }, headers: { origin } });
  return (await page.request.get(path)).body();
}
