import {
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from '../drizzle-pg.ts';
import type {
  AllowedTool,
  ChangeKind,
  ChangeState,
  CodeCheck,
  LoggedCall,
  LoggedChange,
  MessageState,
} from '@groma/model';
import { accessTokens, projects, tenants, users } from './access.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Any JSON as it is: `jsonb` of the library reads texts as JSON once more, which some are: `42`, or a file. */
const exactJson = customType<{ data: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

/**
 * Conversations with the assistant, each of one person in one project; and what an outside agent proposes there with a
 * token of that person.
 */
export const chatThreads = pgTable(
  'chat_threads',
  {
    id: text().primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** Set where an outside agent writes here: the name of its token, which stays when that is revoked. */
    agent: text(),
    tokenId: text('token_id').references(() => accessTokens.id, { onDelete: 'set null' }),
    isShared: boolean('is_shared').notNull().default(false),
    /** What runs without asking. */
    allowedTools: jsonb('allowed_tools').$type<AllowedTool[]>().notNull().default([]),
    /** The last message of the branch that is shown. */
    leaf: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('chat_threads_project').on(table.projectId, table.userId),
    uniqueIndex('chat_threads_token').on(table.projectId, table.tokenId),
  ],
);

/** Messages of conversations, in a tree: those of one parent are branches. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    threadId: text('thread_id')
      .notNull()
      .references(() => chatThreads.id, { onDelete: 'cascade' }),
    /** Chosen by the page that asks; one of its thread. */
    id: text().notNull(),
    ordinal: bigserial({ mode: 'number' }).notNull(),
    parent: text(),
    role: text().$type<'user' | 'assistant'>().notNull(),
    /** Parts of the AI SDK's UI messages. */
    parts: jsonb().$type<Record<string, unknown>[]>().notNull(),
    attachments: jsonb().$type<Record<string, string>[]>().notNull().default([]),
    model: text(),
    state: text().$type<MessageState>().notNull(),
    error: text(),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    isAnalyst: boolean('is_analyst').notNull().default(false),
    /** What was sent to the model last, as text. */
    prompt: text(),
    /** Until when whoever writes it has said that it does; null where nobody writes. */
    writtenUntil: moment('written_until'),
    /** Set where a person wants no more of it. */
    stopAskedAt: moment('stop_asked_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.threadId, table.id] }),
    index('chat_messages_order').on(table.threadId, table.ordinal),
  ],
);

/** Pieces of the stream of an answer that is being written, for pages that come back to it. */
export const chatPieces = pgTable(
  'chat_pieces',
  {
    threadId: text('thread_id')
      .notNull()
      .references(() => chatThreads.id, { onDelete: 'cascade' }),
    messageId: text('message_id').notNull(),
    ordinal: integer().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.threadId, table.messageId, table.ordinal] })],
);

/** What turns of the assistant change, proposed or done. */
export const chatChanges = pgTable(
  'chat_changes',
  {
    id: text().primaryKey(),
    ordinal: bigserial({ mode: 'number' }).notNull(),
    threadId: text('thread_id')
      .notNull()
      .references(() => chatThreads.id, { onDelete: 'cascade' }),
    messageId: text('message_id').notNull(),
    kind: text().$type<ChangeKind>().notNull(),
    title: text().notNull(),
    target: jsonb().$type<Record<string, string>>().notNull(),
    before: exactJson(),
    after: exactJson(),
    language: text(),
    state: text().$type<ChangeState>().notNull(),
    check: text().$type<CodeCheck>(),
    problem: text(),
    /** What reverting needs besides, as the kind writes it when it applies. */
    applied: jsonb(),
    createdAt: moment('created_at').notNull().defaultNow(),
    decidedAt: moment('decided_at'),
  },
  (table) => [index('chat_changes_thread').on(table.threadId, table.ordinal)],
);

/** Queries of Pro models, by workspace and month (`2026-11`, in UTC). */
export const proQueries = pgTable(
  'pro_queries',
  {
    tenantId: text('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    month: text().notNull(),
    used: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.month] })],
);

/**
 * What people and agents have had the assistant do in a project, for its owner. Conversations and messages that it
 * names may be gone: deleting them takes nothing away here.
 */
export const assistantLog = pgTable(
  'assistant_log',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    threadId: text('thread_id').notNull(),
    /** The answer; null where changes were decided. */
    messageId: text('message_id'),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Stays when the account is gone. */
    username: text().notNull(),
    /** The name of the token by which an agent called. */
    agent: text(),
    model: text(),
    state: text().$type<MessageState>().notNull(),
    isAnalyst: boolean('is_analyst').notNull().default(false),
    calls: jsonb().$type<LoggedCall[]>().notNull().default([]),
    /** Changes that were decided. */
    changes: jsonb().$type<LoggedChange[]>().notNull().default([]),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('assistant_log_project').on(table.projectId, table.id),
    index('assistant_log_age').on(table.createdAt),
    uniqueIndex('assistant_log_message').on(table.threadId, table.messageId),
  ],
);
