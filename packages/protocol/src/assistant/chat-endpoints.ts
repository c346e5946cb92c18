import {
  attachmentTypes,
  callOutcomes,
  changeKinds,
  changeStates,
  consents,
  inProject,
  messageStates,
  mostAttachmentBytes,
  mostAttachments,
  mostMessageCharacters,
  titleSchema,
} from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const inThreads = '/api/chat/projects/:projectId/threads';
const ofThread = `${inThreads}/:threadId`;
const ofMessage = `${ofThread}/messages/:messageId`;
const threadParams = z.object({ projectId: z.string(), threadId: z.string() });
const messageParams = threadParams.extend({ messageId: z.string() });
/** Threads belong to people: beyond the role, the server asks whose one is. */
const policy = inProject('read', 'project');
const done = z.object({ status: z.string() });
const messageId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id has letters, digits, _ and -.');

/** Something that goes along with a question, without what only its upload needs (AIA-002). */
export const chatAttachment = z.object({
  id: z.string().max(100),
  type: z.enum(attachmentTypes),
  filename: z.string().max(1_000),
  mediaType: z.string().max(200),
  url: z.string().max(Math.ceil((mostAttachmentBytes * 4) / 3) + 200),
});
export type SentAttachment = z.output<typeof chatAttachment>;

