import { parseArgs } from 'node:util';
import { eq } from '../../../platform/database/drizzle.ts';
import { verifyPlan, type Plan } from '@groma/model';
import { publishTenantChange } from '../../../platform/access/publish-tenant-change.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Database } from '../../../platform/database/database.ts';
import { tenants, users } from '../../../platform/database/tables/index.ts';

type Tenant = typeof tenants.$inferSelect;

const planUsage = [
  'npm run plan -- list',
  'npm run plan -- show OWNER',
  'npm run plan -- set OWNER [--active yes|no] [--ends YYYY-MM-DD|never] [--projects N] [--queries N] [--machines A,B] [--project-storage GB] [--tenant-storage GB]',
  'npm run plan -- remove OWNER',
  '',
  'OWNER is the email address of the owner of the organisation. --ends is the last day, in UTC. Anything not given stays as it is.',
].join('\n');

const options = {
  active: { type: 'string' },
  ends: { type: 'string' },
  projects: { type: 'string' },
  queries: { type: 'string' },
  machines: { type: 'string' },
  'project-storage': { type: 'string' },
  'tenant-storage': { type: 'string' },
} as const;
type Values = Partial<Record<keyof typeof options, string>>;

/**
 * Reads or changes the plan of a tenant, for whoever runs the server. People who work there are told at once: `bus`
 * reaches the running server. Answers lines to print. @throws Error with a line that says what is wrong.
 */
export async function runPlanCommand(words: string[], database: Database, bus: Bus): Promise<string> {
  const {
    values,
    positionals: [verb = '', owner, ...rest],
  } = parseArgs({ args: words, options, allowPositionals: true });
  if (verb === 'list' && owner === undefined) return listPlans(database);
  if (!['show', 'set', 'remove'].includes(verb) || owner === undefined || rest.length > 0) throw new Error(planUsage);
  const tenant = await ownedBy(database, owner);
  if (verb === 'set')
    await write(database, tenant, {
      plan: planWith(tenant.plan, values),
      ...(values.ends !== undefined && { planEndsAt: readEnd(values.ends) }),
      ...(!tenant.plan && { planStartsAt: new Date() }),
    });
  if (verb === 'remove') await write(database, tenant, { plan: null, planStartsAt: null, planEndsAt: null });
  if (verb !== 'show') await publishTenantChange({ database, bus }, tenant.id);
  return describe(await ownedBy(database, owner), owner);
}

async function listPlans({ query }: Database): Promise<string> {
  const rows = await query
    .select({ tenant: tenants, email: users.email })
    .from(tenants)
    .innerJoin(users, eq(users.id, tenants.ownerId))
    .orderBy(users.email);
  return rows.map(({ tenant, email }) => describe(tenant, email)).join('\n') || 'There are no organisations yet.';
}

async function ownedBy({ query }: Database, owner: string): Promise<Tenant> {
  const [row] = await query
    .select({ tenant: tenants })
    .from(tenants)
    .innerJoin(users, eq(users.id, tenants.ownerId))
    .where(eq(users.email, owner.toLowerCase()));
  if (!row) throw new Error(`Nobody with the address ${owner} owns an organisation.`);
  return row.tenant;
}

async function write({ query }: Database, { id }: Tenant, values: Partial<Tenant>): Promise<void> {
  await query.update(tenants).set(values).where(eq(tenants.id, id));
}

function planWith(
  plan: Plan | null,
  { active, projects, queries, machines, 'project-storage': projectStorage, 'tenant-storage': tenantStorage }: Values,
): Plan {
  if (active !== undefined && active !== 'yes' && active !== 'no')
    throw new Error(`--active is yes or no, not ${active}.`);
  return {
    is_active: active === undefined ? (plan?.is_active ?? true) : active === 'yes',
    features: {
      ...plan?.features,
      ...(projects !== undefined && { project_number: readCount('--projects', projects) }),
      ...(queries !== undefined && { gaia_pro_queries: readCount('--queries', queries) }),
      ...(machines !== undefined && {
        cpu_machine_types: machines
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean),
      }),
      ...(projectStorage !== undefined && { project_storage_gb: readCount('--project-storage', projectStorage) }),
      ...(tenantStorage !== undefined && { tenant_storage_gb: readCount('--tenant-storage', tenantStorage) }),
    },
  };
}

function readCount(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || text.trim() === '')
    throw new Error(`${name} is a whole number, not ${text}.`);
  return number;
}

function readEnd(text: string): Date | null {
  if (text === 'never') return null;
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw new Error(`--ends is a day like 2027-12-31, or never, not ${text}.`);
  return day;
}

function describe({ name, plan, planEndsAt }: Tenant, owner: string): string {
  const state = { NO_ERROR: 'active', NO_PLAN: 'no plan', PLAN_EXPIRED: plan?.is_active ? 'expired' : 'inactive' }[
    verifyPlan(plan, planEndsAt, new Date())
  ];
  const parts = Object.entries(plan?.features ?? {}).map(
    ([feature, value]) => `${feature}=${Array.isArray(value) ? value.join(',') : value}`,
  );
  return [
    owner,
    `"${name}"`,
    state,
    ...(plan ? [`ends ${planEndsAt?.toISOString().slice(0, 10) ?? 'never'}`, ...parts] : []),
  ].join('  ');
}
