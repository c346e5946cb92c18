import { textChanges, type TextChange } from './text-change.ts';

/** A change with the lines of the old text that it touches, up to `endLine`. Whole lines that come in touch none. */
interface Placed extends TextChange {
  firstLine: number;
  endLine: number;
}

/**
 * What two people have made of one text, put together (a three-way merge by lines). The same change of both counts
 * once. Null where both have changed the same lines in different ways.
 */
export function mergeTexts(base: string, one: string, other: string): string | null {
  if (one === base || one === other) return other;
  if (other === base) return one;
  const own = place(base, textChanges(base, one));
  const others = place(base, textChanges(base, other)).filter((change) => !own.some((each) => isSame(each, change)));
  if (others.some((change) => own.some((each) => clash(each, change)))) return null;
  let merged = base;
  for (const { from, removed, inserted } of [...own, ...others].toSorted(byPlace).toReversed())
    merged = merged.slice(0, from) + inserted + merged.slice(from + removed);
  return merged;
}

/** Lines that come in at a place stand before what changes there. */
function byPlace(one: Placed, other: Placed): number {
  return one.from - other.from || one.endLine - other.endLine;
}

function isSame(one: TextChange, other: TextChange): boolean {
  return one.from === other.from && one.removed === other.removed && one.inserted === other.inserted;
}

function clash(one: Placed, other: Placed): boolean {
  const [isIn, isOtherIn] = [one.firstLine === one.endLine, other.firstLine === other.endLine];
  if (isIn && isOtherIn) return one.firstLine === other.firstLine;
  if (isIn) return one.firstLine > other.firstLine && one.firstLine < other.endLine;
  if (isOtherIn) return other.firstLine > one.firstLine && other.firstLine < one.endLine;
  return one.firstLine < other.endLine && other.firstLine < one.endLine;
}

function place(base: string, changes: readonly TextChange[]): Placed[] {
  let [at, line] = [0, 0];
  const lineAt = (position: number): number => {
    for (let feed = base.indexOf('\n', at); feed >= 0 && feed < position; feed = base.indexOf('\n', at)) {
      at = feed + 1;
      line += 1;
    }
    return line;
  };
  return changes.map((change) => {
    const { from, removed, inserted } = change;
    const firstLine = lineAt(from);
    const isAtStart = from === 0 || base[from - 1] === '\n';
    if (removed === 0 && isAtStart && inserted.endsWith('\n')) return { ...change, firstLine, endLine: firstLine };
    return { ...change, firstLine, endLine: lineAt(from + Math.max(removed, 1) - 1) + 1 };
  });
}
