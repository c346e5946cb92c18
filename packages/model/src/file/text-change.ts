import type * as Y from 'yjs';

/** `removed` characters at `from` of the old text give way to `inserted`. Changes are in order and do not overlap. */
export interface TextChange {
  from: number;
  removed: number;
  inserted: string;
}

/** Differing lines beyond which the search for the least difference stops and one change is made of all. */
const mostDifferences = 800;

/** The changes, by lines and trimmed to characters, that make one text another. None of them parts a surrogate pair. */
export function textChanges(before: string, after: string): TextChange[] {
  if (before === after) return [];
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  let top = 0;
  while (top < oldLines.length && top < newLines.length && oldLines[top] === newLines[top]) top++;
  let foot = 0;
  while (
    foot < oldLines.length - top &&
    foot < newLines.length - top &&
    oldLines[oldLines.length - 1 - foot] === newLines[newLines.length - 1 - foot]
  )
    foot++;
  const [oldMiddle, newMiddle] = [
    oldLines.slice(top, oldLines.length - foot),
    newLines.slice(top, newLines.length - foot),
  ];
  const changes: TextChange[] = [];
  let from = lengthOf(oldLines, 0, top);
  let [oldAt, newAt] = [0, 0];
  for (const { oldLine, newLine, count } of [
    ...commonRuns(oldMiddle, newMiddle),
    { oldLine: oldMiddle.length, newLine: newMiddle.length, count: 0 },
  ]) {
    const removed = oldMiddle.slice(oldAt, oldLine).join('');
    const inserted = newMiddle.slice(newAt, newLine).join('');
    if (removed !== inserted) changes.push(trimmed(from, removed, inserted));
    from += removed.length + lengthOf(oldMiddle, oldLine, oldLine + count);
    [oldAt, newAt] = [oldLine + count, newLine + count];
  }
  return changes;
}

/** Makes a live text another by the least changes, so that cursors and edits of others keep their places. */
export function replaceText(text: Y.Text, after: string): void {
  for (const { from, removed, inserted } of textChanges(text.toString(), after).toReversed()) {
    if (removed > 0) text.delete(from, removed);
    if (inserted !== '') text.insert(from, inserted);
  }
}

/** Lines with their line feeds. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function lengthOf(lines: readonly string[], from: number, to: number): number {
  let length = 0;
  for (let i = from; i < to; i++) length += lines[i]!.length;
  return length;
}

interface Run {
  oldLine: number;
  newLine: number;
  count: number;
}

/** Lines both have, in order, by the greedy algorithm of Myers (An O(ND) Difference Algorithm, 1986). */
function commonRuns(oldLines: readonly string[], newLines: readonly string[]): Run[] {
  const frontiers: Map<number, number>[] = [];
  let reached = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= Math.min(oldLines.length + newLines.length, mostDifferences); d++) {
    const next = new Map<number, number>(reached);
    for (let k = -d; k <= d; k += 2) {
      const goesDown = k === -d || (k !== d && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
      let x = goesDown ? (reached.get(k + 1) ?? 0) : (reached.get(k - 1) ?? 0) + 1;
      while (x < oldLines.length && x - k < newLines.length && oldLines[x] === newLines[x - k]) x++;
      next.set(k, x);
      if (x >= oldLines.length && x - k >= newLines.length)
        return traceRuns(frontiers, d, { x: oldLines.length, y: newLines.length });
    }
    frontiers.push(onlyNear(next, d));
    reached = next;
  }
  return [];
}

/** What a later step may look back at. */
function onlyNear(reached: ReadonlyMap<number, number>, d: number): Map<number, number> {
  return new Map([...reached].filter(([k]) => Math.abs(k) <= d));
}

function traceRuns(
  frontiers: readonly Map<number, number>[],
  differences: number,
  end: { x: number; y: number },
): Run[] {
  const runs: Run[] = [];
  let { x, y } = end;
  for (let d = differences; d > 0; d--) {
    const reached = frontiers[d - 1]!;
    const k = x - y;
    const goesDown = k === -d || (k !== d && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1));
    const startX = goesDown ? reached.get(k + 1)! : reached.get(k - 1)! + 1;
    if (x > startX) runs.push({ oldLine: startX, newLine: startX - k, count: x - startX });
    x = goesDown ? startX : startX - 1;
    y = goesDown ? startX - k - 1 : startX - k;
  }
  if (x > 0) runs.push({ oldLine: 0, newLine: 0, count: x });
  return runs.reverse();
}

function trimmed(from: number, removed: string, inserted: string): TextChange {
  const most = Math.min(removed.length, inserted.length);
  let start = 0;
  while (start < most && removed[start] === inserted[start]) start++;
  if (start > 0 && isHigh(removed.charCodeAt(start - 1))) start--;
  let end = 0;
  while (end < most - start && removed[removed.length - 1 - end] === inserted[inserted.length - 1 - end]) end++;
  if (end > 0 && isLow(removed.charCodeAt(removed.length - end))) end--;
  return {
    from: from + start,
    removed: removed.length - start - end,
    inserted: inserted.slice(start, inserted.length - end),
  };
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
