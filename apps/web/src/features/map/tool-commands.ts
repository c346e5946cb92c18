import { TOOLS } from '@groma/model';
import { MathFunctionIcon } from '@groma/ui';
import { readProject } from '../../platform/session.ts';
import { registerCommand } from '../../registry/command.ts';
import { openDrawer } from '../../registry/drawer.ts';
import { registerResourceSource } from '../../registry/resource.ts';
import { chooseTool, takeInHand } from './function/tool-shelf.ts';
import { currentMapId } from './maps/map-panels.ts';
import { findMapSession } from './session/use-map-session.ts';

/** Opens the form of a tool, with a layer of the map in front in hand where one is named. */
function openTool(toolId: string, layerId?: string): void {
  const mapId = currentMapId();
  if (layerId !== undefined && mapId !== null) takeInHand(mapId, layerId, findMapSession(mapId));
  chooseTool(toolId);
  openDrawer('layer-functions');
}

/** One command that names its tool, and one for each tool, as the palette finds them. */
export function registerToolCommands(): void {
  registerCommand({
    id: 'map.run-tool',
    title: 'function.runTool',
    icon: MathFunctionIcon,
    isHidden: true,
    argument: async () => (await import('./function/tool-argument.ts')).toolArgument,
    isEnabled: () => currentMapId() !== null,
    run: ({ toolId, layerId }) => openTool(toolId, layerId),
  });
  registerResourceSource({
    kind: 'tool',
    label: 'function.ownTools',
    icon: MathFunctionIcon,
    list: async (projectId) => (await import('./find-tools.ts')).findTools(projectId),
    open: ({ id }) => openTool(id),
  });
  for (const { id } of TOOLS) {
    registerCommand({
      id: `map.tool-${id}`,
      title: `tool.${id}.name`,
      icon: MathFunctionIcon,
      isEnabled: () => readProject() !== null && currentMapId() !== null,
      run: () => openTool(id),
    });
  }
}
