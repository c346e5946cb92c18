import { effectOf, GromaError, parameterSchema, splitStatements, type ToolField } from '@groma/model';
import { projectTool, type OfferedTool } from '@groma/protocol';
import { z } from 'zod';
import { isAllowed } from '../../platform/access/project-access.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProjectTool, ProjectTools } from './project-tools.ts';

/** Calls that list, offer and withdraw the tools that people have made. */
export function projectToolRoutes({ bus }: Platform, tools: ProjectTools): Route[] {
  const announce = (projectId: string): Promise<void> => bus.publish('tools-changed', { projectId });
  return [
    route(projectTool.listProjectTools, async ({ projectId, projectAccess }) => {
      const mayReadQueries = isAllowed(projectAccess, 'read', 'database');
      const found = await tools.list(projectId);
      const mayReadWorkflows = isAllowed(projectAccess, 'read', 'workflow');
      const mayRead = { notebook: true, query: mayReadQueries, workflow: mayReadWorkflows };
      return { data: found.filter(({ source }) => mayRead[source.kind]).map(present) };
    }),
    route(projectTool.offerNotebook, async ({ params: { notebookId }, projectId, user, body }) => {
      const made = await tools.offerNotebook({ projectId, userId: user.id, notebookId }, body);
      await announce(projectId);
      return { data: present(made) };
    }),
    route(projectTool.withdrawNotebook, async ({ params: { notebookId }, projectId }) => {
      await tools.withdrawNotebook(notebookId);
      await announce(projectId);
      return { status: 'ok' as const };
    }),
    route(projectTool.offerWorkflow, async ({ params: { workflowId }, projectId, user, body }) => {
      const made = await tools.offerWorkflow({ projectId, userId: user.id, workflowId }, body);
      await announce(projectId);
      return { data: present(made) };
    }),
    route(projectTool.withdrawWorkflow, async ({ params: { workflowId }, projectId }) => {
      await tools.withdrawWorkflow(workflowId);
      await announce(projectId);
      return { status: 'ok' as const };
    }),
    route(projectTool.offerQuery, async ({ params: { databaseId }, projectId, user, body }) => {
      requireReading(body.query, body.fields);
      const made = await tools.offerQuery({ projectId, userId: user.id, databaseId }, body);
      await announce(projectId);
      return { data: present(made) };
    }),
    route(projectTool.changeQueryTool, async ({ params: { databaseId, queryId }, projectId, body }) => {
      requireReading(body.query, body.fields);
      const made = await tools.changeQuery(databaseId, queryId, body);
      await announce(projectId);
      return { data: present(made) };
    }),
    route(projectTool.withdrawQuery, async ({ params: { databaseId, queryId }, projectId }) => {
      await tools.withdrawQuery(databaseId, queryId);
      await announce(projectId);
      return { status: 'ok' as const };
    }),
  ];
}

/** A tool may be run twice, after a kill: what it is made of must change nothing. @throws GromaError BAD_INPUT */
function requireReading(query: string, fields: readonly ToolField[]): void {
  const statements = splitStatements(query);
  if (statements.length === 0) throw new GromaError('QUERY_EMPTY');
  const writing = statements.find(({ text }) => effectOf(text) !== 'none');
  if (writing)
    throw new GromaError('BAD_INPUT', {
      detail: `query: a tool reads, and “${writing.text.slice(0, 60)}” changes something.`,
    });
  const [twice] = fields.filter(({ name }, at) => fields.findIndex((each) => each.name === name) !== at);
  if (twice) throw new GromaError('BAD_INPUT', { detail: `fields: “${twice.name}” is there twice.` });
}

function present({ definition, version, source }: ProjectTool): OfferedTool {
  const { id, name, help, own, fields, outputs = [], uses = [] } = definition;
  return {
    id,
    title: name,
    description: help,
    heading: own!.heading,
    notebook_id: source.kind === 'notebook' ? source.notebookId : null,
    database_id: source.kind === 'query' ? source.databaseId : null,
    workflow_id: source.kind === 'workflow' ? source.workflowId : null,
    query: source.kind === 'query' ? source.query : null,
    fields: fields.map((field) => ({ ...field })),
    ...(source.kind === 'workflow' && { outputs: [...outputs], uses: [...uses] }),
    version,
    parameters: z.toJSONSchema(parameterSchema(definition), { io: 'input' }) as Record<string, unknown>,
  };
}
