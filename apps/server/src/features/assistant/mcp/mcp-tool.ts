import { GromaError } from '@groma/model';
import type { Client } from '@groma/protocol';
import { z } from 'zod';

/** What a tool of the protocol is given besides its arguments. */
export interface McpCall {
  client: Client;
  signal: AbortSignal;
  /** Tells the agent how far a long call is, in percent. */
  report(percent: number, message: string): Promise<void>;
}

/** A tool for outside agents. What it gives is text, or becomes JSON. */
export interface McpTool {
  name: string;
  description: string;
  /** JSON schema of its arguments. */
  schema: Record<string, unknown>;
  /** Changes nothing, so that tokens that may only read have it too. */
  isReading: boolean;
  run(given: unknown, call: McpCall): Promise<unknown>;
}

/** Declares a tool; its arguments are checked before it runs. @throws ZodError by `run` */
export function mcpTool<S extends z.ZodObject>(declared: {
  name: string;
  description: string;
  input: S;
  isReading: boolean;
  run: (given: z.output<S>, call: McpCall) => Promise<unknown>;
}): McpTool {
  const { input, run, ...rest } = declared;
  return {
    ...rest,
    schema: z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown>,
    run: (given, call) => run(input.parse(given ?? {}), call),
  };
}

/** What a tool could not do, in words for whoever called it; `onFault` is told of what is no error of the catalogue. */
export function toolFailureText(error: unknown, onFault: () => void): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`).join('\n');
  if (error instanceof GromaError) return error.message;
  onFault();
  return 'This did not work because of a fault of the server.';
}
