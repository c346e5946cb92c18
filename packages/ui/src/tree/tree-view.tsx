import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useContextMenu, type ContextMenuPlace } from '../overlay/context-menu.tsx';
import type { MenuEntry } from '../overlay/menu-item.ts';
import { useInterface } from '../provider/interface-context.ts';
import { flattenTree } from './flatten-tree.ts';
import { rowHeight } from './row-window.ts';
import { findByTyping, treeKeyAction } from './tree-key.ts';
import { moveEntries, type CanDrop, type Move } from './tree-move.ts';
import type { DropPosition, TreeNode, TreeRow } from './tree-node.ts';
import { TreeRowView } from './tree-row.tsx';
import { rowsOfList, type TreeRows } from './tree-rows.ts';
import { noKeys } from './tree-select.ts';
import { useRowWindow } from './use-row-window.ts';
import { useTreeDrag } from './use-tree-drag.ts';
import { useTreeSelection } from './use-tree-selection.ts';
import { useTypeahead } from './use-typeahead.ts';

export interface TreeRowState {
  isExpanded: boolean;
  isSelected: boolean;
  isActive: boolean;
}

export interface TreeHandle {
  focus(): void;
  /** Brings a row into sight and makes it the active one; false when it is not there. */
  reveal(id: string): boolean;
}

export interface TreeViewProps<Node extends TreeNode<Node>> {
  handle?: Ref<TreeHandle>;
  /** What the tree holds, for those who do not see it. */
  label: string;
  /** A nested model; or give `rows` already flattened, as a source that is asked row by row. */
  nodes?: readonly Node[];
  rows?: TreeRows<Node>;
  expanded: ReadonlySet<string>;
  onToggle: (id: string, isExpanded: boolean, node: Node) => void;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>, node: Node) => void;
  /** All rows, or none: no node is the one that was pressed. */
  onSelectMany?: (ids: ReadonlySet<string>) => void;
  /** Ctrl or Cmd adds a row, Shift takes the range, Ctrl+A all, Escape none. */
  multiple?: boolean;
  /** Enter, or a press as `activateOn` says. Return `false` to let the tree open or close the row instead. */
  onActivate?: (node: Node) => void | boolean;
  /** A click unless told otherwise; the second click of a double one does nothing more. */
  activateOn?: (node: Node) => 'click' | 'double-click';
  onRename?: (node: Node) => void;
  onDelete?: (node: Node) => void;
  /** Other keys at the active row, asked first. Return true when it did something. */
  onKey?: (event: KeyboardEvent, node: Node | null) => boolean;
  renderIcon?: (node: Node, state: TreeRowState) => ReactNode;
  renderName?: (node: Node, state: TreeRowState) => ReactNode;
  /**
   * Counts, an eye. Buttons here take `tabIndex={state.isActive ? 0 : -1}` so that Tab reaches those of the active row
   * only.
   */
  renderEnd?: (node: Node, state: TreeRowState) => ReactNode;
  /** Rows of the context menu; moves by keyboard are added when `onMove` is given. */
  contextMenu?: (node: Node) => readonly MenuEntry[];
  /** Rows of the context menu of the ground below the rows. */
  groundMenu?: () => readonly MenuEntry[];
  /** Adds drag data of the caller's kinds; makes rows draggable. */
  onDragStart?: (node: Node, data: DataTransfer) => void;
  /** A row of this tree was dropped, or moved by menu; makes rows draggable. */
  onMove?: Move;
  canDrop?: CanDrop<Node>;
  /** Something from outside was dropped on a row. */
  onDropData?: (data: DataTransfer, target: Node, position: DropPosition) => void;
  /**
   * For trees whose order is not the person's: whatever is dropped goes into the row that can hold it, or to the ground
   * (null).
   */
  onDropInto?: (data: DataTransfer, target: Node | null, isCopy: boolean) => void;
  canDropInto?: (target: Node | null, data: DataTransfer, draggedId: string | null) => boolean;
  /** Which rows are drawn, for sources that read what is asked for. */
  onRange?: (first: number, last: number) => void;
}

const always = () => true;

/**
 * A tree of 28 px rows that draws only what is in sight: arrows move and open, Enter activates, F2 renames, letters
 * find.
 */
