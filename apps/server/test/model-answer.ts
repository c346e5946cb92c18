import type { ModelAnswer, ModelMessage, ModelRequest } from './model-request.ts';

/**
 * An answer that is read off the question, so that journeys need not script one. Asked to call a function it fills each
 * of its listed properties with the value that the question names, the last one named after "by". Asked for anything
 * else it answers as somebody who writes SQL: the table named after "from" or "/".
 */
export function readOffAnswer({ messages, tools }: ModelRequest): ModelAnswer {
  const [question = ''] = textOf(messages.findLast(({ role }) => role === 'user')).split('\n\nThe editor holds:');
  const [tool] = tools ?? [];
  if (tool)
    return {
      kind: 'call',
      name: tool.function.name,
      arguments: JSON.stringify(fill(tool.function.parameters.properties ?? {}, question)),
    };
  const table = /(?:\bfrom\s+|\/)([A-Za-z_][\w.]*)/i.exec(question)?.[1];
  if (table === undefined) return { kind: 'text', pieces: ['I cannot ', 'say.'] };
  const limit = /\b(\d+)\s+rows/.exec(question)?.[1] ?? '10';
  return {
    kind: 'text',
    pieces: ['-- Rows of ', `${table}\n`, 'SELECT *\n', `FROM ${table}\n`, `LIMIT ${limit};`],
    everyMs: 20,
  };
}

function fill(properties: Record<string, { enum?: unknown[] }>, question: string): Record<string, unknown> {
  const [before = '', after = ''] = question.split(/\bby\b/);
  const named = (values: unknown[], text: string): unknown => values.find((value) => text.includes(String(value)));
  return {
    title: question.split('\n')[0],
    ...Object.fromEntries(
      Object.entries(properties).flatMap(([name, { enum: values }]) => {
        const value = values && named(values, name === 'xCol' ? after : name === 'clipLayerId' ? question : before);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  };
}

function textOf(message: ModelMessage | undefined): string {
  const { content } = message ?? {};
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('\n');
}
