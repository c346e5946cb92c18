import { expect, test } from 'vitest';
import { codePrompt, type CodeQuestion } from './code-prompt.ts';

const question: CodeQuestion = {
  request: 'Sum the areas',
  language: 'python',
  code: 'areas = [1]',
  section: '',
  error: null,
  earlier: [],
  previous: null,
};
const block = (label: string, code: string) => ({ label, language: 'python', code }) as const;

test('[AIA-027] the prompt has the request, the current code, the highlighted section and blocks run before, in their order', () => {
  expect(
    codePrompt({ ...question, section: '[1]', earlier: [block('First', 'a = 1'), block('Second', 'b = 2')] }, 10_000),
  ).toBe(
    [
      'Code blocks that were run before, in their order:',
      'First:\n```python\na = 1\n```',
      'Second:\n```python\nb = 2\n```',
      'Request: Sum the areas',
      'Current code of the block:\n```python\nareas = [1]\n```',
      'Highlighted section:\n```python\n[1]\n```',
    ].join('\n\n'),
  );
});

test('[AIA-027] a follow-up goes with what was suggested before', () => {
  expect(
    codePrompt({ ...question, request: 'As float', previous: { request: 'Sum', code: 'sum(areas)' } }, 10_000),
  ).toBe(
    [
      'Earlier request: Sum',
      'Suggested for it:\n```python\nsum(areas)\n```',
      'Follow-up: As float',
      'Current code of the block:\n```python\nareas = [1]\n```',
    ].join('\n\n'),
  );
});

test('[AIA-027] [AIA-020] blocks run before go along while they fit, the nearest first; the code is never cut', () => {
  const earlier = Array.from({ length: 50 }, (_, at) => block(`Block ${at}`, 'x'.repeat(100)));
  for (const room of [10, 500, 1_000, 3_000]) {
    const prompt = codePrompt({ ...question, earlier }, room);
    const bare = codePrompt(question, room);
    expect(prompt.endsWith(bare)).toBe(true);
    expect(prompt.length <= Math.max(room, bare.length)).toBe(true);
  }
  const some = codePrompt({ ...question, earlier }, 1_000);
  expect([some.includes('Block 49'), some.includes('Block 0:')]).toEqual([true, false]);
});

test('[AIA-053] a long error keeps its beginning and its end', () => {
  const error = `${'a'.repeat(4_000)}${'b'.repeat(4_000)}`;
  const prompt = codePrompt({ ...question, error }, 0);
  expect(prompt).toContain(`\n${'a'.repeat(2_500)}\n…\n${'b'.repeat(2_500)}\n`);
});

test('code with fences of its own stays whole within longer ones', () => {
  expect(codePrompt({ ...question, code: 'a = """\n```\n"""' }, 0)).toContain('````python\na = """\n```\n"""\n````');
});
