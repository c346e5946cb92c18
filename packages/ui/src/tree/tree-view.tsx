import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useContextMenu, type ContextMenuPlace } from '../overlay/context-menu.tsx';
import type { MenuEntry } from '../overlay/menu-item.ts';
import { useInterface } from '../provider/interface-context.ts';
import { flattenTree } from './flatten-tree.ts';
import { findByTyping, treeKeyAction } from './tree-key.ts';
import { moveEntries, type CanDrop, type Move } from './tree-move.ts';
import type { DropPosition, TreeNode, TreeRow } from './tree-node.ts';
import { TreeRowView } from './tree-row.tsx';
import { useTreeDrag } from './use-tree-drag.ts';
import { useTypeahead } from './use-typeahead.ts';

export interface TreeRowState { isExpanded: boolean; isSelected: boolean; isActive: boolean }

export interface TreeViewProps<Node extends TreeNode<Node>> {
  /** What the tree holds, for those who do not see it. */
  label: string;
  /** A nested model; or give `rows` already flattened. */
  nodes?: readonly Node[];
  rows?: readonly TreeRow<Node>[];
  expanded: ReadonlySet<string>;
  onToggle: (id: string, isExpanded: boolean, node: Node) => void;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>, node: Node) => void;
  /** Ctrl or Cmd adds a row, Shift takes the range. */
  multiple?: boolean;
  /** Enter, double-click (or click with `activateOn="click"`). Return `false` to let the tree open or close the row instead. */
  onActivate?: (node: Node) => void | boolean;
  activateOn?: 'click' | 'double-click';
  onRename?: (node: Node) => void;
  onDelete?: (node: Node) => void;
  renderIcon?: (node: Node, state: TreeRowState) => ReactNode;
  renderName?: (node: Node, state: TreeRowState) => ReactNode;
  /** Counts, an eye. Buttons here take `tabIndex={state.isActive ? 0 : -1}` so that Tab reaches those of the active row only. */
  renderEnd?: (node: Node, state: TreeRowState) => ReactNode;
  /** Rows of the context menu; moves by keyboard are added when `onMove` is given. */
  contextMenu?: (node: Node) => readonly MenuEntry[];
  /** Adds drag data of the caller's kinds; makes rows draggable. */
  onDragStart?: (node: Node, data: DataTransfer) => void;
  /** A row of this tree was dropped, or moved by menu; makes rows draggable. */
  onMove?: Move;
  canDrop?: CanDrop<Node>;
  /** Something from outside was dropped on a row. */
  onDropData?: (data: DataTransfer, target: Node, position: DropPosition) => void;
}

const rowHeight = 28;
const always = () => true;

