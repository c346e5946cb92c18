import { useState, type DragEvent } from 'react';
import { isWithin, type CanDrop, type Move } from './tree-move.ts';
import type { DropPosition, TreeNode, TreeRow } from './tree-node.ts';

export interface DropMark { id: string; position: DropPosition }

interface TreeDragOptions<Node> {
  rows: readonly TreeRow<Node>[];
  isDraggable: boolean;
  onDragStart?: (node: Node, data: DataTransfer) => void;
  onMove?: Move;
  canDrop: CanDrop<Node>;
  onDropData?: (data: DataTransfer, target: Node, position: DropPosition) => void;
}

/** Where in the row the pointer is: the outer quarters mean between rows, the middle means inside, if the row can hold things. */
export function dropPosition(offset: number, height: number, canHold: boolean): DropPosition {
  if (!canHold) return offset < height / 2 ? 'before' : 'after';
  if (offset < height / 4) return 'before';
  return offset > (height * 3) / 4 ? 'after' : 'inside';
}

/** Drag and drop of rows by the browser's own drag events. */
export function useTreeDrag<Node extends TreeNode<Node>>({ rows, isDraggable, onDragStart, onMove, canDrop, onDropData }: TreeDragOptions<Node>) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [mark, setMark] = useState<DropMark | null>(null);

  const markAt = (event: DragEvent, row: TreeRow<Node>): DropMark | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const position = dropPosition(event.clientY - box.top, box.height, row.isExpandable);
    if (draggedId === null) return onDropData ? { id: row.node.id, position } : null;
    const dragged = rows.find((other) => other.node.id === draggedId);
    if (!onMove || !dragged || isWithin(rows, draggedId, row.node.id) || !canDrop(dragged.node, row.node, position)) return null;
    return { id: row.node.id, position };
  };

  const rowProps = (row: TreeRow<Node>) => ({
    draggable: isDraggable,
    onDragStart: (event: DragEvent) => {
      setDraggedId(row.node.id);
      event.dataTransfer.effectAllowed = 'copyMove';
      event.dataTransfer.setData('text/plain', row.node.name);
      onDragStart?.(row.node, event.dataTransfer);
    },
    onDragEnd: () => { setDraggedId(null); setMark(null); },
    onDragOver: (event: DragEvent) => {
      const next = markAt(event, row);
      if (next) event.preventDefault();
      setMark((present) => (present?.id === next?.id && present?.position === next?.position ? present : next));
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Element | null)) setMark(null);
    },
    onDrop: (event: DragEvent) => {
      const target = markAt(event, row);
      setMark(null);
      if (!target) return;
      event.preventDefault();
      event.stopPropagation();
      if (draggedId === null) onDropData?.(event.dataTransfer, row.node, target.position);
      else onMove?.(draggedId, target.id, target.position);
      setDraggedId(null);
    },
  });

  return { mark, draggedId, rowProps };
}
