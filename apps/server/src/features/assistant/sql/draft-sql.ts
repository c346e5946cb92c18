import { GromaError } from '@groma/model';
import type { LanguageModels, ModelCaller } from '../../../platform/language-model/language-models.ts';
import { streamText } from '../../../platform/language-model/stream-text.ts';
import { sqlAnswerOf, type SqlAnswer } from './sql-answer.ts';
import { sqlConversation, type DescribedDatabase, type SqlWish } from './sql-conversation.ts';

/**
 * Drafts SQL and gives it as the text of one JSON object, `{"title": …, "sql": …}`, that grows (DBS-027, DBS-028). What
 * fails before the first piece is thrown; later the object ends with `error`, its code and message. Nothing is run.
 * @throws GromaError
 */
export async function* draftSql(
  models: LanguageModels,
  modelId: string | undefined,
  database: DescribedDatabase,
  wish: SqlWish,
  caller: ModelCaller,
): AsyncGenerator<string> {
  const chosen = models.choose(modelId);
  const model = await models.open(chosen.id, caller);
  let text = '';
  let said: SqlAnswer | null = null;
  try {
    for await (const piece of streamText(model, sqlConversation(database, wish, chosen))) {
      text += piece;
      const next = sqlAnswerOf(text, false);
      if (next) yield pieceOf(said, next);
      said = next ?? said;
    }
    const whole = sqlAnswerOf(text, true);
    if (!whole || whole.sql === '')
      throw new GromaError('MODEL_ANSWER_BROKEN', { model: chosen.name, detail: 'it contains no SQL.' });
    yield `${pieceOf(said, whole)}"}`;
  } catch (error) {
    if (!said || caller.signal.aborted) throw error;
    const { code, message } =
      error instanceof GromaError
        ? error
        : new GromaError('MODEL_ANSWER_BROKEN', { model: chosen.name, detail: 'it was incomplete.' });
    yield `","error":${JSON.stringify({ code, message })}}`;
  }
}

/** What the object grows by. */
function pieceOf(before: SqlAnswer | null, { title, sql }: SqlAnswer): string {
  const head = before ? '' : `{${title === null ? '' : `"title":${JSON.stringify(title)},`}"sql":"`;
  return head + JSON.stringify(sql.slice(before?.sql.length ?? 0)).slice(1, -1);
}
