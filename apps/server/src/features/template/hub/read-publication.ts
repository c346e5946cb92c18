import { GromaError, isId, type UserId } from '@groma/model';
import type { FrozenContent, OwnTemplateReply, TemplateReply } from '@groma/protocol';
import { mayReadPublication, nobody, type Visitor } from '../../../platform/access/visitor.ts';
import { presentSummary } from '../reproduce/reproduction-records.ts';
import { hubPath, presentTemplate } from './present-template.ts';
import type { FoundTemplate, TemplateRecords } from './template-records.ts';

/** Who reads publications: a person or nobody, and what they have unlocked. */
export interface Reader {
  userId: UserId;
  visitor: Visitor;
}

/** Someone without a session who has unlocked nothing: what they read, anyone may. */
export const anybody: Reader = { userId: nobody, visitor: { hasUnlocked: () => false } };

/**
 * A version of a publication, as `readTemplate` replies it; `shown` is the version that is meant, `shownId` its record.
 */
export interface Publication extends TemplateReply {
  versions: OwnTemplateReply['versions'];
  content: FrozenContent;
  made_from: { title: string; version: string; path: string | null } | null;
  shown: string;
  shownId: string;
}

/**
 * The row of a publication that a reader may read.
 * @throws GromaError NOT_FOUND, also where there is one that is not for them; PASSWORD_REQUIRED.
 */
export async function requireTemplate(
  records: TemplateRecords,
  templateId: string,
  { userId, visitor }: Reader,
): Promise<FoundTemplate> {
  const found = isId(templateId) ? await records.find(templateId, userId) : undefined;
  if (!found) throw new GromaError('NOT_FOUND', { noun: 'publication' });
  if (!mayReadPublication(found.template, found, visitor))
    throw found.template.access === 'password'
      ? new GromaError('PASSWORD_REQUIRED')
      : new GromaError('NOT_FOUND', { noun: 'publication' });
  return found;
}

/**
 * A publication with its versions, and what is in one of them, the newest where none is named.
 * @throws GromaError as `requireTemplate`; NOT_FOUND where there is no such version.
 */
export async function readPublication(
  records: TemplateRecords,
  templateId: string,
  version: string | undefined,
  reader: Reader,
): Promise<Publication> {
  const found = await requireTemplate(records, templateId, reader);
  const versions = await records.versions(templateId);
  const shown = versions.find((each) => each.version === (version ?? found.template.version));
  if (!shown) throw new GromaError('NOT_FOUND', { noun: 'version' });
  const [content, madeFrom] = await Promise.all([
    records.content(shown.frozenProjectId),
    // What is public is kept for all: it tells each reader no more than anybody.
    readMadeFrom(records, found.template.projectId, found.template.access === 'public' ? anybody : reader),
  ]);
  return {
    ...presentTemplate(found),
    versions: versions.map((each) => ({
      version: each.version,
      changelog: each.changelog,
      published_at: each.publishedAt.toISOString(),
      published_by: each.publisher,
      reproduced: presentSummary(each.reproduction),
      app: each.app,
    })),
    content: { project_id: shown.frozenProjectId, content_id: shown.contentId, ...content },
    made_from: madeFrom,
    shown: shown.version,
    shownId: shown.id,
  };
}

/** The lineage of a publication, told to those who may read where it leads: nobody else learns how that is called. */
async function readMadeFrom(
  records: TemplateRecords,
  projectId: string,
  reader: Reader,
): Promise<Publication['made_from']> {
  const source = await records.source(projectId);
  if (!source) return null;
  const found = await requireTemplate(records, source.templateId, reader).catch((error: unknown) => {
    if (error instanceof GromaError) return undefined;
    throw error;
  });
  return found ? { title: source.title, version: source.version, path: hubPath(found.template) } : null;
}
