import { assistant } from '@groma/protocol';
import { parseJsonEventStream, uiMessageChunkSchema, type ChatTransport, type UIMessageChunk } from 'ai';
import type { z } from 'zod';
import { api } from '../../../platform/api.ts';
import type { GaiaMessage } from './chat-message.ts';

type Place = { projectId: string; threadId: string };

/** What a request of the chat does: asks, answers what tools ask about, or comes back to an answer. */
export type ChatRequest =
  | { kind: 'ask'; body: z.input<typeof assistant.sendChatMessage.body> }
  | { kind: 'consent'; messageId: string; body: z.input<typeof assistant.answerConsent.body> }
  | { kind: 'resume'; messageId: string };

/** A stream that broke off before its answer was whole; the SDK knows it by its name and words. */
function cutOff(): TypeError {
  return new TypeError('network error: the answer broke off');
}

/**
 * The transport of the AI SDK over our calls. Each request is a `ChatRequest` in the body of its options. `onStart`
 * learns the id of the message that is written.
 */
export function chatTransport(
  place: Place,
  onStart: (messageId: string) => void,
): ChatTransport<GaiaMessage> & { resumeStreamIsReplay: boolean } {
  const openRequest = async (request: ChatRequest, signal: AbortSignal | undefined): Promise<Response> => {
    if (request.kind === 'ask')
      return api.open(assistant.sendChatMessage, { params: place, body: request.body, signal });
    const params = { ...place, messageId: request.messageId };
    if (request.kind === 'resume') return api.open(assistant.resumeChatMessage, { params, signal });
    return api.open(assistant.answerConsent, { params, body: request.body, signal });
  };
  const open = async (body: object | undefined, signal: AbortSignal | undefined) => {
    const response = await openRequest(body as ChatRequest, signal);
    return response.status === 204 || !response.body ? null : chunksOf(response.body, onStart);
  };
  return {
    // What is resumed comes from the beginning of its message.
    resumeStreamIsReplay: true,
    async sendMessages({ body, abortSignal }) {
      const chunks = await open(body, abortSignal);
      if (!chunks) throw cutOff();
      return chunks;
    },
    reconnectToStream: ({ body, abortSignal }) => open(body, abortSignal),
  };
}

const endings: ReadonlySet<string> = new Set(['finish', 'abort', 'error']);

/** The chunks of a stream; one that ends before its answer does fails as a connection that was lost. */
function chunksOf(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  onStart: (messageId: string) => void,
): ReadableStream<UIMessageChunk> {
  let isWhole = false;
  return parseJsonEventStream({ stream: bytes, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream({
      transform(parsed, controller) {
        if (!parsed.success) throw parsed.error;
        const chunk = parsed.value as UIMessageChunk;
        isWhole = endings.has(chunk.type);
        if (chunk.type === 'start' && chunk.messageId !== undefined) onStart(chunk.messageId);
        controller.enqueue(chunk);
      },
      flush(controller) {
        if (!isWhole) controller.error(cutOff());
      },
    }),
  );
}
