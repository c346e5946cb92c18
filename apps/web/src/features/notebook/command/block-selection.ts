import { readingOrder } from '../block/block-order.ts';
import type { NotebookEditor } from '../block/notebook-editor.ts';

/** Blocks that are selected as wholes: from where the selection began to where it has been led. */
export interface BlockSelection {
  anchor: string;
  head: string;
  /** Where the head was, for when somebody deletes it. */
  place: number;
}

type Block = NotebookEditor['document'][number];

/** The blocks of a selection in reading order, and where its head is; null in a notebook without blocks. */
export function resolveSelection(
  blocks: readonly Block[],
  selection: BlockSelection,
): { order: Block[]; selected: Block[]; place: number } | null {
  const order = readingOrder(blocks);
  if (order.length === 0) return null;
  const placeOf = (id: string): number => order.findIndex((block) => block.id === id);
  const found = placeOf(selection.head);
  const place = found === -1 ? Math.min(selection.place, order.length - 1) : found;
  const from = found === -1 ? place : placeOf(selection.anchor);
  const [first, last] = from === -1 ? [place, place] : [Math.min(from, place), Math.max(from, place)];
  return { order, selected: order.slice(first, last + 1), place };
}

/** The selection of the block at a place, or as near to it as there is one. */
export function selectionAt(order: readonly Block[], place: number, anchor?: string): BlockSelection | null {
  const at = Math.max(0, Math.min(place, order.length - 1));
  const head = order[at]?.id;
  return head === undefined ? null : { anchor: anchor ?? head, head, place: at };
}
