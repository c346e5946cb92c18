import type { ModelAnswer, ModelMessage, ModelRequest } from './model-request.ts';

/**
 * An answer that is read off the question, so that journeys need not script one. In a conversation, each line
 * `call NAME {…}` of the question calls that tool, one after the other; then the other lines are said, ten times slower
 * where the last one is `slowly`. Asked to call a function it fills each of its listed properties with the value that
 * the question names, the last one named after "by". Asked for the code of a block it replaces in it what the question
 * says (`writtenCode`). Asked for anything else it answers as somebody who writes SQL: the table named after "from" or
 * "/".
 */
export function readOffAnswer({ messages, tools }: ModelRequest): ModelAnswer {
  const task = textOf(messages[0]);
  const asked = textOf(messages.findLast(({ role }) => role === 'user'));
  if (task.startsWith('You write the code of one block')) return writtenCode(asked);
  if (task.startsWith('You explain the code of one block'))
    return { kind: 'text', pieces: ['The code has ', `**${codeIn(asked).split('\n').length} lines**.`], everyMs: 20 };
  const [question = ''] = asked.split('\n\nThe editor holds:');
  const [tool] = tools ?? [];
  if (tools?.some(({ function: { name } }) => name === 'find_data')) return nextInConversation(messages);
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

function nextInConversation(messages: ModelMessage[]): ModelAnswer {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const lines = textOf(messages[at]).split('\n');
  const calls = lines.flatMap((line) => /^call (\w+) (\{.*\})$/.exec(line)?.slice(1, 3) ?? []);
  const done = messages.slice(at).filter(({ role }) => role === 'tool').length;
  const [name, given] = calls.slice(2 * done, 2 * done + 2);
  if (name !== undefined && given !== undefined) return { kind: 'call', name, arguments: given };
  const isSlow = lines.at(-1) === 'slowly';
  const said = lines.filter((line) => !line.startsWith('call ') && line !== 'slowly').join('\n');
  return { kind: 'text', pieces: said.match(/[^ ]+ ?|[^]/gu) ?? ['Done.'], everyMs: isSlow ? 50 : 5 };
}

/** The current code with each “`x` becomes `y`” of the question done; what mends an error is marked. */
function writtenCode(asked: string): ModelAnswer {
  const request = /^(?:Request|Follow-up): ([^]*?)\n\nCurrent code/m.exec(asked)?.[1] ?? '';
  if (/\bnothing useful\b/.test(request)) return { kind: 'text', pieces: ['I would ', 'rather not.'] };
  const error = asked.includes('The last run of the block failed with:') ? '  # mended' : '';
  let code = codeIn(asked);
  for (const [, before = '', after = ''] of request.matchAll(/`([^`]*)` becomes `([^`]*)`/g))
    code = code.replaceAll(before, `${after}${error}`);
  const lines = code.split('\n').map((line) => `${line}\n`);
  return { kind: 'text', pieces: ['Title: Changed', ' code\n', '```python\n', ...lines, '```'], everyMs: 20 };
}

function codeIn(asked: string): string {
  return /Current code of the block:\n(`{3,})\w*\n([^]*?)\n\1/.exec(asked)?.[2] ?? '';
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
