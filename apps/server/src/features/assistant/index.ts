import { byServer, GromaError, type DatabaseSchema, type DatabaseType, type ProjectId } from '@groma/model';
import { assistant } from '@groma/protocol';
import { eq } from '../../platform/database/drizzle.ts';
import { databases } from '../../platform/database/tables/index.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { asProQuery, readProQueries } from '../../platform/language-model/pro-queries.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { chatRoutes } from './chat/chat-routes.ts';
import { createToolbox } from './chat/tool-set.ts';
import { Turns } from './chat/turns.ts';
import { codeRoutes } from './code/code-routes.ts';
import { complete } from './complete.ts';
import type { ChangeNeeds } from './change/change-needs.ts';
import { changeRoutes } from './change/change-routes.ts';
import type { TryCells } from './change/try-change.ts';
import { changeTools } from './change/tools/change-tools.ts';
import { imageRoutes } from './image/image-routes.ts';
import { sweepLog } from './log/assistant-log.ts';
import type { PresentFirst } from './mcp/data-tools.ts';
import { mcpRoutes } from './mcp/mcp-routes.ts';
import { draftSql } from './sql/draft-sql.ts';
import { sendPieces } from './stream/send-pieces.ts';

/** What the assistant needs of others. */
export interface AssistantNeeds {
  /** Tables and columns of a database, with some rows of each. @throws GromaError */
  describeSchema(projectId: ProjectId, databaseId: string): Promise<DatabaseSchema>;
  /** The first rows of an Arrow stream as CSV. */
  presentFirst: PresentFirst;
  /** Tries code of a notebook. */
  tryCells: TryCells;
  /** How what it changes is changed. */
  changes: ChangeNeeds;
}

/** What people ask language models: which there are, and the calls that answer with one. */
export function createAssistantFeature(platform: Platform, needs: AssistantNeeds): Feature {
  const { models, database } = platform;
  const turns = new Turns(platform);
  const toolbox = createToolbox();
  return {
    close: () => turns.close(),
    jobs: [
      defineJob({
        name: 'sweep-assistant-log',
        policy: byServer('the time has come'),
        schedule: '53 3 * * *',
        run: () => sweepLog(database.query),
      }),
    ],
    routes: [
      route(assistant.listModels, () =>
        Promise.resolve({ data: { models: [...models.offered], defaultModel: models.defaultId } }),
      ),
      route(assistant.completions, ({ body, user, projectId, signal }) =>
        asProQuery(database, projectId, models.choose(body.model), () =>
          complete(models, body, { userId: user.id, projectId, purpose: 'chart', signal }),
        ),
      ),
      route(assistant.readProQueries, async ({ projectId, projectAccess }) => {
        if (projectAccess.isPasserby) throw new GromaError('FORBIDDEN');
        const { left, limit, until } = await readProQueries(database, projectId);
        return { data: { left, limit, until: until.toISOString() } };
      }),
      sqlRoute(platform, needs),
      ...codeRoutes(platform),
      ...imageRoutes(platform),
      ...mcpRoutes(platform, needs.presentFirst, toolbox),
      ...chatRoutes({
        platform,
        turns,
        toolbox,
        presentFirst: needs.presentFirst,
        changeTools: (turn) => changeTools({ platform, ...turn }),
      }),
      ...changeRoutes(platform, needs.changes, needs.tryCells),
    ],
  };
}

function sqlRoute({ models, database: records }: Platform, { describeSchema }: AssistantNeeds): Route {
  return route(assistant.draftSql, async ({ query, body, user, projectId, reply, signal }) => {
    const { prompt, selectedLLM, current, earlier } = body;
    const model = models.choose(selectedLLM);
    const [row] = await records.query
      .select({ name: databases.name, dbType: databases.type })
      .from(databases)
      .where(eq(databases.id, query.databaseId));
    if (!row) throw new GromaError('NOT_FOUND', { noun: 'database' });
    const database = {
      ...row,
      dbType: row.dbType as DatabaseType,
      schema: await describeSchema(projectId, query.databaseId),
    };
    const pieces = draftSql(
      models,
      selectedLLM,
      database,
      { prompt, current, earlier },
      { userId: user.id, projectId, purpose: 'sql', signal },
    );
    return sendPieces(reply, await asProQuery(records, projectId, model, () => pieces.next()), pieces);
  });
}
