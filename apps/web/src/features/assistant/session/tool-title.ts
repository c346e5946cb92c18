import { findTool } from '@groma/model';
import type { Text } from '../../../platform/text.ts';
import { toolNameOf, type ToolPart } from './chat-message.ts';

/** Tools that have texts of their own; those of the toolbox are called as everywhere. */
const named: ReadonlySet<string> = new Set([
  'find_data',
  'describe_data',
  'run_sql',
  'change_by_sql',
  'list_files',
  'read_text_file',
  'edit_text_file',
  'list_maps',
  'read_map',
  'create_map',
  'show_on_map',
  'create_chart',
  'draw_small_map',
  'list_notebooks',
  'read_notebook',
  'create_notebook',
  'notebook_cells',
  'edit_notebook',
  'run_cells',
  'try_code',
  'edit_features',
  'style_layer',
  'filter_layer',
  'list_workflows',
  'read_workflow',
  'create_workflow',
  'edit_workflow',
  'run_workflow',
  'list_operations',
  'cancel_operation',
  'read_lineage',
  'list_project_tools',
  'run_project_tool',
  'find_tools',
  'list_datasets',
  'list_scene_sources',
  'search_scenes',
  'order_composite',
]);

/** What a tool is called on the screen; one that a model has made up, by its name as words. */
export function toolTitleOf(part: ToolPart, t: Text): string {
  return toolTitle(toolNameOf(part), t);
}

/** The same by the name of the tool. */
export function toolTitle(name: string, t: Text): string {
  if (named.has(name)) return t(`chat.tool.${name}`);
  if (findTool(name)) return t(`tool.${name}.name`);
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
