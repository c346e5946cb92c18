import { eq } from '../database/drizzle.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import { projects } from '../database/tables/index.ts';

/**
 * Has all processes look again at who may do what in the projects of a tenant: its members or its plan have changed.
 */
export async function publishTenantChange(
  { database, bus }: { database: Database; bus: Bus },
  tenantId: string,
): Promise<void> {
  const rows = await database.query
    .select({ projectId: projects.id })
    .from(projects)
    .where(eq(projects.tenantId, tenantId));
  for (const { projectId } of rows) await bus.publish('project-access-changed', { projectId });
}
