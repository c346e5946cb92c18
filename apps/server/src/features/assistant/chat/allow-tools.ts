import { eq } from '../../../platform/database/drizzle.ts';
import { getToolName, isToolUIPart, type UIMessage } from 'ai';
import { consentScope, type AllowedTool } from '@groma/model';
import type { Database } from '../../../platform/database/database.ts';
import { notebooks, workflows } from '../../../platform/database/tables/index.ts';

type Queries = Database['query'];

/** What the calls that `approvals` name allow for the whole conversation. */
export async function toolsAllowedBy(
  query: Queries,
  parts: readonly Record<string, unknown>[],
  approvals: ReadonlySet<string>,
): Promise<AllowedTool[]> {
  const scopes = (parts as unknown as UIMessage['parts']).flatMap((part) => {
    if (!isToolUIPart(part) || !part.approval || !approvals.has(part.approval.id)) return [];
    return consentScope(getToolName(part), part.input) ?? [];
  });
  return Promise.all(scopes.map(async (scope) => ({ ...scope, name: await nameOf(query, scope.on) })));
}

/** What people call a thing, as far as records say; else its id, and nothing for a kind of things. */
async function nameOf(query: Queries, on: string): Promise<string> {
  const [kind = '', id] = on.split(/:(.*)/s);
  if (id === undefined) return '';
  const table = { notebook: notebooks, workflow: workflows }[kind];
  const [row] = table ? await query.select({ name: table.name }).from(table).where(eq(table.id, id)) : [];
  return row?.name ?? id;
}
