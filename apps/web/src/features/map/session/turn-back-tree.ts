import { arrangeHierarchy, type Hierarchy, type HierarchyEntry } from '@groma/model';

const fields = ['text', 'parent_id', 'order', 'visible'] as const;
type Change = Partial<Pick<HierarchyEntry, (typeof fields)[number]>>;

/** The fields of the tree that one change has changed, as they were before it. */
export type TreeBefore = Readonly<Record<string, Change>>;

/** What a change of the tree must set to be turned back: only the fields it touched, so that changes of others stay. */
export function treeBefore(before: Hierarchy, after: Hierarchy): TreeBefore {
  return Object.fromEntries(
    Object.values(after).flatMap((entry) => {
      const old = before[entry.id];
      if (!old) return [];
      const changed = fields.filter((field) => old[field] !== entry[field]);
      return changed.length === 0
        ? []
        : [[entry.id, Object.fromEntries(changed.map((field) => [field, old[field]])) as Change]];
    }),
  );
}

/**
 * The tree as it is now with those fields set; null where that would make no tree any more (a group is gone, too deep).
 */
export function withTreeBefore(now: Hierarchy, changes: TreeBefore): Hierarchy | null {
  const next: Record<string, HierarchyEntry> = { ...now };
  for (const [id, change] of Object.entries(changes)) if (next[id]) next[id] = { ...next[id], ...change };
  const arranged = arrangeHierarchy(next);
  return 'problem' in arranged ? null : arranged.hierarchy;
}
