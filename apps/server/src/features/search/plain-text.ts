/** A text as search compares it: without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

export function holds(text: string, wanted: string): boolean {
  return plain(text).includes(plain(wanted));
}
