import { GromaError } from '@groma/model';
import { machine, notebook } from '@groma/protocol';
import { z } from 'zod';
import { projectField } from './data-tools.ts';
import { mcpTool, type McpCall, type McpTool } from './mcp-tool.ts';

/** Runs what needs the machine of a project, which is started where it does not run. */
export async function withMachine<T>(
  projectId: string,
  { client, signal, report }: McpCall,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof GromaError) || error.code !== 'MACHINE_NOT_ACCESSIBLE') throw error;
    await report(0, 'Starting the machine');
    await client.call(machine.startMachine, { params: { projectId }, body: {}, signal });
    return run();
  }
}

/** The tool that runs code of notebooks. */
export const runTools: readonly McpTool[] = [
  mcpTool({
    name: 'run_cells',
    description:
      'Run code cells of a notebook in its kernel, all or those that are named, and read their outputs and errors. The ' +
      'machine of the project is started where it does not run.',
    isReading: false,
    input: z.object({
      project: projectField,
      notebook: z.string().describe('Id of the notebook.'),
      cells: z.array(z.string().max(100)).min(1).max(500).optional().describe('Ids of cells; all by default.'),
    }),
    run: async ({ project: projectId, notebook: notebookId, cells }, call) => {
      const { client, signal } = call;
      const params = { projectId, notebookId };
      const body = { ...(cells && { cells }) };
      return (await withMachine(projectId, call, () => client.call(notebook.runCells, { params, body, signal }))).data;
    },
  }),
];
