import { createHmac } from 'node:crypto';
import { canInProject, GromaError, type UserId } from '@groma/model';
import { analytics, type AnalyticsEvent } from '@groma/protocol';
import { countAttempt } from '../../platform/access/attempts.ts';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { eventOfAnswer } from './answered-events.ts';
import { createSink } from './sink.ts';

/** Calls of one person that tell of events, so that nobody fills the disk or the collector with them. */
const publishLimit = { tries: 60, windowSeconds: 60 };

/** Events of use: those that clients tell of, and those that the calls themselves are. Never what is in a document. */
export function createAnalyticsFeature({ config, log, access, database }: Platform): Feature {
  const sink = createSink(config, log);
  const personOf = (userId: string) =>
    createHmac('sha256', config.secret).update(`analytics ${userId}`).digest('base64url').slice(0, 22);
  const keep = ({ name, properties, project_id: projectId }: AnalyticsEvent, userId: string | undefined) => {
    sink.take({
      name,
      at: new Date().toISOString(),
      person: userId === undefined ? null : personOf(userId),
      project_id: projectId ?? null,
      properties,
    });
  };
  const requireProjects = async (userId: UserId, events: readonly AnalyticsEvent[]): Promise<void> => {
    for (const projectId of new Set(events.flatMap(({ project_id: id }) => id ?? []))) {
      const projectAccess = await access.projectAccess(userId, projectId);
      if (!projectAccess || !canInProject(projectAccess.role, 'read', 'project'))
        throw new GromaError('NOT_FOUND', { noun: 'project' });
    }
  };
  return {
    routes: [
      route(analytics.logEvents, async ({ user, body }) => {
        await countAttempt(database, `events-of:${user.id}`, publishLimit);
        await requireProjects(user.id, body.events);
        for (const event of body.events) keep(event, user.id);
        return { accepted: body.events.length };
      }),
    ],
    onAnswer(answer) {
      const event = eventOfAnswer(answer);
      if (event) keep(event, answer.call.user?.id);
    },
    close: () => sink.close(),
  };
}
