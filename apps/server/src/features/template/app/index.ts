import type { Feature, Platform } from '../../../platform/platform.ts';
import { TemplateRecords } from '../hub/template-records.ts';
import { appReadRoute, appRunRoutes } from './app-routes.ts';
import type { AppNotebooks } from './read-app.ts';
import { AppSessions, type StartReaderKernel } from './app-sessions.ts';

interface Needs {
  notebooks: AppNotebooks;
  startKernel: StartReaderKernel;
}

/** Published notebooks that their readers run. */
export function createAppFeature(platform: Platform, { notebooks, startKernel }: Needs): Feature {
  const records = new TemplateRecords(platform.database);
  const sessions = new AppSessions(platform, startKernel);
  return {
    routes: [appReadRoute(platform, records, notebooks)],
    realtimeRoutes: appRunRoutes(platform, records, sessions),
    close: () => sessions.close(),
  };
}
