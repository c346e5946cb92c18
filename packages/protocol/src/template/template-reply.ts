import {
  appSetting,
  embedOriginSchema,
  templateAccesses,
  templateCategories,
  templateLimits,
  templateTypes,
  tidyTags,
} from '@groma/model';
import { z } from 'zod';

/** One frozen version of a publication. */
export const templateVersionReply = z.object({
  version: z.string(),
  changelog: z.string(),
  published_at: z.string(),
  /** Name of who published it; null once the account is gone. */
  published_by: z.string().nullable(),
  /** The newest run from its frozen inputs: how many blocks there are, and how many of them differ; null for none. */
  reproduced: z.object({ ran_at: z.string(), cells: z.number().int(), different: z.number().int() }).nullable(),
  /** How its readers may run it; null where they may not. */
  app: appSetting.nullable(),
});

/** A publication as its readers see it. Nothing of its password is ever in a reply (PUB-049). */
export const templateReply = z.object({
  id: z.string(),
  type: z.enum(templateTypes),
  title: z.string(),
  description: z.string(),
  is_public: z.boolean(),
  access: z.enum(templateAccesses),
  tags: z.array(z.string()),
  /** The newest one. */
  version: z.string(),
  /** Where its picture is: a path of this server, or the address that its author gave; null for none. */
  thumbnail_url: z.string().nullable(),
  categories: z.array(z.string()),
  author: z.object({ username: z.string(), name: z.string() }).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Path of its page in the hub, without the language in front: `/hub/maps/{id}`. */
  path: z.string(),
  /** How many workspaces were made of it. */
  uses: z.number().int(),
});
export type TemplateReply = z.output<typeof templateReply>;

/** The same for those who may change it. */
export const ownTemplateReply = templateReply.extend({
  has_password: z.boolean(),
  /** Origins whose pages may frame it; empty: none. */
  embed_origins: z.array(z.string()),
  versions: z.array(templateVersionReply),
});
export type OwnTemplateReply = z.output<typeof ownTemplateReply>;

/**
 * What is sent to publish something or to change its publication (PUB-043). Without `access` it is `public` where
 * `is_public` says so, `password` where there is one, else `restricted` (PUB-018 to PUB-020).
 */
export const templatePayload = z.object({
  title: z.string().max(templateLimits.titleCharacters),
  description: z.string().max(templateLimits.descriptionCharacters).default(''),
  is_public: z.boolean().default(false),
  access: z.enum(templateAccesses).optional(),
  /** Left out, null or empty: the one there is stays, where access is by password. */
  password: z.string().max(200).nullish(),
  tags: z.array(z.string().max(templateLimits.tagCharacters)).max(templateLimits.tags).default([]).transform(tidyTags),
  version: z.string().max(40),
  thumbnail_url: z.string().max(2_000).nullish(),
  categories: z.array(z.enum(templateCategories)).max(templateCategories.length),
  /** What is new in this version. Left out: what is said of it already stays. */
  changelog: z.string().max(templateLimits.changelogCharacters).optional(),
  embed_origins: z.array(embedOriginSchema).max(templateLimits.embedOrigins).default([]),
  /** How readers of the new version may run it, null for not at all. Left out: as with the version before. */
  app: appSetting.nullish(),
});
export type TemplatePayload = z.input<typeof templatePayload>;

/** Something that a publication would show, by name. */
const exposed = z.object({ name: z.string(), detail: z.string().optional() });

/** What a publication would show to its readers, and what keeps it from being made. */
export const templateExposure = z.object({
  maps: z.array(exposed),
  /**
   * `is_filtered`: readers get features that its filter hides, too; `lost_joins`: the names of layers whose columns it
   * shows and readers don't get, as those layers are left out.
   */
  layers: z.array(exposed.extend({ is_filtered: z.boolean().optional(), lost_joins: z.array(z.string()).optional() })),
  /** Maps whose stories can be read. */
  stories: z.array(exposed),
  notebooks: z.array(exposed),
  files: z.array(exposed),
  /** SQL statements that can be read. */
  queries: z.array(exposed),
  /** Cells whose outputs can be seen. */
  outputs: z.array(exposed),
  workflows: z.array(exposed),
  databases: z.array(exposed),
  /** Names of people that appear: its author, and who is named in what is copied. */
  people: z.array(exposed),
  /** Secrets and private files: while there is one, nothing is published. */
  refused: z.array(
    z.object({
      /** Where it is: a file, or the cell of a notebook. */
      name: z.string(),
      reason: z.enum(['private-file', 'private-key', 'access-token', 'password-in-address', 'cloud-key']),
    }),
  ),
});
export type TemplateExposure = z.output<typeof templateExposure>;
