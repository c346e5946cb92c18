import { eq } from '../../../platform/database/drizzle.ts';
import { GromaError, type ProjectId } from '@groma/model';
import { access } from '@groma/protocol';
import { tenants } from '../../../platform/database/tables/index.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listTenants } from '../list-tenants.ts';
import { dissolveTenant } from './dissolve-tenant.ts';
import { readTenant } from './read-tenant.ts';
import { removeMember } from './remove-member.ts';

const done = { status: 'ok' };

/** Calls about tenants and their members (ACC-120). */
export function tenantRoutes(platform: Platform, deleteProject: (projectId: ProjectId) => Promise<void>): Route[] {
  const { database } = platform;
  return [
    route(access.listTenants, async ({ user }) => {
      const { owned, invited } = await listTenants(database, user.id);
      return { data: [...owned, ...invited] };
    }),
    route(access.readTenant, async ({ user, tenant }) => ({ data: await readTenant(database, tenant, user.id) })),
    route(access.renameTenant, async ({ user, tenant, body }) => {
      await database.query.update(tenants).set({ name: body.name }).where(eq(tenants.id, tenant.tenantId));
      const { members: _members, billing: _billing, ...data } = await readTenant(database, tenant, user.id);
      return { data };
    }),
    route(access.removeMember, async ({ tenant, params }) => {
      if (!(await removeMember(platform, tenant.tenantId, params.userId)))
        throw new GromaError('NOT_FOUND', { noun: 'member' });
      return done;
    }),
    route(access.leaveTenant, async ({ user, tenant }) => {
      await removeMember(platform, tenant.tenantId, user.id);
      return done;
    }),
    route(access.dissolveTenant, async ({ tenant, body }) => {
      const [found] = await database.query
        .select({ name: tenants.name })
        .from(tenants)
        .where(eq(tenants.id, tenant.tenantId));
      if (found?.name !== body.name) throw new GromaError('NAME_NOT_REPEATED', { name: found?.name ?? '' });
      await dissolveTenant(platform, tenant.tenantId, deleteProject);
      return done;
    }),
  ];
}