export function TreeView<Node extends TreeNode<Node>>(props: TreeViewProps<Node>) {
  const { handle, label, nodes, expanded, selected, onToggle, onRange, canDrop = always } = props;
  const { direction, texts } = useInterface();
  const rows = useMemo(
    () => props.rows ?? rowsOfList(flattenTree(nodes ?? [], expanded)),
    [props.rows, nodes, expanded],
  );
  const [active, setActive] = useState<{ id: string; index: number } | null>(null);
  const prefix = useId();
  const typeahead = useTypeahead();
  const openMenu = useContextMenu();
  const dropsInto = props.onDropInto !== undefined;
  const drag = useTreeDrag({
    rows,
    canDrop,
    dropsInto,
    isDraggable: Boolean(props.onMove ?? props.onDragStart),
    onDragStart: props.onDragStart,
    onMove: props.onMove,
    onDropData: props.onDropData,
    onDropInto: props.onDropInto,
    canDropInto: props.canDropInto,
    onSpring: (row) => onToggle(row.node.id, true, row.node),
  });
  const { scroller, range, total, offsetOf, measure, scrollTo } = useRowWindow(rows);
  useLayoutEffect(() => {
    onRange?.(range.first, range.last);
  }, [range, rows, onRange]);

  const activeIndex = activeIndexOf(rows, active, selected);
  const elementId = (index: number) => `${prefix}-${index}`;
  const setActiveAt = (index: number) => {
    const row = rows.at(index);
    if (row) setActive({ id: row.node.id, index });
  };
  const goTo = (index: number) => {
    setActiveAt(index);
    scrollTo(index);
  };
  const select = useTreeSelection({
    rows,
    selected,
    multiple: props.multiple ?? false,
    onSelect: props.onSelect,
    onSelectMany: props.onSelectMany,
    onActive: setActiveAt,
  });
  const opensOn = (row: TreeRow<Node>) => props.activateOn?.(row.node) ?? 'click';
  const activate = (row: TreeRow<Node>) => {
    if (row.node.isPending || (props.onActivate && props.onActivate(row.node) !== false)) return;
    if (row.isExpandable) onToggle(row.node.id, !row.isExpanded, row.node);
  };
  const showMenu = (place: ContextMenuPlace, index: number) => {
    const row = rows.at(index);
    if (!row || row.node.isPending) return;
    const own = props.contextMenu?.(row.node) ?? [];
    const moves = props.onMove && !dropsInto ? moveEntries(rows, row, texts.tree, canDrop, props.onMove) : [];
    const divider: MenuEntry[] = own.length > 0 && moves.length > 0 ? [{ key: 'tree-move-line', kind: 'divider' }] : [];
    openMenu(place, [...own, ...divider, ...moves]);
  };
  const showMenuAtActive = () => {
    const box = document.getElementById(elementId(activeIndex))?.getBoundingClientRect();
    if (box) showMenu({ x: direction === 'rtl' ? box.right - 32 : box.left + 32, y: box.top + rowHeight }, activeIndex);
  };
  useImperativeHandle(handle, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    reveal: (id) => {
      const index = rows.indexOf(id);
      if (index !== -1) goTo(index);
      return index !== -1;
    },
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of a button inside a row are that button's own.
    if (event.target !== event.currentTarget) return;
    const row = rows.at(activeIndex);
    const node = row && !row.node.isPending ? row.node : null;
    if (props.onKey?.(event, node) || (row && pressKey(event, row))) event.preventDefault();
  };
  const pressKey = (event: KeyboardEvent, row: TreeRow<Node>): boolean => {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const action = isCommand ? undefined : treeKeyAction(event.key, rows, activeIndex, direction, page);
    if (action) {
      if (action.kind === 'go') moveFocus(action.index, event);
      else onToggle(row.node.id, action.kind === 'expand', row.node);
      return true;
    }
    if (props.multiple && isCommand && !event.altKey && event.key.toLowerCase() === 'a') select.all();
    else if (isCommand) return false;
    else if (event.key === 'Escape' && props.multiple && selected.size > 0) props.onSelectMany?.(new Set());
    else if (event.key === 'Enter') activate(row);
    else if (event.key === ' ') select.at(activeIndex, { ...noKeys, ctrlKey: props.multiple ?? false });
    else if (event.key === 'F2' && props.onRename && !row.node.isPending) props.onRename(row.node);
    else if (event.key === 'Delete' && props.onDelete && !row.node.isPending) props.onDelete(row.node);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) showMenuAtActive();
    else return typeLetter(event);
    return true;
  };
  const moveFocus = (index: number, event: KeyboardEvent) => {
    if (props.multiple && event.shiftKey) select.extend(activeIndex, index);
    goTo(index);
  };
  const typeLetter = (event: KeyboardEvent): boolean => {
    if (event.key.length !== 1) return false;
    const found = findByTyping(rows, activeIndex, typeahead(event.key));
    if (found !== undefined) goTo(found);
    return true;
  };

  const shown: number[] = [];
  for (let index = range.first; index <= Math.min(range.last, rows.length - 1); index += 1) shown.push(index);
  // The active row is kept drawn, so that what the tree points at by its id is there.
  if (rows.length > 0 && (activeIndex < range.first || activeIndex > range.last)) shown.push(activeIndex);

  return (
    <div
      ref={scroller}
      className="g-tree"
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={props.multiple || undefined}
      data-drop-ground={drag.mark?.id === null || undefined}
      aria-activedescendant={rows.length > 0 ? elementId(activeIndex) : undefined}
      onKeyDown={onKeyDown}
      {...drag.groundProps}
      onClick={(event) => {
        if (props.multiple && isGround(event) && selected.size > 0) props.onSelectMany?.(new Set());
      }}
      onContextMenu={(event) => {
        if (event.target !== event.currentTarget && !isGround(event)) return;
        event.preventDefault();
        if (event.button !== 2) showMenuAtActive();
        else if (props.groundMenu) openMenu(event, props.groundMenu());
      }}
    >
      <div role="none" className="g-tree-body" style={{ height: total }}>
        {shown.map((index) => {
          const row = rows.at(index);
          if (!row) return null;
          const { node } = row;
          const state = {
            isExpanded: row.isExpanded,
            isSelected: selected.has(node.id),
            isActive: index === activeIndex,
          };
          return (
            <TreeRowView
              key={node.id}
              row={row}
              index={index}
              elementId={elementId(index)}
              isSelected={state.isSelected}
              isActive={state.isActive}
              drop={drag.mark?.id === node.id ? drag.mark.position : undefined}
              isInDrop={dropsInto && drag.mark?.id != null && row.parentId === drag.mark.id}
              style={{ transform: `translateY(${offsetOf(index)}px)` }}
              onHeight={measure}
              icon={props.renderIcon?.(node, state)}
              name={props.renderName?.(node, state)}
              end={props.renderEnd?.(node, state)}
              onToggle={() => onToggle(node.id, !row.isExpanded, node)}
              rowProps={{
                ...drag.rowProps(row),
                onClick: (event: MouseEvent) => {
                  select.at(index, event);
                  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
                  if (isPlain && event.detail <= 1 && opensOn(row) === 'click') activate(row);
                },
                onDoubleClick: () => {
                  if (opensOn(row) === 'double-click') activate(row);
                },
                onContextMenu: (event: MouseEvent) => {
                  setActiveAt(index);
                  if (!selected.has(node.id)) select.at(index, noKeys);
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

/** Below the rows, or between the body and its frame. */
function isGround({ target, currentTarget }: MouseEvent): boolean {
  return target === currentTarget || (target as Element).classList.contains('g-tree-body');
}

/** The active row is where it was by its id; when it is gone, the row in its place; at first the first chosen one. */
function activeIndexOf<Node>(
  rows: TreeRows<Node>,
  active: { id: string; index: number } | null,
  selected: ReadonlySet<string>,
): number {
  const found = active ? rows.indexOf(active.id) : -1;
  if (found !== -1) return found;
  if (active) return Math.max(0, Math.min(active.index, rows.length - 1));
  const [firstSelected] = selected;
  return Math.max(0, firstSelected === undefined ? 0 : rows.indexOf(firstSelected));
}
