import { GromaError } from '@groma/model';
import { assistant } from '@groma/protocol';
import { z } from 'zod';
import { withMachine } from '../../mcp/run-tools.ts';
import { mcpTool, type McpTool } from '../../mcp/mcp-tool.ts';
import { openOfTurn, type ChangeTurn } from './change-course.ts';

/** The tool that tries code which this turn proposes. */
export function trialTools(turn: ChangeTurn): McpTool[] {
  return [
    mcpTool({
      name: 'try_code',
      description:
        'Run a cell that edit_notebook has proposed, with the cells before it, in a kernel of its own: files and ' +
        'notebook stay as they are. Call it only where the person asked for a trial. It gives the output or the error.',
      isReading: false,
      input: z.object({ notebook: z.string().describe('Id of the notebook.'), cell: z.string().max(64) }),
      run: async ({ notebook, cell }, call) => {
        const { projectId, threadId } = turn;
        const change = (await openOfTurn(turn)).find(
          ({ kind, target }) => kind === 'cell' && target['notebook'] === notebook && target['cell'] === cell,
        );
        if (!change) throw new GromaError('BAD_INPUT', { detail: `nothing is proposed for a cell ${cell}.` });
        const params = { projectId, threadId, changeId: change.id };
        const { client, signal } = call;
        return (await withMachine(projectId, call, () => client.call(assistant.tryChange, { params, signal }))).data;
      },
    }),
  ];
}
