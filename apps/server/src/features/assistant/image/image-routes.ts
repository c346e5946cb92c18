import { assistant } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import { asProQuery } from '../../../platform/language-model/pro-queries.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Images that models draw (AIA-007, AIA-037); they are the caller's to keep. */
export function imageRoutes({ imageModels, database }: Platform): Route[] {
  return [
    route(assistant.listImageModels, () => Promise.resolve({ data: { models: [...imageModels.offered] } })),
    route(assistant.generateImage, async ({ body: { model, prompt }, user, projectId, signal }) => {
      const caller = { userId: user.id, projectId, purpose: 'image', signal };
      const draw = () => imageModels.draw(model, prompt, caller);
      return { data: await asProQuery(database, projectId, imageModels.choose(model), draw) };
    }),
  ];
}
