import { GromaError, readWorkflowGraph, titleSchema, type WorkflowGraph } from '@groma/model';
import { eq } from '../../../../platform/database/drizzle.ts';
import { z } from 'zod';
import { workflows } from '../../../../platform/database/tables/index.ts';
import { mcpTool, type McpTool } from '../../mcp/mcp-tool.ts';
import type { Created } from '../created-change.ts';
import { openOfTurn, propose, type ChangeTurn } from './change-course.ts';
import { draftOf, graphStep, problemsOf, takeSteps } from './draft-graph.ts';

const steps = z.array(graphStep).min(1).max(200);

/** Tools that build workflows and change them. */
export function workflowTools(turn: ChangeTurn): McpTool[] {
  return [
    mcpTool({
      name: 'edit_workflow',
      description:
        'Add, set, remove and connect nodes of a workflow that read_workflow shows, several steps at once and in ' +
        'order. It is not run. The answer says what would stop a run.',
      isReading: false,
      input: z.object({ workflow: z.string().describe('Id of the workflow.'), steps }),
      run: async ({ workflow, steps: wanted }) => {
        const { name, graph: live } = await readLive(turn, workflow);
        const open = (await openOfTurn(turn)).find(
          ({ kind, target }) => kind === 'workflow' && target['workflow'] === workflow,
        );
        const current = open ? (open.after as WorkflowGraph) : live;
        const after = takeSteps(draftOf(current), wanted);
        const proposed = await propose(
          turn,
          open
            ? { changes: [], revised: [{ row: open, after }] }
            : { changes: [{ kind: 'workflow', title: name, target: { workflow }, before: live, after }] },
        );
        return { ...proposed, problems: problemsOf(after) };
      },
    }),
    mcpTool({
      name: 'create_workflow',
      description:
        'Make a workflow by steps that add and connect nodes. It is not run. The answer says what would stop a run.',
      isReading: false,
      input: z.object({ name: titleSchema, steps }),
      run: async ({ name, steps: wanted }) => {
        await turn.platform.access.require(turn.userId, turn.projectId, 'create', 'workflow');
        const graph = takeSteps(draftOf({ nodes: [], edges: [] }), wanted);
        const after: Created = { kind: 'workflow', name, graph };
        const proposed = await propose(turn, {
          changes: [{ kind: 'created', title: name, target: {}, before: null, after }],
        });
        return { ...proposed, problems: problemsOf(graph) };
      },
    }),
  ];
}

/** A workflow of the project as it is. @throws GromaError NOT_FOUND, FORBIDDEN */
async function readLive({ platform, projectId, userId }: ChangeTurn, id: string) {
  const access = await platform.access.requireOwned(userId, 'workflow', id, 'update', 'workflow');
  if (access.projectId !== projectId) throw new GromaError('NOT_FOUND', { noun: 'workflow' });
  const [row] = await platform.database.query
    .select({ name: workflows.name })
    .from(workflows)
    .where(eq(workflows.id, id));
  return { name: row?.name ?? '', graph: readWorkflowGraph(await platform.documents.read(id)) };
}
