import { inProject, ofResource, signedIn } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const chatModel = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Characters that a question may have, with all that goes with it. */
  characterLimit: z.number().int(),
  isPro: z.boolean(),
});

export const listModels = defineEndpoint({
  id: 'listModels',
  method: 'GET',
  path: '/api/models',
  summary:
    'Language models that this server can ask, and the one for who has chosen none; an empty list where none is set.',
  policy: signedIn('any'),
  reply: z.object({ data: z.object({ models: z.array(chatModel), defaultModel: z.string().nullable() }) }),
});
export type ModelsReply = z.output<typeof listModels.reply>['data'];

const text = z.string().max(100_000);
const functionName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'A function is named by letters, digits, _ and -.');

/** A message in the form of OpenAI's chat completions. */
const completionMessage = z.object({ role: z.enum(['system', 'user', 'assistant']), content: text });

/** A function that the model may call; `parameters` is its JSON schema. */
const completionFunction = z.object({
  name: functionName,
  description: z.string().max(4_000).optional(),
  parameters: z.record(z.string(), z.unknown()),
});

export const completions = defineEndpoint({
  id: 'completions',
  method: 'POST',
  path: '/api/completions',
  summary:
    "One answer of a language model, in the form of OpenAI's chat completions with functions. Without `model` the default one answers.",
  policy: inProject('update', 'map', { in: 'query', name: 'projectId' }),
  query: z.object({ projectId: z.string() }),
  bodyBytes: 1_048_576,
  body: z.object({
    messages: z.array(completionMessage).min(1).max(100),
    functions: z.array(completionFunction).min(1).max(8),
    function_call: z.union([z.enum(['auto', 'none']), z.object({ name: functionName })]).default('auto'),
    model: z.string().max(200).optional(),
  }),
  reply: z.object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number().int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.number().int(),
        finish_reason: z.string(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string().nullable(),
          function_call: z.object({ name: z.string(), arguments: z.string() }).optional(),
        }),
      }),
    ),
    usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() }),
  }),
});

/** What `draftSql` streams: the text of one such object that grows; without `error` it is whole at its end. */
export const sqlDraftReply = z.object({
  title: z.string().optional(),
  sql: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type SqlDraftReply = z.output<typeof sqlDraftReply>;

export const draftSql = defineEndpoint({
  id: 'draftSql',
  method: 'POST',
  path: '/api/databases/sql',
  summary:
    'Have a language model draft SQL for a database; it is never run by itself. Streams the text of one JSON object with title and sql. `current` is what the editor holds, `earlier` what was asked and drafted before.',
  policy: ofResource('database', 'execute_query', { in: 'query', name: 'databaseId' }),
  query: z.object({ databaseId: z.string() }),
  replyType: 'text/plain',
  bodyBytes: 1_048_576,
  body: z.object({
    prompt: z.string().trim().min(1).max(50_000),
    selectedLLM: z.string().max(200).optional(),
    current: z.string().max(100_000).optional(),
    earlier: z
      .array(z.object({ prompt: z.string().max(50_000), sql: z.string().max(100_000) }))
      .max(50)
      .default([]),
  }),
});

export { endMcp, listenMcp, postMcp } from './mcp-endpoints.ts';
export {
  answerConsent,
  changeChatThread,
  chatAttachment,
  chatMessage,
  chatThread,
  chatView,
  createChatThread,
  deleteChatThread,
  listChatThreads,
  logEntry,
  readAssistantLog,
  readChatThread,
  readProQueries,
  readSentPrompt,
  resumeChatMessage,
  sendChatMessage,
  stopChatMessage,
} from './chat-endpoints.ts';
export { changeTarget, chatChange, decideChanges, listChanges, tryChange } from './change-endpoints.ts';
export { codeExplanation, codeSuggestion, explainCode, suggestCode } from './code-endpoints.ts';
export { generateImage, listImageModels } from './image-endpoints.ts';
