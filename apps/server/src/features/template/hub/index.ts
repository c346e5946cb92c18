import type { Feature, Platform } from '../../../platform/platform.ts';
import { pageRoutes } from '../page/routes.ts';
import type { NotebooksOfHub } from './notebooks-of-hub.ts';
import { hubRoutes } from './routes.ts';
import { TemplateRecords } from './template-records.ts';

/** Reading publications: their list, themselves, their pictures, unlocking them, and the pages of the hub. */
export function createHubFeature(platform: Platform, { notebooks }: { notebooks: NotebooksOfHub }): Feature {
  const records = new TemplateRecords(platform.database);
  return {
    routes: [
      ...hubRoutes(platform, records, notebooks.readJupyter),
      ...pageRoutes({ platform, records, notebooks, cache: platform.publicAnswers }),
    ],
  };
}
