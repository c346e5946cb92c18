import type { ModelMessage } from 'ai';
import { mostOutputForModel, trimmedText } from '@groma/model';

/** Characters that stay of results of earlier questions where all does not fit. */
const mostEarlierResult = 600;

/**
 * Messages that fit into a number of characters: results of earlier tools are cut first, then the oldest questions go
 * with their answers, then results of the present turn are cut. What a person has written last stays whole.
 */
export function fitMessages(messages: readonly ModelMessage[], most: number): ModelMessage[] {
  const firstOfTurn = messages.findLastIndex(({ role }) => role === 'user');
  let fitted = [...messages];
  if (sizeOf(fitted) <= most) return fitted;
  fitted = fitted.map((message, at) => (at < firstOfTurn ? withShortResults(message, mostEarlierResult) : message));
  while (sizeOf(fitted) > most) {
    const next = fitted.findIndex(({ role }, at) => at > 0 && role === 'user');
    if (next === -1) break;
    fitted = fitted.slice(next);
  }
  for (let length = mostOutputForModel; sizeOf(fitted) > most && length >= 80; length = Math.floor(length / 2))
    fitted = fitted.map((message) => withShortResults(message, length));
  return fitted;
}

/** Characters of messages, as the limit of a model counts them. */
function sizeOf(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, { content }) =>
      sum +
      (typeof content === 'string'
        ? content.length
        : (content as object[]).reduce((all, part) => all + partSize(part), 0)),
    0,
  );
}

function partSize(part: object): number {
  if ('text' in part && typeof part.text === 'string') return part.text.length;
  return 'output' in part || 'input' in part ? JSON.stringify(part).length : 0;
}

function withShortResults(message: ModelMessage, most: number): ModelMessage {
  if (message.role !== 'tool') return message;
  return {
    ...message,
    content: message.content.map((part) => {
      if (part.type !== 'tool-result') return part;
      const { output } = part;
      if (output.type === 'text' || output.type === 'error-text')
        return { ...part, output: { ...output, value: trimmedText(output.value, most) } };
      // Of a tool that is not there any more.
      return output.type === 'json' && JSON.stringify(output.value).length > most
        ? { ...part, output: { type: 'text', value: trimmedText(JSON.stringify(output.value), most) } }
        : part;
    }),
  };
}
