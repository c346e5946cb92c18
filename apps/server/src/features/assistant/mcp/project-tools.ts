import { newId } from '@groma/model';
import { map, notebook, operation, origin, project, workflow } from '@groma/protocol';
import { z } from 'zod';
import { projectField } from './data-tools.ts';
import { mcpTool, type McpTool } from './mcp-tool.ts';
import { readableNotebook } from './readable-notebook.ts';
import { waitForOperation } from './watch-operation.ts';

const ofProject = z.object({ project: projectField });

/** The projects a token opens: those of its person, or the one that it is limited to. */
export function listProjects(onlyProjectId: string | null): McpTool {
  return mcpTool({
    name: 'list_projects',
    description: 'List the projects that this access token opens, with the role of its user in each.',
    isReading: true,
    input: z.object({}),
    run: async (_nothing, { client, signal }) => {
      const found =
        onlyProjectId === null
          ? (await client.call(project.listProjects, { signal })).data
          : [(await client.call(project.readProject, { params: { id: onlyProjectId }, signal })).data];
      return found.map(({ id, name, role, tenant_name: organisation, updated_at }) => ({
        id,
        name,
        role,
        organisation,
        updated_at,
      }));
    },
  });
}

/** Tools about maps, notebooks, workflows, operations and origins of a project. */
export const projectTools: readonly McpTool[] = [
  mcpTool({
    name: 'list_maps',
    description: 'List the maps of a project, last edited first.',
    isReading: true,
    input: ofProject,
    run: async ({ project: projectId }, { client, signal }) =>
      (await client.call(map.listMaps, { params: { projectId }, signal })).data,
  }),
  mcpTool({
    name: 'read_map',
    description: 'Read the layers of a map with their styles, and the view it opens with.',
    isReading: true,
    input: ofProject.extend({ map: z.string().describe('Id of the map.') }),
    run: async ({ project: projectId, map: mapId }, { client, signal }) => {
      const [{ data: about }, { data: state }] = await Promise.all([
        client.call(map.readMap, { params: { projectId, mapId }, signal }),
        client.call(map.readMapState, { query: { map_id: mapId, project_id: projectId }, signal }),
      ]);
      return { ...about, ...state };
    },
  }),
  mcpTool({
    name: 'list_notebooks',
    description: 'List the notebooks of a project, last edited first.',
    isReading: true,
    input: ofProject,
    run: async ({ project: projectId }, { client, signal }) =>
      (await client.call(notebook.listNotebooks, { params: { projectId }, signal })).data,
  }),
  mcpTool({
    name: 'read_notebook',
    description: 'Read the cells of a notebook and what they have printed; long outputs keep their beginning and end.',
    isReading: true,
    input: ofProject.extend({ notebook: z.string().describe('Id of the notebook.') }),
    run: async ({ project: projectId, notebook: notebookId }, { client, signal }) => {
      const answer = await client.open(notebook.downloadNotebook, { params: { projectId, notebookId }, signal });
      return readableNotebook(await answer.json());
    },
  }),
  mcpTool({
    name: 'list_workflows',
    description: 'List the workflows of a project, last edited first.',
    isReading: true,
    input: ofProject,
    run: async ({ project: projectId }, { client, signal }) =>
      (await client.call(workflow.listWorkflows, { params: { projectId }, signal })).data,
  }),
  mcpTool({
    name: 'read_workflow',
    description: 'Read the nodes, connections and parameters of a workflow.',
    isReading: true,
    input: ofProject.extend({ workflow: z.string().describe('Id of the workflow.') }),
    run: async ({ project: projectId, workflow: workflowId }, { client, signal }) =>
      (await client.call(workflow.readWorkflow, { params: { projectId, workflowId }, signal })).data,
  }),
  mcpTool({
    name: 'run_workflow',
    description: 'Run a workflow and wait for its end.',
    isReading: false,
    input: ofProject.extend({
      workflow: z.string().describe('Id of the workflow.'),
      values: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
        .optional()
        .describe('Values of its parameters by name; the others have their defaults.'),
    }),
    run: async ({ project: projectId, workflow: workflowId, values }, call) => {
      const { client, signal } = call;
      const operationId = newId();
      await client.call(workflow.beginWorkflowRun, {
        params: { projectId, workflowId },
        body: { operation_id: operationId, ...(values && { values }) },
        signal,
      });
      await waitForOperation(operationId, call);
      const params = { projectId, workflowId, runId: operationId };
      return (await client.call(workflow.readWorkflowRun, { params })).data;
    },
  }),
  mcpTool({
    name: 'list_operations',
    description:
      'List the user’s own long tasks in a project (imports, exports, tools, workflows) with their progress.',
    isReading: true,
    input: ofProject,
    run: async ({ project: projectId }, { client, signal }) =>
      (await client.call(operation.listOperations, { params: { projectId }, signal })).data,
  }),
  mcpTool({
    name: 'cancel_operation',
    description: 'Stop a long task of the user.',
    isReading: false,
    input: z.object({ operation: z.string() }),
    run: async ({ operation: operationId }, { client, signal }) =>
      (await client.call(operation.cancelOperation, { params: { operationId }, signal })).data,
  }),
  mcpTool({
    name: 'read_lineage',
    description: 'Read how a layer or file was made and what was made of it, and whether it is out of date.',
    isReading: true,
    input: ofProject.extend({ thing: z.string().describe('Reference of a layer or file, as find_data gives it.') }),
    run: async ({ project: projectId, thing }, { client, signal }) =>
      (await client.call(origin.readOrigin, { params: { projectId }, query: { thing }, signal })).data,
  }),
];
