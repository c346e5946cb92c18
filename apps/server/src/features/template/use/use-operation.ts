import { eq, sql } from '../../../platform/database/drizzle.ts';
import { byItself, GromaError, type ProjectId, type UserId } from '@groma/model';
import { z } from 'zod';
import { templates, templateUses } from '../../../platform/database/tables/index.ts';
import { whoHasUnlocked } from '../../../platform/access/visitor.ts';
import { Semaphore } from '../../../platform/jobs/semaphore.ts';
import { defineOperation, type OperationKind } from '../../../platform/operation/operation-kind.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CopyCheckpoint, PublishNeeds } from '../publish/publish-needs.ts';

const using = z.object({
  templateId: z.string(),
  title: z.string(),
  version: z.string(),
  frozenId: z.custom<ProjectId>(),
  copyId: z.custom<ProjectId>(),
  user: z.object({ id: z.custom<UserId>() }),
  name: z.string(),
});
type Using = z.output<typeof using>;

export type UseOperation = OperationKind<Using, void, CopyCheckpoint>;

/** Kind of the operation that makes a project of a publication. */
export const useKind = 'use-template';

const slots = new Semaphore(2);

/**
 * Makes a project of a frozen version, in the tenant of who asks. The project, where it comes from and the count of
 * uses appear in the transaction that ends the operation.
 */
export function defineUse(platform: Platform, needs: PublishNeeds): UseOperation {
  return defineOperation({
    name: useKind,
    policy: byItself('readers of a publication have no role in the project that it is in'),
    input: using,
    run: (input, context) =>
      slots.run(context.signal, async () => {
        if (context.attempt > 1) await needs.clear(input.copyId);
        await requireStillOpen(platform, input);
        await needs.make(
          {
            projectId: input.frozenId,
            copyId: input.copyId,
            user: input.user,
            name: input.name,
            async end(transaction) {
              const { templateId, title, version, copyId } = input;
              const counted = await transaction
                .update(templates)
                .set({ uses: sql`${templates.uses} + 1` })
                .where(eq(templates.id, templateId))
                .returning({ id: templates.id });
              if (counted.length === 0) throw new GromaError('NOT_FOUND', { noun: 'publication' });
              await transaction.insert(templateUses).values({ projectId: copyId, templateId, title, version });
              await context.complete(transaction, undefined);
            },
          },
          context,
        );
      }),
    clear: ({ copyId }) => needs.clear(copyId),
  });
}

/** A password was asked for when the work was begun; whether it is still published for the person is asked again. */
async function requireStillOpen({ access }: Platform, { user, frozenId }: Using): Promise<void> {
  const asked = { noun: 'publication', visitor: whoHasUnlocked };
  await access.require(user.id, frozenId, 'read', 'project', asked);
}
