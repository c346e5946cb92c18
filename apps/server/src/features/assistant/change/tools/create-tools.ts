import { titleSchema } from '@groma/model';
import { z } from 'zod';
import { mcpTool, type McpTool } from '../../mcp/mcp-tool.ts';
import type { Created } from '../created-change.ts';
import { propose, type ChangeTurn } from './change-course.ts';
import { checkCode } from './check-code.ts';
import { storedText } from './replace-passages.ts';

/** Tools that make notebooks and maps. */
export function createTools(turn: ChangeTurn): McpTool[] {
  return [
    mcpTool({
      name: 'create_notebook',
      description: 'Make a notebook with cells. Python is checked first. The cells are not run.',
      isReading: false,
      input: z.object({
        name: titleSchema,
        cells: z
          .array(z.object({ language: z.enum(['python', 'javascript', 'r', 'sql', 'markdown']), source: storedText }))
          .max(200)
          .default([]),
        keep_despite_findings: z.boolean().default(false),
      }),
      run: async ({ name, cells, keep_despite_findings }, call) => {
        await turn.platform.access.require(turn.userId, turn.projectId, 'create', 'notebook');
        const codes = cells.filter(({ language }) => language === 'python').map(({ source }) => source);
        const after: Created = {
          kind: 'notebook',
          name,
          cells: cells.map(({ language, source }) => ({ language: language === 'markdown' ? null : language, source })),
        };
        return propose(turn, {
          changes: [
            {
              kind: 'created',
              title: name,
              target: {},
              before: null,
              after,
              language: codes.length > 0 ? 'python' : null,
            },
          ],
          ...(codes.length > 0 && { check: () => checkCode(call, codes) }),
          keepsFailed: keep_despite_findings,
        });
      },
    }),
    mcpTool({
      name: 'create_map',
      description: 'Make an empty map, onto which tools put layers then.',
      isReading: false,
      input: z.object({ name: titleSchema }),
      run: async ({ name }) => {
        await turn.platform.access.require(turn.userId, turn.projectId, 'create', 'map');
        const after: Created = { kind: 'map', name };
        return propose(turn, { changes: [{ kind: 'created', title: name, target: {}, before: null, after }] });
      },
    }),
  ];
}
