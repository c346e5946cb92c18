import type { LanguageModelV4 } from '@ai-sdk/provider';

/** What a model is told: what it is to be, and what has been said so far, the question last. */
export interface Conversation {
  system: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
}

/** The text of an answer, piece by piece. @throws GromaError, the reason of the caller's signal. */
export async function* streamText(model: LanguageModelV4, { system, messages }: Conversation): AsyncGenerator<string> {
  const { stream } = await model.doStream({
    prompt: [
      { role: 'system', content: system },
      ...messages.map(({ role, content }) => ({ role, content: [{ type: 'text' as const, text: content }] })),
    ],
  });
  for await (const part of stream) if (part.type === 'text-delta') yield part.delta;
}
