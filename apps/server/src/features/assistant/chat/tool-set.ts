import { resource, type Client } from '@groma/protocol';
import { z } from 'zod';
import { dataTools, projectField, type PresentFirst } from '../mcp/data-tools.ts';
import { mcpTool, type McpTool } from '../mcp/mcp-tool.ts';
import { projectTools } from '../mcp/project-tools.ts';
import { runTools } from '../mcp/run-tools.ts';
import { sceneTools } from '../mcp/scene-tools.ts';
import { ownTools, toolboxTools } from '../mcp/toolbox-tools.ts';
import type { ChatTool } from './chat-tools.ts';
import { toolFinder } from './find-tools.ts';
import { chartTool } from './show/chart-tool.ts';
import { smallMapTool } from './show/small-map-tool.ts';

interface Wanted {
  /** The tools of the toolbox. */
  toolbox: () => Promise<readonly McpTool[]>;
  /** Whether the role of the person lets them change the project. */
  mayEdit: boolean;
  presentFirst: PresentFirst;
  /** Tools that propose changes. */
  changeTools: readonly McpTool[];
}

/** Which tools there are changes with what is installed, which is looked at again after so long. */
const keptMs = 60_000;

/** Gives the tools of the toolbox, whose definitions are made once for a while: every question needs them. */
export function createToolbox(): (client: Client, signal: AbortSignal) => Promise<readonly McpTool[]> {
  let kept: { tools: readonly McpTool[]; until: number } | undefined;
  return async (client, signal) => {
    if (!kept || kept.until < performance.now())
      kept = { tools: await toolboxTools(client, signal), until: performance.now() + keptMs };
    return kept.tools;
  };
}

/** Tools of outside agents that the assistant has in another form. */
const replaced = new Set(['write_text_file', 'run_sql']);
/** Of the tools that belong to a turn, those that run code and so ask the person. */
const running = new Set(['try_code']);

const sqlText =
  'Run SQL and get the rows as CSV. The database “This project” (DuckDB with spatial functions) reads layers as ' +
  'layers."Map"."Layer", files as files."/data/x.csv" and tables of connected databases. Geometries are in degrees, ' +
  'longitude first, and shown as WKT.';

/** The tools that the assistant has for a person. Without the right to edit, those that read. */
export async function chatToolSet(wanted: Wanted): Promise<ChatTool[]> {
  const { toolbox, mayEdit, presentFirst, changeTools } = wanted;
  const data = dataTools(presentFirst);
  const sql = data.find(({ name }) => name === 'run_sql')!;
  const changing = new Set(changeTools.map(({ name }) => name));
  const common = [...data, ...projectTools, ...runTools, ...sceneTools, ...ownTools].filter(
    ({ name }) => !replaced.has(name) && !changing.has(name),
  );
  const reading = [{ ...sql, description: `${sqlText} It can only read.` }, ...common.filter((each) => each.isReading)];
  const free = (tools: readonly McpTool[]): ChatTool[] => tools.map((each) => ({ ...each, isFree: true }));
  const showing = [showTool, chartTool(presentFirst), smallMapTool(presentFirst)];
  if (!mayEdit) return [...free(reading), ...showing];
  const asking = [
    { ...sql, name: 'change_by_sql', isReading: false, description: `${sqlText} ${writingText}` },
    ...common.filter((each) => !each.isReading),
  ].map((each) => ({ ...each, isFree: false }));
  const hidden = (await toolbox()).map((each) => ({ ...each, isFree: false, isHidden: true }));
  const proposing = changeTools.map((each) => ({ ...each, isFree: !running.has(each.name) }));
  return [...free(reading), ...showing, ...proposing, ...asking, ...free([toolFinder(hidden)]), ...hidden];
}

const writingText =
  'It can change data: CREATE TABLE layers."Map"."Name" AS … makes a layer, COPY … TO \'/data/…\' a file. For reading take run_sql.';

/** Moves the map that the person looks at. */
const showTool: ChatTool = {
  ...mcpTool({
    name: 'show_on_map',
    description:
      'Move the map of the person to a layer, or to bounds in degrees. It changes nothing and returns the place shown.',
    isReading: true,
    input: z.object({
      project: projectField,
      map: z.string().describe('Id of the map.'),
      layer: z.string().max(2_000).optional().describe('Data by name, as layer:World/roads.'),
      bounds: z
        .tuple([z.number(), z.number(), z.number(), z.number()])
        .optional()
        .describe('West, south, east, north.'),
    }),
    run: async ({ project: projectId, map: mapId, layer, bounds }, { client, signal }) => {
      if (bounds) return { map: mapId, bounds };
      if (layer === undefined)
        throw new z.ZodError([{ code: 'custom', path: ['layer'], message: 'Give layer or bounds.', input: layer }]);
      const { data } = await client.call(resource.readResource, {
        params: { projectId },
        query: { name: layer },
        signal,
      });
      return { map: mapId, bounds: data.extent };
    },
  }),
  isFree: true,
  shows: true,
};
