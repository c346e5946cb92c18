import {
  isToolUIPart,
  parseJsonEventStream,
  readUIMessageStream,
  uiMessageChunkSchema,
  type ModelMessage,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import { GromaError, keepError, keptError } from '@groma/model';
import type { MessageRow } from './chat-threads.ts';

type Part = UIMessage['parts'][number];

/** A stored message for the AI SDK. */
export function uiMessage({ id, role, parts }: MessageRow): UIMessage {
  return { id, role, parts: parts as unknown as Part[] };
}

/** The same as a model reads it: why tools have failed in words. */
export function inWords(message: UIMessage): UIMessage {
  const parts = message.parts.map((part) => {
    const error = isToolUIPart(part) && part.state === 'output-error' ? keptError(part.errorText) : null;
    return error ? ({ ...part, errorText: error.message } as Part) : part;
  });
  return { ...message, parts };
}

/** Parts as records keep them. */
export function partsOf({ parts }: Pick<UIMessage, 'parts'>): Record<string, unknown>[] {
  return parts as unknown as Record<string, unknown>[];
}

/** Parts of an answer that comes to nothing more: calls that have not ended say that they were stopped. */
export function settledParts(parts: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  return parts.map((each) => {
    const part = each as unknown as Part;
    if (isToolUIPart(part) && !['output-available', 'output-error', 'output-denied'].includes(part.state))
      return {
        ...each,
        state: 'output-error',
        input: part.input ?? {},
        errorText: keepError(new GromaError('ANSWER_STOPPED')),
      };
    return 'state' in part && part.state === 'streaming' ? { ...each, state: 'done' } : each;
  });
}

/** Whether an answer has come to anything: a step that has only begun is nothing. */
export function saysAnything(message: UIMessage | undefined): boolean {
  return message?.parts.some(({ type }) => type !== 'step-start') ?? false;
}

/** Whether a call of a tool waits for a person's consent. */
export function asksConsent(parts: readonly Record<string, unknown>[]): boolean {
  return parts.some(({ state }) => state === 'approval-requested');
}

/** Parts with a person's answers. Those that ask and are not answered are refused. */
export function withConsent(
  parts: readonly Record<string, unknown>[],
  isAllowed: (approvalId: string) => boolean,
): Record<string, unknown>[] {
  return parts.map((part) => {
    const approval = part['approval'] as { id: string } | undefined;
    if (part['state'] !== 'approval-requested' || !approval) return part;
    return {
      ...part,
      state: 'approval-responded',
      approval: { ...approval, approved: isAllowed(approval.id) },
    };
  });
}

/** Names of the tools that earlier messages have called. */
export function toolsCalled(messages: readonly UIMessage[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (isToolUIPart(part) ? [toolName(part)] : [])));
}

function toolName(part: Extract<Part, { toolCallId: string }>): string {
  return part.type === 'dynamic-tool' ? part.toolName : part.type.slice('tool-'.length);
}

/** A message as its stream has told it so far. */
export async function messageOfStream(text: string): Promise<UIMessage | undefined> {
  const parsed = parseJsonEventStream({
    stream: new Blob([text]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>,
    schema: uiMessageChunkSchema,
  });
  const chunks = new ReadableStream<UIMessageChunk>({
    async start(controller) {
      for await (const each of parsed) if (each.success) controller.enqueue(each.value as UIMessageChunk);
      controller.close();
    },
  });
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream: chunks, onError: () => undefined })) last = message;
  return last;
}

/** A message to a model, for people. */
export function readableMessage({ role, content }: ModelMessage): string {
  const said =
    typeof content === 'string'
      ? content
      : (content as Record<string, unknown>[])
          .map((part) => {
            if (typeof part['text'] === 'string') return part['text'];
            if (part['type'] === 'file' || part['type'] === 'image')
              return `[${String(part['mediaType'] ?? part['type'])}]`;
            return JSON.stringify(part);
          })
          .join('\n');
  return `${role}: ${said}`;
}
