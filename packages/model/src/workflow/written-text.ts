import * as Y from 'yjs';

/** What becomes of a text: `removed` characters from `at` on give way to `inserted`. */
interface LetterChange {
  at: number;
  removed: number;
  inserted: string;
}

/**
 * The one change that makes `after` of `before`, as short as it can be, in UTF-16 units; null where they are the same.
 * No character of two units is taken apart: half of one would be stored as U+FFFD.
 */
export function textChange(before: string, after: string): LetterChange | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at += 1;
  if (isHigh(before, at - 1)) at -= 1;
  let same = 0;
  while (same < most - at && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  if (isLow(before, before.length - same)) same -= 1;
  return { at, removed: before.length - same - at, inserted: after.slice(at, after.length - same) };
}

/**
 * Writes what someone made of a text into an entry of a map: only the letters that they changed, so that those of
 * others stay. `shown` is the text that they saw, `typed` what they made of it; others may have written meanwhile.
 */
export function writeText(map: Y.Map<unknown>, name: string, shown: string, typed: string): void {
  const entry = map.get(name);
  if (typeof entry === 'string' && shown === typed) return;
  if (!(entry instanceof Y.Text)) {
    // Texts were plain values once; a bound field has none.
    map.set(name, new Y.Text(typeof entry === 'string' ? rewritten(entry, shown, typed) : typed));
    return;
  }
  const change = changeOf(String(entry), shown, typed);
  if (!change) return;
  if (change.removed > 0) entry.delete(change.at, change.removed);
  if (change.inserted !== '') entry.insert(change.at, change.inserted);
}

function rewritten(now: string, shown: string, typed: string): string {
  const change = changeOf(now, shown, typed);
  if (!change) return now;
  return now.slice(0, change.at) + change.inserted + now.slice(change.at + change.removed);
}

/** The change from `shown` to `typed`, at its place in the text as it is now. */
function changeOf(now: string, shown: string, typed: string): LetterChange | null {
  const own = textChange(shown, typed);
  const others = textChange(shown, now);
  if (!own || !others) return own;
  const placeOf = (at: number): number => {
    if (at <= others.at) return at;
    if (at >= others.at + others.removed) return at - others.removed + others.inserted.length;
    return others.at + others.inserted.length;
  };
  const at = placeOf(own.at);
  return { at, removed: Math.max(0, placeOf(own.at + own.removed) - at), inserted: own.inserted };
}

function isHigh(text: string, at: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(at));
}

function isLow(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at));
}