/** A tree of 28 px rows that draws only what is in sight: arrows move and open, Enter activates, F2 renames, letters find. */
export function TreeView<Node extends TreeNode<Node>>(props: TreeViewProps<Node>) {
  const { label, nodes, expanded, selected, onToggle, canDrop = always } = props;
  const { direction, texts } = useInterface();
  const rows = useMemo(() => props.rows ?? flattenTree(nodes ?? [], expanded), [props.rows, nodes, expanded]);
  const [activeId, setActiveId] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const typeahead = useTypeahead();
  const openMenu = useContextMenu();
  const anchor = useRef<string | null>(null);
  const drag = useTreeDrag({ rows, isDraggable: Boolean(props.onMove ?? props.onDragStart), onDragStart: props.onDragStart, onMove: props.onMove, canDrop, onDropData: props.onDropData });
  // oxlint-disable-next-line react/incompatible-library -- the virtual list is read anew at each render; no compiler memoizes it here
  const virtualizer = useVirtualizer({
    count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 8, getItemKey: (index) => rows[index]?.node.id ?? index,
  });

  const firstSelected = rows.findIndex((row) => selected.has(row.node.id));
  const foundActive = rows.findIndex((row) => row.node.id === activeId);
  const activeIndex = foundActive !== -1 ? foundActive : Math.max(0, firstSelected);
  const elementId = (index: number) => `${prefix}-${index}`;

  const goTo = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setActiveId(row.node.id);
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const select = (index: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    const row = rows[index];
    if (!row) return;
    setActiveId(row.node.id);
    const ids = selectionAfter(rows, selected, index, anchor.current, props.multiple ? event : noModifiers);
    if (!event.shiftKey) anchor.current = row.node.id;
    props.onSelect(ids, row.node);
  };
  const activate = (row: TreeRow<Node>) => {
    if (props.onActivate && props.onActivate(row.node) !== false) return;
    if (row.isExpandable) onToggle(row.node.id, !row.isExpanded, row.node);
  };
  const showMenu = (place: ContextMenuPlace, index: number) => {
    const row = rows[index];
    if (!row) return;
    const own = props.contextMenu?.(row.node) ?? [];
    const moves = props.onMove ? moveEntries(rows, row, texts.tree, canDrop, props.onMove) : [];
    const divider: MenuEntry[] = own.length > 0 && moves.length > 0 ? [{ key: 'tree-move-line', kind: 'divider' }] : [];
    openMenu(place, [...own, ...divider, ...moves]);
  };
  const showMenuAtActive = () => {
    const box = document.getElementById(elementId(activeIndex))?.getBoundingClientRect();
    if (box) showMenu({ x: direction === 'rtl' ? box.right - 32 : box.left + 32, y: box.top + rowHeight }, activeIndex);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of a button inside a row are that button's own.
    if (event.target !== event.currentTarget) return;
    const row = rows[activeIndex];
    if (!row) return;
    const handled = pressKey(event, row);
    if (handled) event.preventDefault();
  };
  const pressKey = (event: KeyboardEvent, row: TreeRow<Node>): boolean => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : treeKeyAction(event.key, rows, activeIndex, direction);
    if (action) {
      if (action.kind === 'go') moveFocus(action.index, event);
      else onToggle(row.node.id, action.kind === 'expand', row.node);
      return true;
    }
    if (event.key === 'Enter') activate(row);
    else if (event.key === ' ') select(activeIndex, { ...noModifiers, ctrlKey: props.multiple ?? false });
    else if (event.key === 'F2' && props.onRename) props.onRename(row.node);
    else if (event.key === 'Delete' && props.onDelete) props.onDelete(row.node);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) showMenuAtActive();
    else return typeLetter(event);
    return true;
  };
  const moveFocus = (index: number, event: KeyboardEvent) => {
    goTo(index);
    if (props.multiple && event.shiftKey) select(index, event);
  };
  const typeLetter = (event: KeyboardEvent): boolean => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false;
    const found = findByTyping(rows, activeIndex, typeahead(event.key));
    if (found !== undefined) goTo(found);
    return true;
  };

  return (
    <div
      ref={scroller} className="g-tree" role="tree" tabIndex={0} aria-label={label} aria-multiselectable={props.multiple || undefined}
      aria-activedescendant={rows.length > 0 ? elementId(activeIndex) : undefined} onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (event.button !== 2) showMenuAtActive();
      }}
    >
      <div role="none" className="g-tree-body" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          const { node } = row;
          const state = { isExpanded: row.isExpanded, isSelected: selected.has(node.id), isActive: index === activeIndex };
          return (
            <TreeRowView
              key={key} row={row} index={index} elementId={elementId(index)} isSelected={state.isSelected} isActive={state.isActive}
              drop={drag.mark?.id === node.id ? drag.mark.position : undefined} style={{ transform: `translateY(${start}px)` }} measure={virtualizer.measureElement}
              icon={props.renderIcon?.(node, state)} name={props.renderName?.(node, state)} end={props.renderEnd?.(node, state)}
              onToggle={() => onToggle(node.id, !row.isExpanded, node)}
              rowProps={{
                ...drag.rowProps(row),
                onClick: (event: MouseEvent) => {
                  select(index, event);
                  if (props.activateOn === 'click' && !event.shiftKey && !event.ctrlKey && !event.metaKey) activate(row);
                },
                onDoubleClick: () => { if (props.activateOn !== 'click') activate(row); },
                onContextMenu: (event: MouseEvent) => {
                  setActiveId(node.id);
                  if (!selected.has(node.id)) select(index, noModifiers);
                  scroller.current?.focus({ preventScroll: true });
                  showMenu(event, index);
                },
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

const noModifiers = { shiftKey: false, ctrlKey: false, metaKey: false };

/** The selection after a press on a row: alone, added or removed (Ctrl, Cmd), or the range from the anchor (Shift). */
export function selectionAfter<Node extends TreeNode<Node>>(rows: readonly TreeRow<Node>[], selected: ReadonlySet<string>, index: number, anchorId: string | null, keys: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): ReadonlySet<string> {
  const id = rows[index]?.node.id;
  if (id === undefined) return selected;
  const anchorIndex = rows.findIndex((row) => row.node.id === anchorId);
  if (keys.shiftKey && anchorIndex !== -1) {
    const [first, last] = anchorIndex < index ? [anchorIndex, index] : [index, anchorIndex];
    return new Set(rows.slice(first, last + 1).map((row) => row.node.id));
  }
  if (!keys.ctrlKey && !keys.metaKey) return new Set([id]);
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
