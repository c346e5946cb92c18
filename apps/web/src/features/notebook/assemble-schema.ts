import {
  BlockNoteSchema,
  createBulletListItemBlockSpec,
  createCheckListItemBlockSpec,
  createDividerBlockSpec,
  createHeadingBlockSpec,
  createImageBlockSpec,
  createNumberedListItemBlockSpec,
  createParagraphBlockSpec,
  createQuoteBlockSpec,
  defaultBlockSpecs,
} from '@blocknote/core';
import { codeCellType, plainTextType } from '@groma/model';
import type * as Y from 'yjs';
import { alertSpec } from './editor/alert-block.tsx';
import { codeCellSpec, type CellPlaces } from './editor/code-cell-block.ts';
import { fenceSpec } from './text/fence-block.ts';
import { widgetSpecs } from './widget/widget-specs.tsx';

/** The blocks the editor knows: exactly those of `notebookBlockTypes`, or opening a notebook would spoil it. */
export function createNotebookSchema(doc: Y.Doc, places: CellPlaces) {
  return BlockNoteSchema.create({
    blockSpecs: {
      paragraph: createParagraphBlockSpec(),
      heading: createHeadingBlockSpec({ allowToggleHeadings: false }),
      bulletListItem: createBulletListItemBlockSpec(),
      numberedListItem: createNumberedListItemBlockSpec(),
      checkListItem: createCheckListItemBlockSpec(),
      quote: createQuoteBlockSpec(),
      divider: createDividerBlockSpec(),
      table: defaultBlockSpecs.table,
      image: createImageBlockSpec(),
      [plainTextType]: fenceSpec(),
      [codeCellType]: codeCellSpec(doc, places),
      alert: alertSpec(),
      ...widgetSpecs,
    },
  });
}
