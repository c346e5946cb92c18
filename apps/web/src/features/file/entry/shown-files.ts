/** What the tree of files lends to commands while it is there. */
interface ShownTree {
  /** Shows and chooses what was made, moved or renamed. */
  show(paths: readonly string[]): void;
  /** Opens the folders a path lies in. */
  openAbove(path: string): void;
}

let tree: ShownTree | null = null;

/** The tree lends itself; returns how to take it back. */
export function lendTree(lent: ShownTree): () => void {
  tree = lent;
  return () => {
    if (tree === lent) tree = null;
  };
}

/** Shows and chooses files in the tree, where it is there. */
export function showFiles(paths: readonly string[]): void {
  tree?.show(paths);
}

/** Opens the folders a path lies in, and leaves what is chosen. */
export function openAbove(path: string): void {
  tree?.openAbove(path);
}
