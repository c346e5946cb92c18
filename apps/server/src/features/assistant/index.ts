import { Readable } from 'node:stream';
import { assistant } from '@groma/protocol';
import { route, streamed, type Route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { complete } from './complete.ts';
import { draftSql } from './sql/draft-sql.ts';
import type { DescribedDatabase } from './sql/sql-conversation.ts';

/** What the assistant needs of others. */
export interface AssistantNeeds {
  /** A database with its schema and some rows of each table, for a language model. @throws GromaError */
  describeDatabase(databaseId: string, userId: string, signal: AbortSignal): Promise<DescribedDatabase>;
}

/** What people ask language models: which there are, and the calls that answer with one. */
export function createAssistantFeature({ models }: Platform, needs?: AssistantNeeds): Feature {
  return {
    routes: [
      route(assistant.listModels, () => Promise.resolve({ data: { models: [...models.offered], defaultModel: models.defaultId } })),
      route(assistant.completions, ({ body, user, projectId, signal }) => complete(models, body, { userId: user.id, projectId, purpose: 'chart', signal })),
      ...(needs ? [sqlRoute(models, needs)] : []),
    ],
  };
}

function sqlRoute(models: Platform['models'], { describeDatabase }: AssistantNeeds): Route {
  return route(assistant.draftSql, async ({ query, body, user, projectId, reply, signal }) => {
    const { prompt, selectedLLM, current, earlier } = body;
    models.choose(selectedLLM);
    const database = await describeDatabase(query.databaseId, user.id, signal);
    const pieces = draftSql(models, selectedLLM, database, { prompt, current, earlier }, { userId: user.id, projectId, purpose: 'sql', signal });
    // What fails before the first piece is an answer like any other failure.
    const first = await pieces.next();
    void reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-store');
    await reply.send(Readable.from(firstAnd(first, pieces), { objectMode: false }));
    return streamed;
  });
}

async function* firstAnd({ done, value }: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (done) return;
  yield value as string;
  yield* rest;
}
