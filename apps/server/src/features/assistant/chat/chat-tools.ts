import { dynamicTool, jsonSchema, type ToolSet } from 'ai';
import { GromaError, keepError, trimmedText } from '@groma/model';
import type { Client } from '@groma/protocol';
import { z } from 'zod';
import { toolFailureText, type McpTool } from '../mcp/mcp-tool.ts';

/** A tool as the assistant has it. */
export interface ChatTool extends McpTool {
  /** Runs without asking: it reads, or it proposes what a person decides. */
  isFree: boolean;
  /** Not defined until it was found. */
  isHidden?: boolean;
  /** Its answer is a place that the page of the person shows. */
  shows?: boolean;
  /** What the model is told of an answer that is drawn for the person; all of it by default. */
  told?: (answer: unknown) => unknown;
}

/** A part of a map that is to be shown: west, south, east, north in degrees. */
interface ShownPlace {
  map: string;
  bounds: [number, number, number, number];
}

interface ToolParts {
  projectId: string;
  /** Makes the calls of the person who asks. */
  client: Client;
  /** The same, and can only read: for tools that say of themselves that they do. */
  reader: Client;
  /** Ends the turn where the rights of whoever asks have ended. @throws GromaError */
  requireRight(): Promise<void>;
  /** Tells whoever watches how far a call is, in percent. */
  report(callId: string, percent: number, message: string): void;
  /** Has the page of whoever watches show a place on a map. */
  show(view: ShownPlace): void;
  onFault(tool: string, error: unknown, reference: string): void;
}

/**
 * Tools for the AI SDK. What goes wrong in one is told to the model in the words of the catalogue, so that it can do
 * better; arguments are checked by the tool itself.
 */
export function sdkTools(
  tools: readonly ChatTool[],
  { projectId, client, reader, requireRight, report, show, onFault }: ToolParts,
): ToolSet {
  return Object.fromEntries(
    tools.map((each) => [
      each.name,
      dynamicTool({
        description: each.description,
        inputSchema: jsonSchema(withoutProject(each.schema)),
        toModelOutput: ({ output }) => ({
          type: 'text',
          value: trimmedText(textOf(each.told ? each.told(output) : output)),
        }),
        async execute(given, { toolCallId, abortSignal }) {
          const signal = abortSignal ?? new AbortController().signal;
          await requireRight();
          try {
            const answer = await each.run(
              { ...(given as object), project: projectId },
              {
                client: each.isReading ? reader : client,
                signal,
                report: (percent, message) => Promise.resolve(report(toolCallId, percent, message)),
              },
            );
            if (each.shows) show(answer as ShownPlace);
            return answer ?? null;
          } catch (error) {
            if (signal.aborted) throw error;
            const words = toolFailureText(error, () => onFault(each.name, error, toolCallId));
            const known = error instanceof GromaError ? error : new GromaError('INTERNAL', { reference: toolCallId });
            throw new ToolFailure(words, error instanceof z.ZodError ? words : keepError(known));
          }
        },
      }),
    ]),
  );
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** What a tool could not do, in words for the model and the person. */
export class ToolFailure extends Error {
  /** The same for records. */
  readonly kept: string;
  constructor(words: string, kept: string) {
    super(words);
    this.kept = kept;
  }
}

/** The project is that of the conversation: a model does not choose it. */
function withoutProject(schema: Record<string, unknown>): Record<string, unknown> {
  const { project: _project, ...properties } = (schema['properties'] ?? {}) as Record<string, unknown>;
  const required = ((schema['required'] ?? []) as string[]).filter((name) => name !== 'project');
  return { ...schema, type: 'object', properties, required };
}
