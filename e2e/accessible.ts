import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds that keeps somebody out, in the look of the page and then in the other one, in which the page stays.
 * The looks differ in their colours alone, so that the second time only contrast is read.
 *
 * @param within selectors of the parts to read; the whole page when left out
 */
export async function seriousFindings(page: Page, ...within: string[]): Promise<string[]> {
  const found = await findings(page, within, (axe) => axe);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // It stays in the other look, since a map is drawn anew by the change, which takes long in software.
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  found.push(...(await findings(page, within, (axe) => axe.withRules(['color-contrast']))));
  return found;
}

async function findings(page: Page, within: string[], limit: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await settled(page);
  // The legacy mode reads without opening a page beside; frames of another origin hold what people wrote.
  const axe = within.reduce((each, part) => each.include(part), new AxeBuilder({ page }).setLegacyMode());
  const { violations } = await limit(axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(', ')}`);
}

/** Waits until what fades in or moves stands: colours halfway have no contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.all(ending.map((each) => each.finished.catch(() => undefined)));
  });
}
