import { createBlockSpec } from '@blocknote/core';
import { cellCode, cellOf, codeCellType, notebookBlockTypes } from '@groma/model';
import type * as Y from 'yjs';
import type { CellHosts } from '../cell/cell-hosts.ts';

/**
 * The block with runnable code. The text editor keeps its place only: what is in it is drawn by `DrawnCells` when it
 * comes near. What happens inside belongs to its own editor and its buttons; only a drag over it is the business of the
 * notebook around it.
 */
export function codeCellSpec(doc: Y.Doc, hosts: CellHosts) {
  return createBlockSpec(
    { type: codeCellType, propSchema: { codeId: { default: notebookBlockTypes[codeCellType].props.codeId } }, content: 'none' },
    {
      render({ id, props: { codeId } }) {
        if (this.renderType === 'dom') return { dom: codeAsHtml(doc, codeId) };
        const place = hosts.make(id, codeId);
        return { ...place, ignoreMutation: () => true };
      },
      toExternalHTML: ({ props: { codeId } }) => ({ dom: codeAsHtml(doc, codeId) }),
    },
  )();
}

/** What other programs get when the block is copied: its code. */
function codeAsHtml(doc: Y.Doc, codeId: string): HTMLElement {
  const cell = cellOf(doc, codeId);
  const text = document.createElement('pre');
  text.append(document.createElement('code'));
  text.firstElementChild!.textContent = cell ? cellCode(cell).toString() : '';
  return text;
}
