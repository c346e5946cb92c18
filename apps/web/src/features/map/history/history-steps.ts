import type { LayerHistoryEntry } from '@groma/protocol';

/**
 * What one person did in one go, as one line: entries of one kind that follow each other closely. `made_at` is the
 * newest moment of it.
 */
export interface HistoryStep {
  id: string;
  made_at: string;
  author_id: string | null;
  username: string | null;
  assistant: string | null;
  kind: LayerHistoryEntry['kind'];
  count: number;
  names: readonly string[];
}

/** Edits of one kind that follow each other within this time are one step. */
const sameStepMs = 60_000;
const joined: readonly LayerHistoryEntry['kind'][] = [
  'Add',
  'Delete',
  'Edit_Property',
  'Add_Column',
  'Delete_Column',
  'style',
];

/** The history, newest first, in steps that can be read. */
export function historySteps(entries: readonly LayerHistoryEntry[]): HistoryStep[] {
  const steps: HistoryStep[] = [];
  let oldest = '';
  let restored: LayerHistoryEntry | null = null;
  for (const entry of entries) {
    // What a restore turned back was written in its own moment, and is told by it.
    if (restored && entry.made_at === restored.made_at && entry.author_id === restored.author_id) continue;
    restored = entry.kind === 'restored' ? entry : null;
    const last = steps.at(-1);
    const isSame =
      last &&
      joined.includes(entry.kind) &&
      last.kind === entry.kind &&
      last.author_id === entry.author_id &&
      last.assistant === entry.assistant &&
      Date.parse(oldest) - Date.parse(entry.made_at) <= sameStepMs;
    oldest = entry.made_at;
    if (!isSame) steps.push({ ...entry });
    else
      steps[steps.length - 1] = {
        ...last,
        count: last.count + entry.count,
        names: [...new Set([...last.names, ...entry.names])],
      };
  }
  return steps;
}

/** A file as people know it: one that came from a desktop lies in a folder of its own, which they never saw. */
export function sourceText(path: string): string {
  return path.replace(/^\/data\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\//, '');
}
