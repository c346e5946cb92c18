import { GromaError } from '@groma/model';
import { assistant } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { answerDecisions, decideChanges } from './carry-out.ts';
import type { ChangeNeeds } from './change-needs.ts';
import { tryChange, type TryCells } from './try-change.ts';
import { changesOf, listRows, presentChange, requireThread, requireWritten } from './change-records.ts';

/** Calls that list what conversations change, try it, and apply, refuse and revert it. */
export function changeRoutes(platform: Platform, needs: ChangeNeeds, tryCells: TryCells): Route[] {
  answerDecisions(platform, needs);
  return [
    route(assistant.listChanges, async ({ params: { threadId }, query, projectId, projectAccess, user }) => {
      // Who passes by a public workspace has no part in its conversations.
      if (projectAccess.isPasserby) throw new GromaError('FORBIDDEN');
      await requireThread(platform, { projectId, threadId, userId: user.id }, false);
      return { data: await listRows(platform, threadId, query.message) };
    }),
    route(
      assistant.decideChanges,
      async ({ params: { threadId }, body: { ids, action, revisions }, projectId, user }) => {
        await requireThread(platform, { projectId, threadId, userId: user.id }, true);
        if (action === 'apply') await requireWritten(platform, threadId, ids);
        await decideChanges(platform, { projectId, threadId, ids, action, revisions, user });
        return { data: (await changesOf(platform, threadId, ids)).map(presentChange) };
      },
    ),
    route(assistant.tryChange, async ({ params: { threadId, changeId }, projectId, user, signal }) => {
      await requireThread(platform, { projectId, threadId, userId: user.id }, true);
      return { data: await tryChange(platform, tryCells, { projectId, threadId, changeId, userId: user.id }, signal) };
    }),
  ];
}
