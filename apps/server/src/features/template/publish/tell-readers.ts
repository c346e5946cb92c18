import { eq } from 'drizzle-orm';
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
  const versions = await query
    .select({ projectId: templateVersions.frozenProjectId })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId));
  for (const { projectId } of versions) await bus.publish('project-access-changed', { projectId });
}
