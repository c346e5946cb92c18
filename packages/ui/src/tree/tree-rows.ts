import type { TreeRow } from './tree-node.ts';

/** Rows in the order they are drawn, asked for one by one: what is long need not be there as a whole. */
export interface TreeRows<Node> {
  readonly length: number;
  at(index: number): TreeRow<Node> | undefined;
  /** Place of a node, -1 when it is not there or not known to be. */
  indexOf(id: string): number;
  /** Ids of the rows from `first` to `last` inclusive, read first where they are pending. */
  ids?(first: number, last: number): Promise<readonly string[]>;
}

/** A list as rows; places are looked up in an index that is made at the first question. */
export function rowsOfList<Node extends { id: string }>(list: readonly TreeRow<Node>[]): TreeRows<Node> {
  let places: Map<string, number> | undefined;
  return {
    length: list.length,
    at: (index) => list[index],
    indexOf: (id) => (places ??= new Map(list.map(({ node }, index) => [node.id, index]))).get(id) ?? -1,
  };
}

/** The row whose node has an id. */
export function rowOf<Node>(rows: TreeRows<Node>, id: string | null | undefined): TreeRow<Node> | undefined {
  return id === null || id === undefined ? undefined : rows.at(rows.indexOf(id));
}
