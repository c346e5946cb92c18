import { eq } from '../../platform/database/drizzle.ts';
import { defaultMachineType, GromaError, isLive, selectableMachineProfiles } from '@groma/model';
import { machine } from '@groma/protocol';
import { machines } from '../../platform/database/tables/index.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { planTypes, profilesFor } from './machine-profiles.ts';
import type { MachineRegistry } from './machine-registry.ts';

/** Calls that start, stop and read the machine of a project (KRN-013). */
export function machineRoutes({ database }: Platform, registry: MachineRegistry): Route[] {
  const { query } = database;
  return [
    route(machine.readMachine, async ({ projectId, projectAccess }) => {
      const report = registry.report(projectId);
      const { profiles, defaultProfileId } = await profilesFor(database, projectId, projectAccess.tenantId);
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
      const types = await planTypes(database, projectAccess.tenantId);
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
