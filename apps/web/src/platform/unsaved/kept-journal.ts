import type { KeptRecord } from './kept-record.ts';

const prefix = 'groma.journal.';
/** Larger work goes into the storage alone: this one is small, and writing to it holds up the page. */
const mostLetters = 200_000;
const mostBytes = 100_000;
/** When each record was noted last, in this page's own count. */
const times = new Map<string, number>();
let now = 0;

/**
 * Writes a record down before anything else happens, as IndexedDB cannot: a page that ends at once has left it there.
 * Returns how to strike it out once it is in the storage, where it was not noted again meanwhile.
 */
export function note(record: KeptRecord): () => void {
  const time = (now += 1);
  times.set(record.id, time);
  try {
    const text = textOf(record);
    if (text !== null && text.length <= mostLetters) localStorage.setItem(prefix + record.id, text);
    else localStorage.removeItem(prefix + record.id);
  } catch {
    // Storage is full or refused: the record is on its way into the other one.
  }
  return () => {
    if (times.get(record.id) === time) strike([record.id]);
  };
}

export function strike(ids: readonly string[]): void {
  for (const id of ids) {
    times.delete(id);
    try {
      localStorage.removeItem(prefix + id);
    } catch {
      return;
    }
  }
}

/** What is noted, by any page. */
export function readNoted(): KeptRecord[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => recordOf(localStorage.getItem(key)) ?? []);
  } catch {
    return [];
  }
}

function textOf({ work, ...record }: KeptRecord): string | null {
  if (!(work instanceof Uint8Array)) return JSON.stringify({ ...record, work });
  if (work.length > mostBytes) return null;
  return JSON.stringify({ ...record, bytes: btoa(Array.from(work, (byte) => String.fromCharCode(byte)).join('')) });
}

function recordOf(text: string | null): KeptRecord | null {
  try {
    const { bytes, ...record } = JSON.parse(text ?? '') as KeptRecord & { bytes?: string };
    return bytes === undefined
      ? record
      : { ...record, work: Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)) };
  } catch {
    return null;
  }
}
