import type { NotebookEditor } from '../block/notebook-editor.ts';

type Block = NotebookEditor['document'][number];

let kept: readonly Block[] = [];

/** Blocks that were cut or copied on this page, for any notebook that is open on it. */
export const blockClipboard = {
  put(blocks: readonly Block[]): void {
    kept = blocks;
  },
  get: (): readonly Block[] => kept,
};
