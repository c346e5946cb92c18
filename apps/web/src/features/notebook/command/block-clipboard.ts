import { cellOf, codeCellType, ensureCell, readCell } from '@groma/model';
import * as Y from 'yjs';
import type { NotebookEditor } from '../block/notebook-editor.ts';
import { lendCode } from '../block/lent-code.ts';

type Block = NotebookEditor['document'][number];

let kept: readonly Block[] = [];
/** Takes the code of what was kept before back. */
let takeBack: (() => void) | null = null;

/** Blocks that were cut or copied on this page, for any notebook that is open on it. */
export const blockClipboard = {
  /** Keeps blocks with the code they have in `doc` now, for the notebook may be closed before they are pasted. */
  put(blocks: readonly Block[], doc: Y.Doc): void {
    kept = blocks;
    takeBack?.();
    const codes = new Y.Doc();
    for (const codeId of codeIdsIn(blocks)) {
      const cell = cellOf(doc, codeId);
      if (!cell) continue;
      const { code, label, language } = readCell(cell);
      ensureCell(codes, codeId, { code, label, language });
    }
    takeBack = lendCode(codes);
  },
  get: (): readonly Block[] => kept,
};

function codeIdsIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => [
    ...(block.type === codeCellType ? [block.props.codeId] : []),
    ...codeIdsIn(block.children as readonly Block[]),
  ]);
}
