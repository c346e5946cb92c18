import {
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type HTMLAttributes,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { AlertTriangleIcon, ChevronDownIcon, ChevronRightIcon, LockIcon } from '../icons.ts';
import { Avatar } from '../identity/avatar.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { useInterface, useNumberFormat } from '../provider/interface-context.ts';
import { TreeName } from './tree-name.tsx';
import type { DropPosition, TreeNode, TreeRow } from './tree-node.ts';

export interface TreeRowViewProps<Node> {
  row: TreeRow<Node>;
  elementId: string;
  index: number;
  isSelected: boolean;
  isActive: boolean;
  drop?: DropPosition;
  /** Lies in what takes the drop. */
  isInDrop?: boolean;
  icon: ReactNode;
  name?: ReactNode;
  end: ReactNode;
  style: CSSProperties;
  /** Told its height while it may be more than that of one line. */
  onHeight: (id: string, height: number) => void;
  onToggle: () => void;
  rowProps: HTMLAttributes<HTMLDivElement>;
}

function Chevron({ row, onToggle }: { row: TreeRow<unknown>; onToggle: () => void }) {
  const { direction } = useInterface();
  if (!row.isExpandable) return <span className="g-tree-chevron" />;
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    onToggle();
  };
  // Not a tab stop of its own: the arrow keys open and close the row.
  return (
    <span
      className="g-tree-chevron"
      data-closed-rtl={(direction === 'rtl' && !row.isExpanded) || undefined}
      onClick={toggle}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {row.isExpanded ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
    </span>
  );
}

function LoadingMark({ loading }: { loading: true | number }) {
  const percent = useNumberFormat({ style: 'percent', maximumFractionDigits: 0 });
  return <span className="g-tree-count">{loading === true ? null : percent.format(loading / 100)}</span>;
}

/** One row with its states; the reason of a failure stands below it. */
export function TreeRowView<Node extends TreeNode<Node>>({
  row,
  elementId,
  index,
  isSelected,
  isActive,
  drop,
  isInDrop,
  icon,
  name,
  end,
  style,
  onHeight,
  onToggle,
  rowProps,
}: TreeRowViewProps<Node>) {
  const { texts } = useInterface();
  const { node } = row;
  const isFailed = node.failure !== undefined && node.failure !== null;
  const element = useRef<HTMLDivElement>(null);
  // Before the row is seen: the next one would lie under the reason for a moment.
  useLayoutEffect(() => {
    const { current } = element;
    if (!isFailed || !current) return undefined;
    const measure = () => onHeight(node.id, current.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => {
      observer.disconnect();
      onHeight(node.id, 0);
    };
  }, [isFailed, node.id, onHeight]);
  if (node.isPending) return <PendingRow row={row} style={style} rowProps={rowProps} elementId={elementId} />;
  const lead = node.loading ? <Spinner label={texts.loading} /> : isFailed ? <AlertTriangleIcon /> : icon;
  return (
    <div
      {...rowProps}
      ref={element}
      id={elementId}
      data-index={index}
      className="g-tree-row"
      role="treeitem"
      style={{ ...style, '--depth': row.depth } as CSSProperties}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.isExpandable ? row.isExpanded : undefined}
      aria-selected={isSelected}
      aria-busy={node.loading ? true : undefined}
      aria-label={spokenName(node, texts)}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-hidden-node={node.isHidden || undefined}
      data-failed={isFailed || undefined}
      data-drop={drop}
      data-in-drop={isInDrop || undefined}
      data-faint={node.isFaint || undefined}
    >
      <div className="g-tree-line">
        <Chevron row={row} onToggle={onToggle} />
        <span className="g-tree-icon">{lead}</span>
        <span className="g-tree-name">{name ?? <TreeName text={node.name} />}</span>
        {node.loading ? <LoadingMark loading={node.loading} /> : null}
        {node.lockedBy && <LockIcon size={14} />}
        {node.lockedBy && node.lockedBy !== true && <Avatar size="s" id={node.lockedBy.id} name={node.lockedBy.name} />}
        {end}
      </div>
      {isFailed && <div className="g-tree-failure">{node.failure}</div>}
    </div>
  );
}

function PendingRow({
  row,
  style,
  rowProps,
  elementId,
}: {
  row: TreeRow<unknown>;
  style: CSSProperties;
  rowProps: HTMLAttributes<HTMLDivElement>;
  elementId: string;
}) {
  const { texts } = useInterface();
  const { onDragOver, onDrop } = rowProps;
  return (
    <div
      id={elementId}
      className="g-tree-row"
      role="treeitem"
      style={{ ...style, '--depth': row.depth } as CSSProperties}
      aria-busy
      aria-label={texts.loading}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={false}
      {...{ onDragOver, onDrop }}
    >
      <div className="g-tree-line">
        <span className="g-tree-chevron" />
        <span className="g-tree-bone" style={{ inlineSize: `${36 + ((row.position * 37) % 40)}%` }} />
      </div>
    </div>
  );
}

function spokenName(node: TreeNode, texts: ReturnType<typeof useInterface>['texts']): string {
  const states: string[] = [];
  if (node.failure)
    states.push(typeof node.failure === 'string' ? `${texts.tree.failed}: ${node.failure}` : texts.tree.failed);
  if (node.lockedBy)
    states.push(node.lockedBy === true ? texts.tree.locked : `${texts.tree.locked}: ${node.lockedBy.name}`);
  if (node.isHidden) states.push(texts.tree.hidden);
  return [node.name, ...states].join(', ');
}
