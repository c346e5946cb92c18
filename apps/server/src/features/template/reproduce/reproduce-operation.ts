import { byStarter, GromaError, type ProjectId, type UserId } from '@groma/model';
import { z } from 'zod';
import {
  defineOperation,
  type OperationContext,
  type OperationKind,
} from '../../../platform/operation/operation-kind.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { CopyCheckpoint } from '../publish/publish-needs.ts';
import { tellReaders } from '../publish/tell-readers.ts';
import type { ReproduceNeeds } from './reproduce-needs.ts';
import { writeReproduction } from './reproduction-records.ts';
import { runCopy } from './run-copy.ts';
import { whilePublished } from './while-published.ts';

const reproducing = z.object({
  templateId: z.string(),
  versionId: z.string(),
  /** The project that the publication is made from, whose machine is the measure. */
  sourceId: z.custom<ProjectId>(),
  tenantId: z.string(),
  /** The frozen project and its notebook. */
  frozenId: z.custom<ProjectId>(),
  contentId: z.string(),
  title: z.string(),
  /** The copy that the notebook runs in. */
  copyId: z.custom<ProjectId>(),
  user: z.object({ id: z.custom<UserId>() }),
});
type Reproducing = z.output<typeof reproducing>;

export type ReproduceOperation = OperationKind<Reproducing, void, CopyCheckpoint>;

/** Kind of the operation that runs a version again. */
export const reproduceKind = 'reproduce';

/** How long all blocks may run together. */
const mostMinutes = 60;
/** Percent of the progress at which the copy is made, and at which all blocks have run. */
const copied = 20;
const ran = 95;

/**
 * Runs the notebook of a published version again, in a copy of its frozen project that nobody else sees, and keeps how
 * its outputs differ from what was published. The copy and its machine go at the end, whatever that is.
 */
export function defineReproduce(platform: Platform, needs: ReproduceNeeds): ReproduceOperation {
  return defineOperation({
    name: reproduceKind,
    task: 'refresh',
    policy: byStarter('publish', 'project'),
    input: reproducing,
    concurrency: { all: 2, ofGroup: 1 },
    async run(input, context) {
      if (context.attempt > 1) await needs.remove(input.copyId);
      try {
        const notebookId = await makeCopy(needs, input, context);
        await needs.startMachineLike(input.copyId, input.sourceId);
        const found = await whilePublished(platform.database, input.versionId, context.signal, (signal) =>
          runCopy(
            needs,
            { publishedId: input.contentId, projectId: input.copyId, notebookId, userId: input.user.id },
            {
              signal,
              timeIsOver: AbortSignal.timeout(mostMinutes * 60_000),
              onCell: (done, all, label) => {
                context.report({ progress: copied + ((ran - copied) * done) / Math.max(1, all), subTask: label });
              },
            },
          ),
        );
        await platform.database.query.transaction(async (transaction) => {
          await writeReproduction(transaction, input.versionId, found);
          await context.complete(transaction, undefined);
        });
        await tellReaders(platform, input.templateId);
      } finally {
        await needs.remove(input.copyId).catch((error: unknown) => {
          platform.log.error('The copy of a version that ran again is deleted later.', { error });
        });
      }
    },
    clear: ({ copyId }) => needs.remove(copyId),
  });
}

/** Copies the frozen project for the person alone; the id of the notebook in it. @throws GromaError as `make` */
async function makeCopy(
  needs: ReproduceNeeds,
  { frozenId, contentId, copyId, user, title, templateId, tenantId }: Reproducing,
  context: OperationContext<void, CopyCheckpoint>,
): Promise<string> {
  let notebookId: string | undefined;
  await needs.make(
    {
      projectId: frozenId,
      copyId,
      user,
      name: title.slice(0, 120),
      frozen: { publishedAs: templateId, tenantId, scratchFor: user.id },
      end(_transaction, ids) {
        notebookId = ids.get(contentId);
        return Promise.resolve();
      },
    },
    {
      signal: context.signal,
      checkpoint: context.checkpoint,
      attempt: context.attempt,
      keep: (checkpoint) => context.keep(checkpoint),
      report: ({ progress = 0, subTask = null }) => {
        context.report({ progress: (progress * copied) / 100, subTask });
      },
    },
  );
  if (notebookId === undefined) throw new GromaError('NOT_FOUND', { noun: 'notebook' });
  return notebookId;
}
