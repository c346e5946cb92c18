import { expect, test } from 'vitest';
import { codeAnswerOf } from './code-answer.ts';

const python = (text: string, isWhole = true) => codeAnswerOf(text, isWhole, 'python');

test('[AIA-005] title, language and code are taken out of fences, with words around them', () => {
  const answers: [string, string | null, string, string][] = [
    ['Title: Sum of areas\n```python\nprint(1)\n```', 'Sum of areas', 'python', 'print(1)'],
    ['**Title:** Sum\n\n```R\nsum(x)\n```\nThis sums.', 'Sum', 'r', 'sum(x)'],
    ['# Count rows\n```sql\nSELECT 1;\n```', 'Count rows', 'sql', 'SELECT 1;'],
    ['Sure, here it is.\nI changed two lines:\n```js\nlet a;\n```', null, 'javascript', 'let a;'],
    ['```\nx = 1\r\ny = 2\r\n```', null, 'python', 'x = 1\r\ny = 2'],
    ['````python\ntext = """\n```\nno end\n```\n"""\n````', null, 'python', 'text = """\n```\nno end\n```\n"""'],
    ['```julia\nx\n```', null, 'python', 'x'],
    ['```python\nprint("never closed")\n', null, 'python', 'print("never closed")'],
  ];
  for (const [text, title, language, code] of answers) expect(python(text)).toEqual({ title, language, code });
});

test('[AIA-026] what has come of the code only grows, wherever the answer is cut', () => {
  for (const text of [
    'Title: T\n```python\na = "`"\n\nif a:\n    b = 1  \n```\nDone.',
    '```python\ns = """\n~~~\n``\n"""\n\n```',
    '~~~r\nx <- 1\n~~~',
  ]) {
    const whole = python(text)!.code;
    let before = '';
    for (let end = 0; end <= text.length; end++) {
      const next = python(text.slice(0, end), false)?.code ?? '';
      expect([text.slice(0, end), next.startsWith(before) && whole.startsWith(next)]).toEqual([
        text.slice(0, end),
        true,
      ]);
      before = next;
    }
    expect(before.length).toBeGreaterThan(0);
  }
});

test('[AIA-026] an answer without a fence holds no code', () => {
  for (const text of ['I cannot do that.', '', 'Title: T', 'x = 1', '``'])
    expect([text, python(text)]).toEqual([text, null]);
});
