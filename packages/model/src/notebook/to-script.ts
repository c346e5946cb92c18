import type * as Y from 'yjs';
import { cellOf, idleCell, readCell } from './cell.ts';
import { readBlocks } from './read-blocks.ts';
import { blockMarkdown } from './block-markdown.ts';

/**
 * A notebook as a Python script in the percent format (`# %%` begins a cell, `# %% [markdown]` a text), which Jupyter
 * tools, Spyder, PyCharm and VS Code read. Code of other languages and IPython's magics stand as comments.
 */
export function toScript(doc: Y.Doc): string {
  const cells = readBlocks(doc).flatMap((block) => {
    if (block.codeId === null) {
      const text = blockMarkdown(block);
      return text === '' ? [] : [`# %% [markdown]\n${commented(text)}`];
    }
    const live = cellOf(doc, block.codeId);
    const { code, label, language, languageName } = live ? readCell(live) : { ...idleCell, code: '' };
    const title = label === idleCell.label ? '' : ` ${label.replaceAll(/[\r\n]+/g, ' ')}`;
    if (language !== 'python') return [`# %%${title} [${languageName ?? language}]\n${commented(code)}`];
    return [
      `# %%${title}\n${code
        .split('\n')
        .map((line) => (/^\s*(%|!|\?)/.test(line) ? `# ${line}` : line))
        .join('\n')}`,
    ];
  });
  return `${cells.join('\n\n')}\n`;
}

function commented(text: string): string {
  return text
    .split('\n')
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');
}
