import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { kernelCompletion, wordCompletion, wordsOf } from './code-completion.ts';
import { openCallAt } from './code-signature.ts';
import { firstParagraph, nameBefore, readDocumentation } from './documentation.ts';
import type { KernelQuestions } from './kernel-question.ts';

const at = (code: string, explicit = false) =>
  new CompletionContext(EditorState.create({ doc: code }), code.length, explicit);
const knowing = (complete: KernelQuestions['complete']): KernelQuestions => ({
  complete,
  inspect: () => Promise.resolve(null),
});

test('[NBK-067] completions come from the kernel, for the part of the name they stand for', async () => {
  const questions = knowing((code, cursor) =>
    Promise.resolve({
      start: 3,
      end: cursor,
      matches: [
        { text: 'head', type: 'function' },
        { text: `of ${code}`, type: 'instance' },
      ],
    }),
  );
  const found = (await kernelCompletion(() => questions)(at('df.he'))) as CompletionResult;
  expect([found.from, found.to, found.options]).toEqual([
    3,
    5,
    [
      { label: 'head', type: 'function' },
      { label: 'of df.he', type: 'variable' },
    ],
  ]);
  const isValid = found.validFor as (text: string) => boolean;
  expect([isValid('hea'), isValid('head.x'), isValid('he(')]).toEqual([true, false, false]);
});

test('[NBK-067] nothing is asked between words, and a kernel that is not there offers nothing', async () => {
  let count = 0;
  const questions = knowing(() => {
    count += 1;
    return Promise.resolve(null);
  });
  expect(await kernelCompletion(() => questions)(at('x = '))).toBeNull();
  expect(count).toBe(0);
  expect(await kernelCompletion(() => questions)(at('x = y'))).toBeNull();
  expect(await kernelCompletion(() => null)(at('x.'))).toBeNull();
  expect(count).toBe(1);
});

test('[NBK-067] before there is a kernel the words of all blocks are offered, each once, without the one being typed', () => {
  const result = wordCompletion(() => ['catchment = 1', 'print(catchment, cat)'])(at('cat')) as CompletionResult;
  expect(result.options.map(({ label }) => label)).toEqual(['catchment', 'print']);
  expect(wordsOf(['discharge disch disch'], 'disch')).toEqual(['discharge', 'disch']);
  expect(wordCompletion(() => ['head'])(at('df.he'))).toBeNull();
});

test('[NBK-067] the call that is being written is found through nested brackets, and none where there is none', () => {
  expect(openCallAt('print(len(x), ', 14)).toBe(5);
  expect(openCallAt('print(len(', 10)).toBe(9);
  expect(openCallAt('print(x)', 8)).toBe(-1);
  expect(openCallAt('x = (1, ', 8)).toBe(-1);
  expect(openCallAt('f([1, ', 6)).toBe(-1);
});

test('[NBK-067] documentation is read from the answer of the kernel', () => {
  const escape = String.fromCodePoint(27);
  const answer = `${escape}[31mSignature:${escape}[39m\nhypot(*coordinates,\n      scale=1)\n${escape}[31mDocstring:${escape}[39m Length of a vector.\n\nMore: about it.\n${escape}[31mType:${escape}[39m      builtin_function_or_method`;
  const read = readDocumentation(answer);
  expect(read).toEqual({
    signature: 'hypot(*coordinates,\n      scale=1)',
    text: 'Length of a vector.\n\nMore: about it.',
  });
  expect(firstParagraph(read.text)).toBe('Length of a vector.');
  expect(readDocumentation('Type:        int\nString form: 42')).toEqual({ signature: null, text: 'int\n42' });
  expect(readDocumentation('Docstring: hypot(*coordinates) -> value\n\nDistance.\nType: x')).toEqual({
    signature: 'hypot(*coordinates) -> value',
    text: 'Distance.',
  });
  expect(['x = math.hypot', 'f().real', 'a[0].', '1a'].map((code) => nameBefore(code, code.length))).toEqual([
    'math.hypot',
    '',
    '',
    '',
  ]);
  expect(readDocumentation('plain words')).toEqual({ signature: null, text: 'plain words' });
});
