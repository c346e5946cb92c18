import { assistant } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { complete } from './complete.ts';

/** What people ask language models: which there are, and the calls that answer with one. */
export function createAssistantFeature({ models }: Platform): Feature {
  return {
    routes: [
      route(assistant.listModels, () => Promise.resolve({ data: { models: [...models.offered], defaultModel: models.defaultId } })),
      route(assistant.completions, ({ body, user, projectId, signal }) => complete(models, body, { userId: user.id, projectId, purpose: 'chart', signal })),
    ],
  };
}
