import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { TokenRights } from '@groma/model';
import type { Client } from '@groma/protocol';
import type { Platform } from '../../../platform/platform.ts';
import type { TokenBearer } from '../../../platform/session/access-tokens.ts';
import { agentTools } from './agent-tools.ts';
import { dataTools, type PresentFirst } from './data-tools.ts';
import { listOfResources, readResourceText, resourceTemplate } from './mcp-resources.ts';
import { toolFailureText, type McpTool } from './mcp-tool.ts';
import { listProjects, projectTools } from './project-tools.ts';
import { runTools } from './run-tools.ts';
import { sceneTools } from './scene-tools.ts';
import { ownTools } from './toolbox-tools.ts';

/** The tools of the toolbox. */
export type Toolbox = (client: Client, signal: AbortSignal) => Promise<readonly McpTool[]>;

const instructions =
  'Groma is a workspace of maps, notebooks, SQL and geodata tools. Begin with list_projects; find_data lists what a ' +
  'project has. Data is named layer:Map/Layer, file:/data/x.csv, table:database/schema/table.';
const proposing =
  ' Whatever you change is only proposed: it is done once a person of the workspace accepts it in GAIA Chat.';

function instructionsOf({ scope }: TokenRights): string {
  return scope === 'propose' ? instructions + proposing : instructions;
}

/** Answers one request of the protocol, with the rights of the token that came with it. */
export async function answerMcp(asked: Request, body: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({});
  await server.connect(transport as Parameters<Server['connect']>[0]);
  return transport.handleRequest(asked, { parsedBody: body });
}

/** A server of the protocol for one request. */
export function createMcpServer(
  platform: Platform,
  bearer: TokenBearer,
  client: Client,
  { presentFirst, toolbox }: { presentFirst: PresentFirst; toolbox: Toolbox },
): Server {
  const { rights } = bearer;
  const server = new Server(
    { name: 'groma', title: 'Groma', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsOf(rights) },
  );
  const mayWrite = rights.scope === 'write';
  const plainTools = async (signal: AbortSignal, isWriting: boolean): Promise<McpTool[]> => [
    listProjects(rights.projectId),
    ...[...dataTools(presentFirst), ...projectTools, ...runTools, ...sceneTools, ...ownTools].filter(
      ({ isReading }) => isReading || isWriting,
    ),
    ...(isWriting ? await toolbox(client, signal) : []),
  ];
  const changing = rights.scope === 'read' ? [] : agentTools(platform, bearer);
  const tools = async (signal: AbortSignal): Promise<McpTool[]> => [
    ...(await plainTools(signal, mayWrite)),
    ...changing,
  ];
  const whyNot = async (name: string, signal: AbortSignal): Promise<string> =>
    rights.scope === 'propose' && (await plainTools(signal, true)).some((each) => each.name === name)
      ? `“${name}” changes the workspace at once, and this access token only proposes changes, which a person decides. ` +
        'Propose it with one of the tools that are listed, or ask for a token that changes at once.'
      : `There is no tool “${name}”, or this access token does not allow it.`;
  server.setRequestHandler(ListToolsRequestSchema, async (_asked, { signal }) => ({
    tools: (await tools(signal)).map(({ name, description, schema, isReading }) => ({
      name,
      description,
      inputSchema: { ...schema, type: 'object' as const },
      // With a token that may write, SQL may do so too.
      annotations: { readOnlyHint: isReading && (!mayWrite || name !== 'run_sql'), openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, _meta }) => {
    const found = (await tools(signal)).find(({ name }) => name === params.name);
    if (!found) return failed(await whyNot(params.name, signal));
    const progressToken = _meta?.progressToken;
    try {
      const given = await found.run(params.arguments, {
        client,
        signal,
        async report(progress, message) {
          if (progressToken === undefined) return;
          await sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100, message },
          });
        },
      });
      return { content: [{ type: 'text', text: typeof given === 'string' ? given : JSON.stringify(given ?? null) }] };
    } catch (error) {
      return failed(
        toolFailureText(error, () => {
          if (!signal.aborted) platform.log.error('A tool of an outside agent failed.', { tool: params.name, error });
        }),
      );
    }
  });
  server.setRequestHandler(ListResourcesRequestSchema, (_asked, { signal }) =>
    listOfResources(client, rights.projectId, signal),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [resourceTemplate] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }, { signal }) =>
    readResourceText(client, uri, signal),
  );
  return server;
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
