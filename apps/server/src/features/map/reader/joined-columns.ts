import type { Column } from '@groma/geo';
import { joinedName, type LayerJoin } from '@groma/model';

/** What a join brings: the columns, with the names that they have there. */
export interface JoinedColumns<Join> {
  join: Join;
  taken: (Column & { theirs: string })[];
}

/**
 * The columns that joins bring to a layer with some of its own, given those of the other layers; joins whose layer or
 * columns are gone bring nothing. A name that the layer has itself, or an earlier join brings, stays with that.
 */
export function joinedColumns<Join extends { join: LayerJoin }>(
  own: readonly Column[],
  joins: readonly Join[],
  columnsOf: (join: Join) => readonly Column[] | null,
): JoinedColumns<Join>[] {
  const taken = new Set(own.map(({ name }) => name));
  const has = (columns: readonly Column[], name: string): boolean => columns.some((column) => column.name === name);
  return joins.flatMap((each) => {
    const { join } = each;
    const theirs = columnsOf(each);
    if (!theirs || !has(own, join.column) || !has(theirs, join.otherColumn)) return [];
    const found = join.columns.flatMap((wanted) => {
      const column = theirs.find(({ name }) => name === wanted);
      const name = joinedName(join, wanted);
      return column && !taken.has(name) ? [{ name, theirs: wanted, type: column.type }] : [];
    });
    for (const { name } of found) taken.add(name);
    return [{ join: each, taken: found }];
  });
}
