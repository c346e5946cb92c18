import * as Y from 'yjs';
import { codeCellType } from './block-type.ts';
import { notebookCells } from './cell.ts';
import { readContainers } from './read-blocks.ts';

/**
 * The code that a notebook keeps of blocks that are deleted, or have become something else: it comes back with its
 * block, and until then nobody sees it.
 */
export function looseCode(doc: Y.Doc): Set<Y.Text> {
  const used = new Set(readContainers(doc).map(({ container }) => codeIdOf(container.get(0))));
  return new Set(
    [...notebookCells(doc).entries()].flatMap(([codeId, cell]) => {
      const code = !used.has(codeId) && cell instanceof Y.Map ? cell.get('code') : null;
      return code instanceof Y.Text ? [code] : [];
    }),
  );
}

function codeIdOf(node: unknown): unknown {
  return node instanceof Y.XmlElement && node.nodeName === codeCellType ? node.getAttribute('codeId') : undefined;
}
