/** How well a name answers what was typed: 0 not at all, higher is better. Case and accents do not count. */
export function rank(name: string, typed: string): number {
  const text = plain(name);
  const wanted = plain(typed).trim();
  if (wanted === '') return 1;
  if (text === wanted) return 5;
  if (text.startsWith(wanted)) return 4;
  const words = text.split(/[\s/._-]+/);
  if (words.some((word) => word.startsWith(wanted)) || startsEach(words, wanted.split(/\s+/))) return 3;
  if (text.includes(wanted)) return 2;
  // Two letters in order stand in almost any name.
  return wanted.length > 2 && holdsInOrder(text, wanted.replaceAll(' ', '')) ? 1 : 0;
}

export interface Ranked<Entry> {
  entries: Entry[];
  /** How well the best of them answers. */
  best: number;
}

/** The entries that answer, best first; equals keep their order. What an entry belongs to counts too, but least. */
export function rankAll<Entry>(
  entries: readonly Entry[],
  typed: string,
  nameOf: (entry: Entry) => string,
  most: number,
  detailOf?: (entry: Entry) => string | undefined,
): Ranked<Entry> {
  const found = entries
    .map((entry) => ({
      entry,
      score: Math.max(rank(nameOf(entry), typed), rank(detailOf?.(entry) ?? '', typed) >= 2 ? 1 : 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((first, second) => second.score - first.score)
    .slice(0, most);
  return { entries: found.map(({ entry }) => entry), best: found[0]?.score ?? 0 };
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

function startsEach(words: readonly string[], starts: readonly string[]): boolean {
  return starts.every((start) => words.some((word) => word.startsWith(start)));
}

function holdsInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}
