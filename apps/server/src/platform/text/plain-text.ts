/** A text as search compares it: without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

export function holds(text: string, wanted: string): boolean {
  return plain(text).includes(plain(wanted));
}

/** Whether a text holds all words, wherever they stand. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const held = plain(text);
  return words.every((word) => held.includes(plain(word)));
}
