import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
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
import { GromaError, type TokenRights } from '@groma/model';
import { assistant, type Client } from '@groma/protocol';
import type { FastifyReply } from 'fastify';
import { route, streamed, type Route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { AccessTokens, type TokenBearer } from '../../../platform/session/access-tokens.ts';
import { agentTools } from './agent-tools.ts';
import { dataTools, type PresentFirst } from './data-tools.ts';
import { insideClient } from './inside-client.ts';
import { listOfResources, readResourceText, resourceTemplate } from './mcp-resources.ts';
import { toolFailureText, type McpTool } from './mcp-tool.ts';
import { listProjects, projectTools } from './project-tools.ts';
import { runTools } from './run-tools.ts';
import { sceneTools } from './scene-tools.ts';
import { ownTools } from './toolbox-tools.ts';

/** The tools of the toolbox. */
type Toolbox = (client: Client, signal: AbortSignal) => Promise<readonly McpTool[]>;

const instructions =
  'Groma is a workspace of maps, notebooks, SQL and geodata tools. Begin with list_projects; find_data lists what a ' +
  'project has. Data is named layer:Map/Layer, file:/data/x.csv, table:database/schema/table.';
const proposing =
  ' Whatever you change is only proposed: it is done once a person of the workspace accepts it in GAIA Chat.';

function instructionsOf({ scope }: TokenRights): string {
  return scope === 'propose' ? instructions + proposing : instructions;
}

/**
 * The Model Context Protocol over HTTP: each request is answered by itself, with the token that came with it. What a
 * tool does are calls of this server, made with that token.
 */
export function mcpRoutes(platform: Platform, presentFirst: PresentFirst, toolbox: Toolbox): Route[] {
  const refuse = async ({ reply }: { reply: FastifyReply }): Promise<typeof streamed> => {
    await reply.status(405).header('allow', 'POST').send();
    return streamed;
  };
  return [
    route(assistant.listenMcp, refuse),
    route(assistant.endMcp, refuse),
    route(assistant.postMcp, async ({ request, reply, body, signal }) => {
      const { authorization } = request.headers;
      const token = AccessTokens.in(authorization);
      if (token === undefined) throw new GromaError('UNAUTHENTICATED');
      const bearer = await platform.tokens.bearerOf(token);
      const client = insideClient(request.server, { authorization: authorization! }, request.ip);
      const server = createServer(platform, bearer, client, { presentFirst, toolbox });
      const transport = new WebStandardStreamableHTTPServerTransport({});
      await server.connect(transport as Parameters<Server['connect']>[0]);
      signal.addEventListener('abort', () => void server.close());
      reply.raw.once('close', () => void server.close());
      const asked = new Request('http://groma.invalid/mcp', {
        method: 'POST',
        headers: Object.entries(request.headers).flatMap(([name, value]) =>
          typeof value === 'string' && !['content-length', 'transfer-encoding', 'connection'].includes(name)
            ? [[name, value] as [string, string]]
            : [],
        ),
      });
      const answer = await transport.handleRequest(asked, { parsedBody: body });
      void reply.status(answer.status).headers(Object.fromEntries(answer.headers)).header('cache-control', 'no-store');
      await reply.send(answer.body ? Readable.fromWeb(answer.body as ReadableStream) : null);
      return streamed;
    }),
  ];
}

function createServer(
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
