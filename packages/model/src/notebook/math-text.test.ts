import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { joinLines } from './jupyter-output.ts';
import { mathSpans } from './math-span.ts';
import { markdownBody, notebookBody } from './notebook-body.ts';
import { readBlocks } from './read-blocks.ts';
import { readTemplate } from './template.ts';
import { toIpynb, toIpynbText } from './to-ipynb.ts';
import { createNotebookDocument, notebookFragment } from './write-blocks.ts';

const raw = String.raw;
const fileOf = (source: string) => ({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: 'python' } },
  cells: [{ cell_type: 'markdown', id: 'a', metadata: {}, source: source.match(/[^\n]*\n|[^\n]+/g) ?? [] }],
});

function open(source: string): Y.Doc {
  const doc = new Y.Doc();
  const { blocks, file } = readTemplate(`${JSON.stringify(fileOf(source), null, 1)}\n`);
  createNotebookDocument(doc, blocks, file);
  return doc;
}

const sourceOf = (doc: Y.Doc): string =>
  toIpynb(doc, 'n')
    .cells.map(({ source }) => joinLines(source))
    .join('\n\n');
const texts = (doc: Y.Doc): string[] => readBlocks(doc).map(({ text }) => text);

/** Writes a word before the text of the first block, so that it is written anew. */
function edit(doc: Y.Doc): void {
  const group = notebookFragment(doc).get(0) as Y.XmlElement;
  const node = (group.get(0) as Y.XmlElement).get(0) as Y.XmlElement;
  (node.get(0) as Y.XmlText).insert(0, 'Now ');
}

describe('[NBK-148] formulas in a text', () => {
  test('stand between dollar signs or in an environment; money, code and guarded signs are none', () => {
    expect(mathSpans(raw`By $a_1$ and $$b \\ c$$ or \begin{align}x&=1\end{align}.`)).toEqual([
      { from: 3, to: 8, source: 'a_1', isDisplay: false },
      { from: 13, to: 23, source: raw`b \\ c`, isDisplay: true },
      { from: 27, to: 55, source: raw`\begin{align}x&=1\end{align}`, isDisplay: true },
    ]);
    expect(mathSpans('$5 or $6, a $ b $ c, US$3')).toEqual([]);
    expect(mathSpans(raw`\$5 and 6\$`)).toEqual([]);
    expect(mathSpans('$$ $$')).toEqual([]);
  });

  test.each([
    raw`Text $x_1 * y_2$ and *more* $\mathbf{z}^*_i$`,
    raw`$$
\begin{aligned}
- a_1 &= b \\
+ c_*d* &= \sqrt[3]{e}
\end{aligned}
$$`,
    raw`\begin{equation}
1. x_1 \\
\end{equation}`,
    raw`a \(not a formula\) and $f\left(x\right)$`,
  ])('of a paragraph that is edited keep every sign of theirs: %s', (source) => {
    const doc = open(source);
    const formulas = mathSpans(texts(doc)[0]!).map((span) => span.source);
    edit(doc);
    const written = sourceOf(doc);
    expect(written).toContain('Now ');
    const again = open(written);
    expect(mathSpans(texts(again).join('\n')).map((span) => span.source)).toEqual(formulas);
    expect(formulas.every((each) => written.includes(each))).toBe(true);
  });

  test('dollar signs that a backslash guards are no formula, here and when they come back', () => {
    const doc = open(raw`from \$5 to 6\$ a piece, or \$7`);
    expect(mathSpans(texts(doc)[0]!)).toEqual([]);
    edit(doc);
    expect(sourceOf(doc)).toBe(raw`Now from \$5 to 6\$ a piece, or \$7`);
    expect(markdownBody(raw`from \$5 to 6\$`, 0, () => 'DRAWN')).toBe('<p>from $5 to 6$</p>');
  });

  test('are drawn in pages, and stand as code where they cannot be', () => {
    const draw = (source: string, isDisplay: boolean): string | null =>
      source === 'bad' ? null : `[${isDisplay ? 'D' : 'I'} ${source}]`;
    expect(markdownBody(raw`So $a<b$, $bad$ and \`$code$\` **$c$**`.replaceAll('\\`', '`'), 0, draw)).toBe(
      '<p>So [I a<b], <code dir="ltr">$bad$</code> and <code>$code$</code> <b>[I c]</b></p>',
    );
    const doc = open('$$\nx\n$$');
    const body = notebookBody(doc, {
      look: { code: () => '', frame: () => '', picture: () => '' },
      formula: draw,
    });
    expect(body).toBe('<p>[D x]</p>');
  });
});

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  raw`$\alpha_i * \beta_j$`,
  '$x$',
  raw`$$\sum_{i=1}^n x_i \\ y$$`,
  raw`\$5`,
  '$7',
  'word',
  '*so*',
  '`$c`',
  raw`\\`,
  raw`\(z\)`,
];
const blocks = [
  raw`$$
\frac{a}{b} \\
$$`,
  '```python\nprint("$a$")\n\tx = 1\n```',
  '~~~r\ny <- 2\n~~~',
  '```\n$$\n```',
  raw`\begin{align}
a &= b \\
- c
\end{align}`,
  '    indented $x$',
  '- item $x_1$\n- two',
  '> quote $q$',
  '| a | $b_1$ |\n|---|---|\n| 1 | 2 |',
];

function generated(seed: number): string {
  const next = chance(seed);
  return Array.from({ length: 1 + next(5) }, () =>
    next(2) === 0
      ? blocks[next(blocks.length)]!
      : Array.from({ length: 1 + next(6) }, () => pieces[next(pieces.length)]!).join(next(3) === 0 ? '\n' : ' '),
  ).join(next(4) === 0 ? '\n' : '\n\n');
}

test('[NBK-148] [NBK-129] a file with formulas and fences comes back as it was, whatever stands beside them', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const source = generated(seed);
    const text = `${JSON.stringify(fileOf(source), null, 1)}\n`;
    expect(toIpynbText(open(source), 'n'), source).toBe(text);
  }
});

test('[NBK-148] what is written of blocks says the same when it is read again', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const source = generated(seed);
    const first = new Y.Doc();
    createNotebookDocument(
      first,
      readTemplate(JSON.stringify(fileOf(source))).blocks.map(({ origin: _origin, lines: _lines, ...block }) => block),
    );
    const written = sourceOf(first);
    const said = (doc: Y.Doc) =>
      readBlocks(doc)
        .flatMap((block) => (block.type === 'codeBlock' ? [] : mathSpans(block.text)))
        .map((span) => span.source);
    expect(said(open(written)), source).toEqual(said(first));
  }
});
