import { newId } from '@groma/model';
import { map, projectTool, resource, tool, type Client, type ToolOutput } from '@groma/protocol';
import { z } from 'zod';
import { projectField } from './data-tools.ts';
import { mcpTool, type McpCall, type McpTool } from './mcp-tool.ts';
import { reportProgress } from './watch-operation.ts';

const saving = z.object({
  map: z.string().optional().describe('Id of the map on which the result becomes a layer.'),
  name: z.string().max(1_000).optional().describe('Name of that layer.'),
  file: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      'File that the result becomes instead: /data/x.parquet, .gpkg, .geojson, .csv, .fgb, .kml or .zip; .tif for an image.',
    ),
  replace: z.boolean().default(false).describe('A file of that name goes to the trash.'),
});

const common = z.object({
  project: projectField,
  save: saving
    .default({ replace: false })
    .describe('Where the result goes; by default onto the map of the input layer.'),
});

const ofLayer = {
  layer: z
    .string()
    .max(2_000)
    .optional()
    .describe('Data it takes by name, as layer:World/roads or file:/data/x.csv. Tools that make features need none.'),
  features: z
    .array(z.int().min(1))
    .max(100_000)
    .optional()
    .describe('Ids of the features that are taken; all by default.'),
};

/** The tools of the toolbox, one by one, as the server lists them. */
export async function toolboxTools(client: Client, signal: AbortSignal): Promise<McpTool[]> {
  const { data } = await client.call(tool.listTools, { signal });
  return data.map(({ id, description, inputs, output, parameters }) => {
    const input = common.extend({
      ...(inputs.length > 0 && ofLayer),
      parameters: z.record(z.string(), z.unknown()).default({}),
    });
    const made = mcpTool({
      name: id,
      description: `${description} Gives: ${output}.`,
      isReading: false,
      input,
      run: (given, call) => runTool(id, given as Given, call),
    });
    const properties = made.schema['properties'] as Record<string, unknown>;
    return { ...made, schema: { ...made.schema, properties: { ...properties, parameters } } };
  });
}

/** The tools that people of a project have made of notebooks, queries and workflows. */
export const ownTools: readonly McpTool[] = [
  mcpTool({
    name: 'list_project_tools',
    description:
      'List the tools that people of a project have made of notebooks, queries and workflows, with their parameters as JSON Schema.',
    isReading: true,
    input: z.object({ project: projectField }),
    run: async ({ project: projectId }, { client, signal }) =>
      (await client.call(projectTool.listProjectTools, { params: { projectId }, signal })).data,
  }),
  mcpTool({
    name: 'run_project_tool',
    description: 'Run a tool that list_project_tools lists.',
    isReading: false,
    input: common.extend({
      tool: z.string().describe('Its id, as notebook:…, query:… or workflow:….'),
      parameters: z.record(z.string(), z.unknown()).default({}),
    }),
    run: ({ tool: id, ...given }, call) => runTool(id, given, call),
  }),
];

type Given = z.output<typeof common> & {
  layer?: string | undefined;
  features?: number[] | undefined;
  parameters: Record<string, unknown>;
};

async function runTool(toolId: string, given: Given, call: McpCall): Promise<unknown> {
  const { client, signal } = call;
  const projectId = given.project;
  const reference = async (name: string): Promise<string> =>
    (await client.call(resource.readResource, { params: { projectId }, query: { name }, signal })).data.reference;
  const layer = given.layer === undefined ? undefined : await reference(given.layer);
  const output = await outputOf(client, given, layer, signal);
  const operationId = newId();
  const ended = new AbortController();
  const watching = reportProgress(operationId, call, AbortSignal.any([signal, ended.signal])).catch(() => undefined);
  try {
    const { data } = await client.call(tool.runTool, {
      params: { toolId, projectId },
      body: {
        operation_id: operationId,
        parameters: given.parameters,
        output,
        ...(layer !== undefined && { layer }),
        ...(given.features && { features: given.features }),
      },
      signal,
    });
    return data;
  } finally {
    ended.abort();
    await watching;
  }
}

async function outputOf(
  client: Client,
  { project: projectId, save }: Given,
  layer: string | undefined,
  signal: AbortSignal,
): Promise<ToolOutput> {
  if (save.file !== undefined) return { kind: 'file', path: save.file, replace: save.replace };
  const ofLayerMap = /^layer:([^/]+)\//.exec(layer ?? '')?.[1];
  const mapId = save.map ?? ofLayerMap ?? (await firstMap(client, projectId, signal));
  return { kind: 'layer', map_id: mapId, ...(save.name !== undefined && { name: save.name }) };
}

/** The map that was edited last; one is made where there is none. */
async function firstMap(client: Client, projectId: string, signal: AbortSignal): Promise<string> {
  const [first] = (await client.call(map.listMaps, { params: { projectId }, signal })).data;
  if (first) return first.id;
  return (await client.call(map.createMap, { params: { projectId }, body: { name: 'Map' }, signal })).data.id;
}
