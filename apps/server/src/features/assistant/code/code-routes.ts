import type { FastifyReply } from 'fastify';
import type { CodeLanguage } from '@groma/model';
import { assistant } from '@groma/protocol';
import { route, type Route, type streamed } from '../../../platform/http/route.ts';
import type { ModelCaller } from '../../../platform/language-model/language-models.ts';
import { asProQuery } from '../../../platform/language-model/pro-queries.ts';
import { streamText, type Conversation } from '../../../platform/language-model/stream-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { growingObject, type AnswerShape } from '../stream/growing-object.ts';
import { sendPieces } from '../stream/send-pieces.ts';
import { codeAnswerOf, type CodeAnswer } from './code-answer.ts';
import { explanationConversation, suggestionConversation } from './code-conversation.ts';

const explanation: AnswerShape<string> = {
  read: (text) => text.trim() || null,
  head: () => ({}),
  field: 'text',
  grown: (text) => text,
  missing: 'it is empty.',
};

const suggestionIn = (asked: CodeLanguage): AnswerShape<CodeAnswer> => ({
  read: (text, isWhole) => codeAnswerOf(text, isWhole, asked),
  head: ({ title, language }) => ({ title, coding_language: language }),
  field: 'code',
  grown: ({ code }) => code,
  missing: 'it contains no code.',
});

/** Code that a model suggests for a block, and what it explains of one; nothing is run (AIA-005, AIA-026). */
export function codeRoutes(platform: Platform): Route[] {
  return [
    route(assistant.suggestCode, ({ body, user, projectId, reply, signal }) => {
      const { prompt, selectedLLM, coding_language: language } = body;
      const caller = { userId: user.id, projectId, purpose: 'code', signal };
      return ask(
        platform,
        selectedLLM,
        suggestionConversation(prompt, language),
        suggestionIn(language),
        caller,
        reply,
      );
    }),
    route(assistant.explainCode, ({ body, user, projectId, reply, signal }) => {
      const { prompt, selectedLLM, coding_language: language } = body;
      const caller = { userId: user.id, projectId, purpose: 'explanation', signal };
      return ask(platform, selectedLLM, explanationConversation(prompt, language), explanation, caller, reply);
    }),
  ];
}

async function ask<Answer>(
  { models, database }: Platform,
  modelId: string | undefined,
  conversation: Conversation,
  shape: AnswerShape<Answer>,
  caller: ModelCaller,
  reply: FastifyReply,
): Promise<typeof streamed> {
  const chosen = models.choose(modelId);
  const model = await models.open(chosen.id, caller);
  const about = { model: chosen.name, signal: caller.signal };
  const pieces = growingObject(streamText(model, conversation), shape, about);
  return sendPieces(reply, await asProQuery(database, caller.projectId, chosen, () => pieces.next()), pieces);
}
