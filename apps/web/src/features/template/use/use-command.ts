import { sessionStore } from '../../../platform/session.ts';
import { defineCommand } from '../../../registry/command.ts';
import type { SomeVersion } from './version-argument.ts';

/** Asks for the name of a workspace that is made of a publication; `?use=` of the dashboard runs it. */
export const makeOfTemplate = defineCommand<SomeVersion>({
  id: 'template.use',
  title: 'project.create',
  isHidden: true,
  argument: async () => (await import('./version-argument.ts')).versionArgument,
  isEnabled: () => sessionStore.getState().outcome === 'NO_ERROR',
  run: async (wanted) => (await import('./open-use.tsx')).openUse(wanted),
});
