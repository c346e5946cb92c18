import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { KernelQuestions } from './kernel-question.ts';

/** Names of the kernel for what a name is, and the icons of the editor for them. */
const kinds: Readonly<Record<string, string>> = {
  function: 'function',
  class: 'class',
  module: 'namespace',
  instance: 'variable',
  statement: 'variable',
  param: 'variable',
  keyword: 'keyword',
  property: 'property',
  magic: 'keyword',
  path: 'text',
};

/** Completions that the kernel knows: attributes of live objects, columns, files. */
export function kernelCompletion(ask: () => KernelQuestions | null): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const questions = ask();
    const before = context.matchBefore(/[\p{L}\p{N}_%]+|\.|["'/\\][^"'\s]*/u);
    if (!questions || (!before && !context.explicit)) return null;
    const controller = new AbortController();
    context.addEventListener('abort', () => controller.abort(), { onDocChange: true });
    const reply = await questions.complete(context.state.doc.toString(), context.pos, controller.signal);
    if (!reply || reply.matches.length === 0 || context.aborted) return null;
    const typed = context.state.sliceDoc(reply.start, context.pos);
    return {
      from: reply.start,
      to: Math.max(context.pos, Math.min(reply.end, context.state.doc.length)),
      options: reply.matches.map(({ text, type }) => ({
        label: text,
        ...(kinds[type ?? ''] !== undefined && { type: kinds[type ?? '']! }),
      })),
      // The same answer serves until another name, as after the next dot, is begun.
      validFor: (text) => dots(text) === dots(typed) && /^[\p{L}\p{N}_.%]*$/u.test(text),
    };
  };
}

function dots(text: string): number {
  return text.split('.').length;
}

/** So much of a notebook is searched for words at most, in characters. */
const mostSearched = 300_000;

/**
 * Words of three letters and more in the code of the notebook, those of the block itself besides the one being typed.
 */
export function wordCompletion(readAll: () => Iterable<string>): CompletionSource {
  return (context) => {
    const before = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (!before || (before.text.length < 2 && !context.explicit) || context.matchBefore(/\.[\p{L}\p{N}_]*/u))
      return null;
    const words = wordsOf(readAll(), before.text);
    return words.length === 0
      ? null
      : { from: before.from, options: words.map((label) => ({ label, type: 'text' })), validFor: /^[\p{L}\p{N}_]*$/u };
  };
}

/** Each word once, without the one being typed where it stands nowhere else. */
export function wordsOf(texts: Iterable<string>, typed: string): string[] {
  const counts = new Map<string, number>();
  let left = mostSearched;
  for (const text of texts) {
    if (left <= 0) break;
    for (const [word] of text.slice(0, left).matchAll(/[\p{L}_][\p{L}\p{N}_]{2,}/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1);
    left -= text.length;
  }
  return [...counts].filter(([word, count]) => word !== typed || count > 1).map(([word]) => word);
}
