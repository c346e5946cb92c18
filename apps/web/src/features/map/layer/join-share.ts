import { joinKey, type Column, type PropertyValue } from '@groma/geo';
import { joinIndexOf, matchRows, type JoinedLayer } from './layer-joins.ts';
import type { LayerRows } from './layer-rows.ts';

/** What a join would give: how many of the `rows` meet one there, and how many keys occur there more than once. */
export interface JoinShare {
  rows: number;
  matched: number;
  repeated: number;
}

/** The columns by which two layers meet. */
export interface JoinProposal {
  column: string;
  otherColumn: string;
}

/** Rows here whose keys are tried, rows there that are looked at in columns of other names, and columns of either. */
const mostTried = 2_000;
const mostLooked = 100_000;
const mostColumns = 60;
/** What the same name counts beside the share of keys that meet. */
const nameShare = 0.5;
/** Below this, columns meet by chance. */
const leastShare = 0.1;

/** Counts what a join of two layers would give, of all features, whether they are shown or not. */
export function joinShare(own: LayerRows, column: string, other: JoinedLayer, otherColumn: string): JoinShare {
  const rows = matchRows(own, column, other, otherColumn);
  let matched = 0;
  for (const row of own.liveRows()) if (rows[row]! >= 0) matched += 1;
  return { rows: own.count, matched, repeated: joinIndexOf(other, otherColumn).repeated };
}

/**
 * The two columns whose values meet best: by the share of keys here that are there, times how different the keys there
 * are from each other, and by equal names. Decimal numbers, dates and truth values are no keys.
 */
export function proposeJoin(own: LayerRows, other: LayerRows): JoinProposal | null {
  const here = keyColumns(own.ownColumns).map(({ name }) => ({ name, keys: someKeys(own, name, mostTried) }));
  let best: (JoinProposal & { score: number }) | null = null;
  for (const { name: otherColumn } of keyColumns(other.ownColumns)) {
    const isNamedHere = here.some(({ name }) => plainName(name) === plainName(otherColumn));
    const found = someKeys(other, otherColumn, isNamedHere ? Infinity : mostLooked);
    const there = new Set(found);
    if (there.size === 0) continue;
    for (const { name: column, keys } of here) {
      const share = keys.length === 0 ? 0 : keys.filter((key) => there.has(key)).length / keys.length;
      if (share < leastShare) continue;
      const isNamed = plainName(column) === plainName(otherColumn);
      const score = share * (there.size / found.length) + (isNamed ? nameShare : 0);
      if (!best || score > best.score) best = { column, otherColumn, score };
    }
  }
  return best && { column: best.column, otherColumn: best.otherColumn };
}

function keyColumns(columns: readonly Column[]): Column[] {
  return columns.filter(({ type }) => ['text', 'integer', 'int64'].includes(type)).slice(0, mostColumns);
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The keys of the first rows that have one. */
function someKeys(layer: LayerRows, column: string, most: number): string[] {
  const read: (row: number) => PropertyValue = layer.ownCellOf(column) ?? (() => null);
  const keys: string[] = [];
  for (const row of layer.liveRows()) {
    const key = joinKey(read(row));
    if (key !== null && keys.push(key) >= most) break;
  }
  return keys;
}
