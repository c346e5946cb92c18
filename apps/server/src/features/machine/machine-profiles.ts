import { eq } from '../../platform/database/drizzle.ts';
import { defaultMachineType, selectableMachineProfiles, type ProjectId } from '@groma/model';
import type { Database } from '../../platform/database/database.ts';
import { machines, projects, tenants } from '../../platform/database/tables/index.ts';
import type { MachineRegistry } from './machine-registry.ts';

/** The machine types of a tenant's plan; undefined where it names none. */
export async function planTypes({ query }: Database, tenantId: string): Promise<readonly string[] | undefined> {
  const [tenant] = await query.select({ plan: tenants.plan }).from(tenants).where(eq(tenants.id, tenantId));
  return tenant?.plan?.features.cpu_machine_types;
}

/** Profiles that a project may choose among, and the one to begin with: the last that it had, where that is one. */
export async function profilesFor(
  database: Database,
  projectId: ProjectId,
  tenantId: string,
): Promise<{ profiles: string[]; defaultProfileId: string }> {
  const types = await planTypes(database, tenantId);
  const profiles = selectableMachineProfiles(types).map(({ id }) => id);
  const [row] = await database.query
    .select({ profile: machines.profile })
    .from(machines)
    .where(eq(machines.projectId, projectId));
  const last = row?.profile;
  return {
    profiles,
    defaultProfileId: last !== undefined && profiles.includes(last) ? last : defaultMachineType(types),
  };
}

/** Starts a machine for one project of the size that another has, or would have. */
export async function startMachineLike(
  database: Database,
  registry: MachineRegistry,
  { projectId, like }: { projectId: ProjectId; like: ProjectId },
): Promise<void> {
  const [row] = await database.query
    .select({ tenantId: projects.tenantId })
    .from(projects)
    .where(eq(projects.id, like));
  const running = registry.running().find((report) => report.projectId === like);
  const profile = running?.profileId ?? (row && (await profilesFor(database, like, row.tenantId)).defaultProfileId);
  await registry.start(projectId, profile);
}
