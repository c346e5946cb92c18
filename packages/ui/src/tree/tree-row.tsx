import type { CSSProperties, HTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { AlertTriangleIcon, ChevronDownIcon, ChevronRightIcon, LockIcon } from '../icons.ts';
import { Avatar } from '../identity/avatar.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { Truncated } from '../overlay/truncated.tsx';
import { useInterface, useNumberFormat } from '../provider/interface-context.ts';
import type { DropPosition, TreeNode, TreeRow } from './tree-node.ts';

export interface TreeRowViewProps<Node> {
  row: TreeRow<Node>;
  elementId: string;
  index: number;
  isSelected: boolean;
  isActive: boolean;
  drop?: DropPosition;
  icon: ReactNode;
  name?: ReactNode;
  end: ReactNode;
  style: CSSProperties;
  measure: Ref<HTMLDivElement>;
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
    <span className="g-tree-chevron" data-closed-rtl={(direction === 'rtl' && !row.isExpanded) || undefined} onClick={toggle} onDoubleClick={(event) => event.stopPropagation()}>
      {row.isExpanded ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
    </span>
  );
}

function LoadingMark({ loading }: { loading: true | number }) {
  const percent = useNumberFormat({ style: 'percent', maximumFractionDigits: 0 });
  return <span className="g-tree-count">{loading === true ? null : percent.format(loading / 100)}</span>;
}

/** One row with its states; the reason of a failure stands below it. */
export function TreeRowView<Node extends TreeNode<Node>>({ row, elementId, index, isSelected, isActive, drop, icon, name, end, style, measure, onToggle, rowProps }: TreeRowViewProps<Node>) {
  const { texts } = useInterface();
  const { node } = row;
  const isFailed = node.failure !== undefined && node.failure !== null;
  const lead = node.loading ? <Spinner label={texts.loading} /> : isFailed ? <AlertTriangleIcon /> : icon;
  return (
    <div
      {...rowProps} ref={measure} id={elementId} data-index={index} className="g-tree-row" role="treeitem" style={{ ...style, '--depth': row.depth } as CSSProperties}
      aria-level={row.depth + 1} aria-posinset={row.position} aria-setsize={row.siblings} aria-expanded={row.isExpandable ? row.isExpanded : undefined} aria-selected={isSelected}
      aria-busy={node.loading ? true : undefined} aria-label={spokenName(node, texts)}
      data-active={isActive || undefined} data-selected={isSelected || undefined} data-hidden-node={node.isHidden || undefined} data-failed={isFailed || undefined} data-drop={drop}
    >
      <div className="g-tree-line">
        <Chevron row={row} onToggle={onToggle} />
        <span className="g-tree-icon">{lead}</span>
        <span className="g-tree-name">{name ?? <Truncated text={node.name} />}</span>
        {node.loading ? <LoadingMark loading={node.loading} /> : null}
        {node.lockedBy && <LockIcon size={14} />}
        {node.lockedBy && node.lockedBy !== true && <Avatar size="s" id={node.lockedBy.id} name={node.lockedBy.name} />}
        {end}
      </div>
      {isFailed && <div className="g-tree-failure">{node.failure}</div>}
    </div>
  );
}

function spokenName(node: TreeNode, texts: ReturnType<typeof useInterface>['texts']): string {
  const states: string[] = [];
  if (node.failure) states.push(typeof node.failure === 'string' ? `${texts.tree.failed}: ${node.failure}` : texts.tree.failed);
  if (node.lockedBy) states.push(node.lockedBy === true ? texts.tree.locked : `${texts.tree.locked}: ${node.lockedBy.name}`);
  if (node.isHidden) states.push(texts.tree.hidden);
  return [node.name, ...states].join(', ');
}
