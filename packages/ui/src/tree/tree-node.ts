import type { ReactNode } from 'react';

/** What the tree must know of a node; callers extend it with their own fields. */
export interface TreeNode<Node = unknown> {
  id: string;
  name: string;
  /** Present (even if empty) on nodes that can be opened. */
  children?: readonly Node[];
  /** Opens although its children are not read yet. */
  isExpandable?: boolean;
  /** `true`, or the percentage that is done. */
  loading?: boolean | number;
  /** Why it failed; stands under the row. */
  failure?: ReactNode;
  /** Switched off: drawn faint. */
  isHidden?: boolean;
  /** About to leave its place, as what was cut: drawn faint. */
  isFaint?: boolean;
  /** Its place is known but not yet what stands there: drawn as a bone, and cannot be chosen. */
  isPending?: boolean;
  /** Who holds it, or `true`. */
  lockedBy?: { id: string; name: string } | true;
}

/** A node in the order it is drawn. */
export interface TreeRow<Node> {
  node: Node;
  /** 0 at the root. */
  depth: number;
  parentId: string | null;
  /** 1-based place among its siblings, and how many they are. */
  position: number;
  siblings: number;
  isExpandable: boolean;
  isExpanded: boolean;
}

export type DropPosition = 'before' | 'after' | 'inside';