export const chatThread = z.object({
  id: z.string(),
  title: z.string(),
  owner: z.object({ id: z.string(), username: z.string() }),
  /** The name of the access token whose agent proposes changes here; null for conversations with the assistant. */
  agent: z.string().nullable(),
  /** Changes that wait for a person. */
  open_changes: z.number().int(),
  /** Others of the project may read it, and answer in a copy of their own. */
  is_shared: z.boolean(),
  /**
   * Tools that run in this thread without asking, each on one thing (`on` is `notebook:{id}`, …, called `name`) or for
   * one kind of results (`layer`, `file`).
   */
  allowed_tools: z.array(z.object({ key: z.string(), tool: z.string(), on: z.string(), name: z.string() })),
  /** The last message of the branch that is shown. */
  leaf: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ChatThreadReply = z.output<typeof chatThread>;

/** A message with the parts of the AI SDK's UI messages; messages with one parent are branches. */
export const chatMessage = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(z.record(z.string(), z.unknown())),
  attachments: z.array(chatAttachment),
  model: z.string().nullable(),
  state: z.enum(messageStates),
  /** Why a message has failed, in the words of the catalogue. */
  error: z.string().nullable(),
  /** The same as an error of the catalogue, for who speaks another language. */
  reason: z.object({ code: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** Whether what the model was sent for it can be read (`readSentPrompt`) by who owns the conversation. */
  has_prompt: z.boolean(),
  /** Applies changes at once (AIA-039). */
  is_analyst: z.boolean(),
  created_at: z.string(),
});
export type ChatMessageReply = z.output<typeof chatMessage>;

export const listChatThreads = defineEndpoint({
  id: 'listChatThreads',
  method: 'GET',
  path: inThreads,
  summary:
    'Own conversations with the assistant and those that others share in a project, last used first; among them what outside agents propose.',
  policy,
  params: z.object({ projectId: z.string() }),
  reply: z.object({ data: z.array(chatThread) }),
});

export const createChatThread = defineEndpoint({
  id: 'createChatThread',
  method: 'POST',
  path: inThreads,
  summary: 'Begin a conversation with the assistant; `copy_of` begins with the messages of another up to `leaf`.',
  policy,
  params: z.object({ projectId: z.string() }),
  body: z.object({
    title: titleSchema.optional(),
    copy_of: z.string().optional(),
    leaf: z.string().optional(),
  }),
  reply: z.object({ data: chatThread }),
});

export const readChatThread = defineEndpoint({
  id: 'readChatThread',
  method: 'GET',
  path: ofThread,
  summary: 'A conversation with all its messages, of all branches, oldest first.',
  policy,
  params: threadParams,
  reply: z.object({ data: z.object({ thread: chatThread, messages: z.array(chatMessage) }) }),
});

export const changeChatThread = defineEndpoint({
  id: 'changeChatThread',
  method: 'PATCH',
  path: ofThread,
  summary:
    'Rename or share an own conversation, choose its branch, or take back what runs without asking: `allowed_tools` are the keys of what still may.',
  policy,
  params: threadParams,
  body: z.object({
    title: titleSchema.optional(),
    is_shared: z.boolean().optional(),
    allowed_tools: z.array(z.string().max(1_000)).max(1_000).optional(),
    leaf: z.string().optional(),
  }),
  reply: z.object({ data: chatThread }),
});

export const deleteChatThread = defineEndpoint({
  id: 'deleteChatThread',
  method: 'DELETE',
  path: ofThread,
  summary: 'Delete an own conversation. What it has changed stays.',
  policy,
  params: threadParams,
  reply: done,
});

/** An entry of the log of the assistant. */
export const logEntry = z.object({
  id: z.number().int(),
  /** They may have been deleted since. */
  thread: z.string(),
  message: z.string().nullable(),
  username: z.string(),
  /** The name of the token by which an agent called; null where a person asked or decided. */
  agent: z.string().nullable(),
  model: z.string().nullable(),
  state: z.enum(messageStates),
  is_analyst: z.boolean(),
  /** Tools that were called; arguments are JSON, cut after 2,000 characters. */
  calls: z.array(
    z.object({
      tool: z.string(),
      arguments: z.string(),
      consent: z.enum(consents),
      outcome: z.enum(callOutcomes),
    }),
  ),
  /** Changes that were decided. */
  changes: z.array(z.object({ kind: z.enum(changeKinds), title: z.string(), state: z.enum(changeStates) })),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  created_at: z.string(),
});
export type LogEntryReply = z.output<typeof logEntry>;

/** What the person has before them while they ask. */
export const chatView = z.object({
  map: z
    .object({
      id: z.string(),
      /** West, south, east, north in degrees. */
      bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
      zoom: z.number().optional(),
      layer: z.string().optional(),
      features: z.array(z.int()).max(1_000).optional(),
    })
    .optional(),
  notebook: z.string().optional(),
  file: z.string().max(2_000).optional(),
});
export type ChatView = z.output<typeof chatView>;

export const sendChatMessage = defineEndpoint({
  id: 'sendChatMessage',
  method: 'POST',
  path: `${ofThread}/messages`,
  summary:
    "Ask the assistant, and stream its answer in the AI SDK's UI message protocol. The question follows `parent`, so that editing one is asking beside it; with `again` in place of `text` the question `parent` is answered once more.",
  policy,
  params: threadParams,
  bodyBytes: 32 * 1024 * 1024,
  body: z.object({
    id: messageId,
    parent: messageId.nullable(),
    text: z.string().max(mostMessageCharacters).default(''),
    again: z.literal(true).optional(),
    attachments: z.array(chatAttachment).max(mostAttachments).default([]),
    selectedLLM: z.string().max(200).optional(),
    /** Changes are applied at once, and can be reverted (AIA-039). */
    is_analyst: z.boolean().default(false),
    view: chatView.default({}),
  }),
  replyType: 'text/event-stream',
});

export const answerConsent = defineEndpoint({
  id: 'answerConsent',
  method: 'POST',
  path: `${ofMessage}/consent`,
  summary:
    'Allow or refuse the tools that a message of the assistant asks about, and stream how it goes on. `allow` are approvals whose tools ask no more in this conversation on the same thing. Without `is_analyst` what is changed from then on waits for a person, whatever was said with the question.',
  policy,
  params: messageParams,
  body: z.object({
    answers: z
      .array(z.object({ approval: z.string().max(200), is_allowed: z.boolean() }))
      .min(1)
      .max(100),
    allow: z.array(z.string().max(200)).max(100).default([]),
    /** Changes go on to be applied at once, where the question said so too. */
    is_analyst: z.boolean().default(false),
    view: chatView.default({}),
  }),
  replyType: 'text/event-stream',
});

export const resumeChatMessage = defineEndpoint({
  id: 'resumeChatMessage',
  method: 'GET',
  path: `${ofMessage}/stream`,
  summary: 'The stream of an answer that is being written, from its beginning; 204 where it has ended.',
  policy,
  params: messageParams,
  replyType: 'text/event-stream',
});

export const stopChatMessage = defineEndpoint({
  id: 'stopChatMessage',
  method: 'POST',
  path: `${ofMessage}/stop`,
  summary: 'Stop the answer that is being written; what there is of it stays.',
  policy,
  params: messageParams,
  reply: done,
});

export const readSentPrompt = defineEndpoint({
  id: 'readSentPrompt',
  method: 'GET',
  path: `${ofMessage}/prompt`,
  summary: 'What was sent to the model for a message of the assistant, as text.',
  policy,
  params: messageParams,
  reply: z.object({ data: z.object({ model: z.string().nullable(), text: z.string() }) }),
});

export const readProQueries = defineEndpoint({
  id: 'readProQueries',
  method: 'GET',
  path: '/api/chat/projects/:projectId/pro-queries',
  summary: 'Queries of Pro models that are left this month, and when the next month begins.',
  policy,
  params: z.object({ projectId: z.string() }),
  reply: z.object({ data: z.object({ left: z.number().int(), limit: z.number().int(), until: z.string() }) }),
});

export const readAssistantLog = defineEndpoint({
  id: 'readAssistantLog',
  method: 'GET',
  path: '/api/chat/projects/:projectId/log',
  summary:
    'For the owner of a project: what people and agents have had the assistant do, newest first, kept for 365 days also where the conversation was deleted. An entry is an answer with its tools and tokens, or changes that somebody has decided (`message` is null). `before` is the id of the last entry that was read.',
  policy: inProject('audit', 'project'),
  params: z.object({ projectId: z.string() }),
  query: z.object({
    before: z.coerce.number().int().min(0).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** Entries of one person, and from a moment to before another. */
    username: z.string().max(1_000).optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
  }),
  reply: z.object({
    data: z.array(logEntry),
    /** Whoever is in the log. */
    people: z.array(z.string()),
    /** Of models whose price is set: US dollars for a million tokens. */
    prices: z.record(z.string(), z.object({ input: z.number(), output: z.number() })),
  }),
});
