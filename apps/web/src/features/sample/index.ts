import { bringTexts } from '../../platform/text.ts';
import { registerPage, type Page } from '../../registry/page.ts';
import { setViews, type SampleViews } from './sample-views.ts';

const withTexts =
  (load: Page['load']): Page['load'] =>
  async () =>
    (await Promise.all([load(), bringTexts()]))[0];

/** Adds the page of the live sample, and the one that keeps what was done there. */
export function registerSample(views: SampleViews): void {
  setViews(views);
  registerPage({ path: '/sample', access: 'anyone', load: withTexts(() => import('./sample-page.tsx')) });
  registerPage({ path: '/sample/keep', access: 'signed-in', load: withTexts(() => import('./keep-page.tsx')) });
}
