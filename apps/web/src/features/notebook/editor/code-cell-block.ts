import { createBlockSpec } from '@blocknote/core';
import { cellCode, cellOf, codeCellType, notebookBlockTypes } from '@groma/model';
import type * as Y from 'yjs';
import { ownEvents } from '../block/own-events.ts';

/** Makes the places of code blocks in the page. */
export interface CellPlaces {
  make(blockId: string, codeId: string): { dom: HTMLElement; destroy(): void };
}

/**
 * The block with runnable code. The text editor keeps its place only: what is in it is drawn by `DrawnCells` when it
 * comes near.
 */
export function codeCellSpec(doc: Y.Doc, places: CellPlaces) {
  return createBlockSpec(
    {
      type: codeCellType,
      propSchema: { codeId: { default: notebookBlockTypes[codeCellType].props.codeId } },
      content: 'none',
    },
    {
      render({ id, props: { codeId } }) {
        if (this.renderType === 'dom') return { dom: codeAsHtml(doc, codeId) };
        return Object.assign(places.make(id, codeId), { ignoreMutation: () => true, stopEvent: ownEvents });
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
