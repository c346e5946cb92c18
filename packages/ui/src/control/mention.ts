/** Something that can be named in a text behind a sign: a layer behind @, a table behind /. */
export interface MentionOption {
  id: string;
  name: string;
  /** A few words on it, in second rank. */
  note?: string;
}

/** What is being typed behind a sign, up to the caret. */
export interface OpenMention {
  start: number;
  query: string;
  options: readonly MentionOption[];
}

const mostShown = 8;

/** The mention that ends at the caret, with what it may become; null where there is none. */
export function openMention(
  text: string,
  caret: number,
  sign: string,
  options: readonly MentionOption[],
): OpenMention | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf(sign);
  if (start < 0 || (start > 0 && !/[\s(]/.test(before[start - 1]!))) return null;
  const query = before.slice(start + sign.length);
  if (query.includes('\n')) return null;
  const sought = query.toLowerCase();
  // A name that stands there whole, with a space behind it, is finished.
  if (options.some(({ name }) => `${name.toLowerCase()} ` === sought)) return null;
  const found = options.filter(({ name }) => name.toLowerCase().includes(sought));
  const first = found.filter(({ name }) => name.toLowerCase().startsWith(sought));
  const shown = [...first, ...found.filter((option) => !first.includes(option))].slice(0, mostShown);
  return shown.length === 0 ? null : { start, query, options: shown };
}

/** The options that a text names, in the order of the list. Of names that begin alike the longer one counts. */
export function mentionsIn<Option extends MentionOption>(
  text: string,
  sign: string,
  options: readonly Option[],
): Option[] {
  let left = text;
  const found = new Set<Option>();
  for (const option of options.toSorted((one, other) => other.name.length - one.name.length)) {
    const mention = sign + option.name;
    if (option.name === '' || !left.includes(mention)) continue;
    found.add(option);
    left = left.replaceAll(mention, ' ');
  }
  return options.filter((option) => found.has(option));
}
