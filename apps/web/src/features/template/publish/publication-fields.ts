import {
  compareTemplateVersions,
  firstTemplateVersion,
  isTemplateVersion,
  nextTemplateVersion,
  templateProblemsOf,
  tidyTags,
  type AppSetting,
  type TemplateAccess,
  type TemplateCategory,
  type TemplateProblem,
} from '@groma/model';
import type { OwnTemplateReply, TemplatePayload } from '@groma/protocol';

/** What the dialog asks for, beside the picture. */
export interface PublicationFields {
  title: string;
  description: string;
  access: TemplateAccess;
  password: string;
  tags: readonly string[];
  version: string;
  /** Null while nothing was written: what is said of the version already stays. */
  changelog: string | null;
  categories: readonly TemplateCategory[];
  origins: readonly string[];
  /** How readers may run it; null for not at all. */
  app: AppSetting | null;
}

/** Why a person cannot go on: what the model finds, and a version that is out already. */
export type PublicationProblem = TemplateProblem | 'versionTakenError';

/** What stands in the fields at first: the publication there is with its next version, or the name of the thing. */
export function firstFields(found: OwnTemplateReply | null, name: string): PublicationFields {
  return {
    title: found?.title ?? name,
    description: found?.description ?? '',
    access: found?.access ?? 'public',
    password: '',
    tags: found?.tags ?? [],
    version: found ? nextTemplateVersion(found.version) : firstTemplateVersion,
    changelog: null,
    categories: (found?.categories ?? []) as TemplateCategory[],
    origins: found?.embed_origins ?? [],
    app: found?.versions.find(({ version }) => version === found.version)?.app ?? null,
  };
}

/** Whether nothing is frozen anew: the version is the one that is out, and only what is said of it changes. */
export function isDetailsOnly(
  { version }: Pick<PublicationFields, 'version'>,
  found: OwnTemplateReply | null,
): boolean {
  return found !== null && version.trim() === found.version;
}

/** What is said to be new in the version of the fields. */
export function changelogOf({ changelog, version }: PublicationFields, found: OwnTemplateReply | null): string {
  return changelog ?? found?.versions.find((each) => each.version === version.trim())?.changelog ?? '';
}

/** What keeps the fields from being sent, in the order of the form. */
export function publicationProblems(fields: PublicationFields, found: OwnTemplateReply | null): PublicationProblem[] {
  const version = fields.version.trim();
  const problems: PublicationProblem[] = templateProblemsOf({ ...fields, version }, found?.has_password ?? false);
  const isTaken = found !== null && isTemplateVersion(version) && compareTemplateVersions(version, found.version) < 0;
  return isTaken ? [...problems, 'versionTakenError'] : problems;
}

/** What is sent of the fields (PUB-018 to PUB-020, PUB-043). */
export function payloadOf(
  fields: PublicationFields,
  thumbnail: string | null,
  found: OwnTemplateReply | null,
): TemplatePayload {
  const { access, password } = fields;
  const version = fields.version.trim();
  return {
    title: fields.title.trim(),
    description: fields.description,
    access,
    is_public: access === 'public',
    password: access === 'password' && password !== '' ? password : null,
    tags: tidyTags(fields.tags),
    version,
    thumbnail_url: thumbnail,
    categories: [...fields.categories],
    changelog: changelogOf(fields, found).trim(),
    embed_origins: [...fields.origins],
    app: fields.app,
  };
}
