import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from '../drizzle-pg.ts';
import type { Plan, AccessLevel, ShareRole, TokenScope } from '@groma/model';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** People. The columns of the sign-in library keep its names. */
export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    username: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    isStaff: boolean('is_staff').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('users_email').on(table.email), uniqueIndex('users_username').on(table.username)],
);

export const sessions = pgTable('sessions', {
  id: text().primaryKey(),
  token: text().notNull().unique(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Ways a person signs in; passwords as argon2id hashes. */
export const accounts = pgTable('accounts', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: moment('access_token_expires_at'),
  refreshTokenExpiresAt: moment('refresh_token_expires_at'),
  scope: text(),
  password: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const verifications = pgTable('verifications', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').defaultNow(),
  updatedAt: moment('updated_at').defaultNow(),
});

/** Counted attempts, by what is tried and from where, in windows. */
export const attempts = pgTable('attempts', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
});

export const tenants = pgTable('tenants', {
  id: text().primaryKey(),
  name: text().notNull(),
  ownerId: text('owner_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  plan: jsonb().$type<Plan>(),
  planStartsAt: moment('plan_starts_at'),
  planEndsAt: moment('plan_ends_at'),
});

export const tenantMembers = pgTable(
  'tenant_members',
  {
    tenantId: text('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    joinedAt: moment('joined_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const projects = pgTable('projects', {
  id: text().primaryKey(),
  name: text().notNull(),
  creatorId: text('creator_id')
    .notNull()
    .references(() => users.id),
  tenantId: text('tenant_id')
    .notNull()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  generalAccess: text('general_access').$type<AccessLevel>().notNull().default('RESTRICTED'),
  tenantAccess: text('tenant_access').$type<AccessLevel>().notNull().default('RESTRICTED'),
  showCursors: boolean('show_cursors').notNull().default(true),
  /**
   * Set of the frozen project of a publication: the id of its template, which alone says who reads it. Nobody changes
   * it, and no list of projects has it. Once the template is gone nobody reads it either, and it is swept.
   */
  publishedAs: text('published_as'),
  /**
   * Set beside it of a copy of such a project in which an operation works for this person: nobody else has a role
   * there, and it goes when the operation ends.
   */
  scratchFor: text('scratch_for'),
  /** Made as the sample that a new person finds. */
  isSample: boolean('is_sample').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const projectShares = pgTable(
  'project_shares',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text().$type<ShareRole>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.userId] })],
);

/** Invitations to a tenant, or to a project of it. Of its token only the hash is kept. */
export const invitations = pgTable(
  'invitations',
  {
    id: text().primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    tenantId: text('tenant_id')
      .notNull()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    /** Null for an invitation to the tenant itself. */
    projectId: text('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    role: text().$type<ShareRole>(),
    /** Address it is for, in lower case; null for a link. */
    email: text(),
    isReusable: boolean('is_reusable').notNull().default(false),
    uses: integer().notNull().default(0),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
    declinedAt: moment('declined_at'),
  },
  (table) => [index('invitations_tenant').on(table.tenantId), index('invitations_project').on(table.projectId)],
);

/** Apps that may ask people for access; a client proves nothing by its id. */
export const oauthClients = pgTable('oauth_clients', {
  id: text().primaryKey(),
  name: text().notNull(),
  redirectUris: jsonb('redirect_uris').$type<string[]>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/**
 * Personal access tokens, and what people have granted to apps; of the text only a hash is kept. One that is limited
 * to a project goes with it.
 */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    hash: text().notNull(),
    ending: text().notNull(),
    scope: text().$type<TokenScope>().notNull(),
    projectId: text('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    lastUsedAt: moment('last_used_at'),
    /** The app that keeps it; null for one that its person keeps. */
    clientId: text('client_id').references(() => oauthClients.id, { onDelete: 'cascade' }),
    /** Until when the text of an app's token is good: it then asks for another. */
    textEndsAt: moment('text_ends_at'),
  },
  (table) => [uniqueIndex('access_tokens_hash').on(table.hash), index('access_tokens_user').on(table.userId)],
);

/** Codes by which a consent becomes tokens. They are kept after that, to know one that comes again. */
export const oauthCodes = pgTable('oauth_codes', {
  hash: text().primaryKey(),
  clientId: text('client_id')
    .notNull()
    .references(() => oauthClients.id, { onDelete: 'cascade' }),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  redirectUri: text('redirect_uri').notNull(),
  challenge: text().notNull(),
  scope: text().$type<TokenScope>().notNull(),
  projectId: text('project_id').references(() => projects.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  /** The grant that it has brought. */
  tokenId: text('token_id').references(() => accessTokens.id, { onDelete: 'set null' }),
});

/** Refresh tokens, good once. */
export const oauthRefreshTokens = pgTable(
  'oauth_refresh_tokens',
  {
    hash: text().primaryKey(),
    tokenId: text('token_id')
      .notNull()
      .references(() => accessTokens.id, { onDelete: 'cascade' }),
    usedAt: moment('used_at'),
  },
  (table) => [index('oauth_refresh_tokens_token').on(table.tokenId)],
);
