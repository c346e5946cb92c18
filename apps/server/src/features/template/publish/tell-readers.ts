import { eq } from '../../../platform/database/drizzle.ts';
import { templateVersions } from '../../../platform/database/tables/index.ts';
import type { Platform } from '../../../platform/platform.ts';

/**
 * Who reads a publication may have another right now, and reads something else by the same address: what they have open
 * is looked at, and what is kept of it goes.
 */
export async function tellReaders(
  { database: { query }, bus }: Pick<Platform, 'database' | 'bus'>,
  templateId: string,
): Promise<void> {
  await tellOf({ bus }, await frozenProjectsOf(query, templateId));
}

/** The same of projects that a publication had. */
export async function tellOf({ bus }: Pick<Platform, 'bus'>, projectIds: readonly string[]): Promise<void> {
  for (const projectId of projectIds) await bus.publish('project-access-changed', { projectId });
}

/** Ids of the frozen projects of all versions. */
export async function frozenProjectsOf(
  query: Pick<Platform['database']['query'], 'select'>,
  templateId: string,
): Promise<string[]> {
  const rows = await query
    .select({ projectId: templateVersions.frozenProjectId })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId));
  return rows.map(({ projectId }) => projectId);
}
