import { useState, type DragEvent } from 'react';
import { isWithin, type CanDrop, type Move } from './tree-move.ts';
import type { DropPosition, TreeNode, TreeRow } from './tree-node.ts';
import { rowOf, type TreeRows } from './tree-rows.ts';
import { useSpring } from './use-spring.ts';

/** `id` null is the ground of the tree, which only trees that drop into things have. */
export interface DropMark {
  id: string | null;
  position: DropPosition;
}

interface TreeDragOptions<Node> {
  rows: TreeRows<Node>;
  isDraggable: boolean;
  /** Drops mean a thing that holds others, or the ground; the order within is not the person's. */
  dropsInto: boolean;
  onDragStart?: (node: Node, data: DataTransfer) => void;
  onMove?: Move;
  canDrop: CanDrop<Node>;
  onDropData?: (data: DataTransfer, target: Node, position: DropPosition) => void;
  /** Takes drops of a tree that drops into things; `target` null is the ground. */
  onDropInto?: (data: DataTransfer, target: Node | null, isCopy: boolean) => void;
  canDropInto?: (target: Node | null, data: DataTransfer, draggedId: string | null) => boolean;
  /** The pointer rested on a closed row. */
  onSpring: (row: TreeRow<Node>) => void;
}

/**
 * Where in the row the pointer is: the outer quarters mean between rows, the middle means inside, if the row can hold
 * things.
 */
export function dropPosition(offset: number, height: number, canHold: boolean): DropPosition {
  if (!canHold) return offset < height / 2 ? 'before' : 'after';
  if (offset < height / 4) return 'before';
  return offset > (height * 3) / 4 ? 'after' : 'inside';
}

/**
 * The row that takes what is dropped on a row: itself when it can hold things, else the one that holds it; null is the
 * ground.
 */
function holderOf<Node extends TreeNode<Node>>(rows: TreeRows<Node>, row: TreeRow<Node>): TreeRow<Node> | null {
  return row.isExpandable ? row : (rowOf(rows, row.parentId) ?? null);
}

/** Drag and drop of rows by the browser's own drag events. */
export function useTreeDrag<Node extends TreeNode<Node>>(options: TreeDragOptions<Node>) {
  const { rows, isDraggable, dropsInto, onDragStart, onMove, canDrop, onDropData, onDropInto, canDropInto, onSpring } =
    options;
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [mark, setMark] = useState<DropMark | null>(null);
  const rest = useSpring();
  const show = (next: DropMark | null) =>
    setMark((present) => (present?.id === next?.id && present?.position === next?.position ? present : next));

  const markAt = (event: DragEvent, row: TreeRow<Node>): DropMark | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const position = dropPosition(event.clientY - box.top, box.height, row.isExpandable);
    if (draggedId === null) return onDropData ? { id: row.node.id, position } : null;
    const dragged = rowOf(rows, draggedId);
    if (!onMove || !dragged || isWithin(rows, draggedId, row.node.id) || !canDrop(dragged.node, row.node, position))
      return null;
    return { id: row.node.id, position };
  };
  const markInto = (event: DragEvent, row: TreeRow<Node> | null): DropMark | null => {
    const holder = row && holderOf(rows, row);
    if (!onDropInto || canDropInto?.(holder?.node ?? null, event.dataTransfer, draggedId) === false) return null;
    return { id: holder?.node.id ?? null, position: 'inside' };
  };
  const over = (event: DragEvent, row: TreeRow<Node> | null) => {
    const next = dropsInto ? markInto(event, row) : row && markAt(event, row);
    if (next) {
      event.preventDefault();
      if (dropsInto) event.dataTransfer.dropEffect = draggedId !== null && !isCopy(event) ? 'move' : 'copy';
    }
    if (dropsInto) event.stopPropagation();
    const isClosed = row?.isExpandable === true && !row.isExpanded;
    rest(isClosed ? row.node.id : null, isClosed ? () => onSpring(row) : undefined);
    show(next);
  };
  const end = () => {
    rest(null);
    setDraggedId(null);
    show(null);
  };
  const drop = (event: DragEvent, row: TreeRow<Node> | null) => {
    const target = dropsInto ? markInto(event, row) : row && markAt(event, row);
    const dragged = draggedId;
    end();
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    if (dropsInto) onDropInto?.(event.dataTransfer, rowOf(rows, target.id)?.node ?? null, isCopy(event));
    else if (dragged === null && row) onDropData?.(event.dataTransfer, row.node, target.position);
    else if (dragged !== null && target.id !== null) onMove?.(dragged, target.id, target.position);
  };
  const leave = (event: DragEvent) => {
    if (event.currentTarget.contains(event.relatedTarget as Element | null)) return;
    rest(null);
    show(null);
  };

  const rowProps = (row: TreeRow<Node>) => ({
    draggable: isDraggable && !row.node.isPending,
    onDragStart: (event: DragEvent) => {
      setDraggedId(row.node.id);
      event.dataTransfer.effectAllowed = 'copyMove';
      event.dataTransfer.setData('text/plain', row.node.name);
      onDragStart?.(row.node, event.dataTransfer);
    },
    onDragEnd: end,
    onDragOver: (event: DragEvent) => over(event, row),
    onDragLeave: dropsInto ? undefined : leave,
    onDrop: (event: DragEvent) => drop(event, row),
  });
  const groundProps = dropsInto
    ? {
        onDragOver: (event: DragEvent) => over(event, null),
        onDragLeave: leave,
        onDrop: (event: DragEvent) => drop(event, null),
      }
    : {};
  return { mark, rowProps, groundProps };
}

/** Ctrl (Alt on a Mac) copies instead of moving. */
function isCopy(event: DragEvent): boolean {
  return event.ctrlKey || event.altKey;
}
