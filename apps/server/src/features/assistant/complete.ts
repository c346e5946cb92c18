import { randomUUID } from 'node:crypto';
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4ToolChoice } from '@ai-sdk/provider';
import { GromaError } from '@groma/model';
import type { assistant, BodyOf, ReplyOf } from '@groma/protocol';
import type { LanguageModels, ModelCaller } from '../../platform/language-model/language-models.ts';

type Asked = BodyOf<typeof assistant.completions>;

/** One answer to a conversation, as a function call where the model makes one (VEC-043, VEC-044). @throws GromaError */
export async function complete(
  models: LanguageModels,
  asked: Asked,
  caller: ModelCaller,
): Promise<ReplyOf<typeof assistant.completions>> {
  const { id, name, characterLimit: limit } = models.choose(asked.model);
  // Definitions come from whoever asks here, and so count like the rest.
  const characters = asked.messages.reduce(
    (sum, { content }) => sum + content.length,
    JSON.stringify(asked.functions).length,
  );
  if (characters > limit) throw new GromaError('PROMPT_TOO_LONG', { model: name, characters, limit });
  const model = await models.open(id, caller);
  const { content, finishReason, usage } = await model.doGenerate(optionsOf(asked));
  const call = content.find((part) => part.type === 'tool-call');
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const [input, output] = [usage.inputTokens.total ?? 0, usage.outputTokens.total ?? 0];
  return {
    id: `completion-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: id,
    choices: [
      {
        index: 0,
        finish_reason: call ? 'function_call' : finishReason.unified,
        message: {
          role: 'assistant',
          content: text === '' ? null : text,
          ...(call && { function_call: { name: call.toolName, arguments: call.input } }),
        },
      },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

function optionsOf({ messages, functions, function_call: choice }: Asked): LanguageModelV4CallOptions {
  const prompt: LanguageModelV4Prompt = messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  );
  const toolChoice: LanguageModelV4ToolChoice =
    typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.name };
  return {
    prompt,
    toolChoice,
    tools: functions.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      ...(description !== undefined && { description }),
      inputSchema: parameters,
    })),
  };
}
