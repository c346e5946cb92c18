import type { McpTool } from '../../mcp/mcp-tool.ts';
import type { ChangeTurn } from './change-course.ts';
import { createTools } from './create-tools.ts';
import { fileTools } from './file-tools.ts';
import { layerTools } from './layer-tools.ts';
import { notebookTools } from './notebook-tools.ts';
import { trialTools } from './trial-tools.ts';
import { workflowTools } from './workflow-tools.ts';

export type { ChangeTurn } from './change-course.ts';

/**
 * Tools by which a turn of the assistant changes things of its project. They note what is to be as changes of the
 * conversation; in analyst mode these are applied at once, else the person decides (AIA-039, AIA-040).
 */
export function changeTools(turn: ChangeTurn): McpTool[] {
  return [
    ...notebookTools(turn),
    ...trialTools(turn),
    ...fileTools(turn),
    ...layerTools(turn),
    ...workflowTools(turn),
    ...createTools(turn),
  ];
}
