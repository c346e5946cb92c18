import type { Feature, Platform } from '../../../platform/platform.ts';
import { hubRoutes } from './routes.ts';
import { TemplateRecords } from './template-records.ts';

/** What the hub needs of notebooks. */
export interface HubNeeds {
  /** A notebook as the text of a Jupyter file. */
  readJupyter(notebookId: string): Promise<string>;
}

/** Reading publications: their list, themselves, their pictures, and unlocking them. */
export function createHubFeature(platform: Platform, { readJupyter }: HubNeeds): Feature {
  const records = new TemplateRecords(platform.database);
  return { routes: hubRoutes(platform, records, readJupyter) };
}
