import type { LanguageModels, ModelCaller } from '../../../platform/language-model/language-models.ts';
import { streamText } from '../../../platform/language-model/stream-text.ts';
import { growingObject, type AnswerShape } from '../stream/growing-object.ts';
import { sqlAnswerOf, type SqlAnswer } from './sql-answer.ts';
import { sqlConversation, type DescribedDatabase, type SqlWish } from './sql-conversation.ts';

const shape: AnswerShape<SqlAnswer> = {
  read: sqlAnswerOf,
  head: ({ title }) => ({ title }),
  field: 'sql',
  grown: ({ sql }) => sql,
  missing: 'it contains no SQL.',
};

/**
 * Drafts SQL and gives it as the text of one JSON object, `{"title": …, "sql": …}`, that grows (DBS-027, DBS-028).
 * Nothing is run. @throws GromaError
 */
export async function* draftSql(
  models: LanguageModels,
  modelId: string | undefined,
  database: DescribedDatabase,
  wish: SqlWish,
  caller: ModelCaller,
): AsyncGenerator<string, void> {
  const chosen = models.choose(modelId);
  const model = await models.open(chosen.id, caller);
  yield* growingObject(streamText(model, sqlConversation(database, wish, chosen)), shape, {
    model: chosen.name,
    signal: caller.signal,
  });
}
