import { GromaError } from '@groma/model';
import { assistant } from '@groma/protocol';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { logDecision } from '../log/assistant-log.ts';
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
        const before = new Map((await changesOf(platform, threadId, ids)).map(({ id, state }) => [id, state]));
        await decideChanges(platform, { projectId, threadId, ids, action, revisions, user });
        const after = await changesOf(platform, threadId, ids);
        const by = { projectId, threadId, userId: user.id, username: user.username };
        const decided = after.filter(({ id, state }) => before.get(id) !== state);
        await logDecision(
          platform.database.query,
          by,
          decided.map(({ kind, title, state }) => ({ kind, title, state })),
        );
        return { data: after.map(presentChange) };
      },
    ),
    route(assistant.tryChange, async ({ params: { threadId, changeId }, projectId, user, signal }) => {
      await requireThread(platform, { projectId, threadId, userId: user.id }, true);
      return { data: await tryChange(platform, tryCells, { projectId, threadId, changeId, userId: user.id }, signal) };
    }),
  ];
}
