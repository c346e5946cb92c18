import { eq } from 'drizzle-orm';
import { defaultMachineType, GromaError, isLive, selectableMachineProfiles, type ProjectId } from '@groma/model';
import { machine } from '@groma/protocol';
import { machines, tenants } from '../../platform/database/tables/index.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MachineRegistry } from './machine-registry.ts';

/** Calls that start, stop and read the machine of a project (KRN-013). */
export function machineRoutes({ database: { query } }: Platform, registry: MachineRegistry): Route[] {
  const planTypes = async (tenantId: string): Promise<readonly string[] | undefined> => {
    const [tenant] = await query.select({ plan: tenants.plan }).from(tenants).where(eq(tenants.id, tenantId));
    return tenant?.plan?.features.cpu_machine_types;
  };
  const lastProfile = async (projectId: ProjectId): Promise<string | undefined> => {
    const [row] = await query
      .select({ profile: machines.profile })
      .from(machines)
      .where(eq(machines.projectId, projectId));
    return row?.profile;
  };
  return [
    route(machine.readMachine, async ({ projectId, projectAccess }) => {
      const report = registry.report(projectId);
      const types = await planTypes(projectAccess.tenantId);
      const profiles = selectableMachineProfiles(types).map(({ id }) => id);
      const last = await lastProfile(projectId);
      const defaultProfileId = last !== undefined && profiles.includes(last) ? last : defaultMachineType(types);
      return {
        data: {
          ...report,
          profileId: isLive(report.status) ? report.profileId : defaultProfileId,
          profiles,
          defaultProfileId,
          host: registry.host,
        },
      };
    }),
    route(machine.startMachine, async ({ projectId, projectAccess, body }) => {
      const types = await planTypes(projectAccess.tenantId);
      const profile = body?.profile ?? defaultMachineType(types);
      if (!selectableMachineProfiles(types).some(({ id }) => id === profile))
        throw new GromaError('MACHINE_PROFILE_REFUSED', { profile });
      const report = await registry.start(projectId, profile);
      const kept = {
        profile: report.profileId,
        status: report.status,
        startedAt: report.startedAt === null ? null : new Date(report.startedAt),
      };
      await query
        .insert(machines)
        .values({ projectId, ...kept })
        .onConflictDoUpdate({ target: machines.projectId, set: kept });
      return { data: report };
    }),
    route(machine.stopKernel, async ({ projectId, params: { notebookId, language } }) => {
      await registry.endKernel(projectId, notebookId, language);
      return { data: registry.report(projectId) };
    }),
    route(machine.stopMachine, async ({ projectId }) => {
      const report = await registry.stop(projectId);
      await query
        .update(machines)
        .set({ status: report.status, startedAt: null })
        .where(eq(machines.projectId, projectId));
      return { data: report };
    }),
  ];
}
