import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createClient, readError, type Client } from '@groma/protocol';
import { ToolError } from './failure.ts';
import type { Output } from './output.ts';
import type { Settings } from './settings.ts';

/** A tool of the server as it lists it. */
export interface ListedTool {
  name: string;
  description?: string | undefined;
  /** JSON Schema of its arguments. */
  inputSchema: { properties?: Record<string, unknown> | undefined; required?: string[] | undefined };
}

/** A server that is asked with a token: its calls, and its tools as agents have them. */
export interface Connection {
  client: Client;
  tools(): Promise<ListedTool[]>;
  /** Runs a tool, shows its progress and gives what it answers. @throws ToolError in the words of the server */
  run(name: string, given: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Tools take as long as they take; whoever waits can go away. */
const patienceMs = 2 ** 31 - 1;

export function connect({ url, token }: Settings, output: Output, signal: AbortSignal): Connection {
  const headers = { authorization: `Bearer ${token}` };
  let connected: Promise<McpClient> | undefined;
  const mcp = (): Promise<McpClient> => (connected ??= openMcp(url, headers, signal));
  return {
    client: createClient(
      url,
      () => headers,
      (address, request) => fetch(address, { ...request, signal: request.signal ?? signal }),
    ),
    async tools() {
      const { tools } = await (await mcp()).listTools(undefined, { signal, timeout: patienceMs });
      return tools;
    },
    async run(name, given) {
      const { content, isError } = await (
        await mcp()
      ).callTool({ name, arguments: given }, undefined, {
        signal,
        timeout: patienceMs,
        onprogress: ({ progress, message }) => output.progress(progress, message ?? ''),
      });
      output.endProgress();
      const text = (content as { type: string; text?: string }[]).map((part) => part.text ?? '').join('\n');
      if (isError === true) throw new ToolError(text);
      return text;
    },
    async close() {
      await (await connected?.catch(() => undefined))?.close();
    },
  };
}

async function openMcp(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<McpClient> {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers },
    // The signal ends the request itself: that is how the server learns that nobody waits any more.
    async fetch(address, request = {}) {
      const ends = request.signal ? AbortSignal.any([request.signal, signal]) : signal;
      const answer = await fetch(address, { ...request, signal: ends });
      // A server without streams to listen to says so by 405, which the transport knows.
      if (!answer.ok && request.method === 'POST') throw await readError(answer, 'POST');
      return answer;
    },
  });
  const client = new McpClient({ name: 'groma', version: '0.1.0' });
  await client.connect(transport as Parameters<McpClient['connect']>[0], { signal });
  return client;
}
