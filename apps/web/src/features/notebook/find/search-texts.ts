/** What is looked for, and what stands in its place afterwards. */
export interface SearchQuery {
  query: string;
  replacement: string;
  matchesCase: boolean;
  isWholeWord: boolean;
  isRegex: boolean;
}

/** Where something was found: in which text, from one character up to another, and what would replace it. */
interface TextMatch {
  text: number;
  from: number;
  to: number;
  replacement: string;
}

export interface SearchResult {
  matches: TextMatch[];
  /** There are more than `mostMatches`. */
  isCut: boolean;
}

/** More than anybody goes through. */
export const mostMatches = 10_000;

/**
 * The expression that a query stands for; `^` and `$` are those of lines.
 * @throws SyntaxError where the query is no regular expression.
 */
export function searchPattern({ query, matchesCase, isWholeWord, isRegex }: SearchQuery): RegExp {
  const source = isRegex ? query : query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(
    isWholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source,
    matchesCase ? 'gmu' : 'gimu',
  );
}

/**
 * Finds a query in texts, in their order; a place without any character is none.
 * @throws SyntaxError as `searchPattern`.
 */
export function searchTexts(texts: readonly string[], query: SearchQuery): SearchResult {
  const matches: TextMatch[] = [];
  if (query.query === '') return { matches, isCut: false };
  const pattern = searchPattern(query);
  for (const [text, said] of texts.entries()) {
    for (const match of said.matchAll(pattern)) {
      if (match[0] === '') continue;
      if (matches.length === mostMatches) return { matches, isCut: true };
      const replacement = query.isRegex ? filledIn(query.replacement, match) : query.replacement;
      matches.push({ text, from: match.index, to: match.index + match[0].length, replacement });
    }
  }
  return { matches, isCut: false };
}

/** A replacement with what the parts of an expression matched: `$1`, `$<name>`, `$&`; `$$` is a dollar sign. */
function filledIn(template: string, match: RegExpExecArray): string {
  return template.replaceAll(
    /\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)|\\([nt])/g,
    (whole, dollar, all, digits, name, sign) => {
      if (dollar !== undefined) return '$';
      if (all !== undefined) return match[0];
      if (sign !== undefined) return sign === 'n' ? '\n' : '\t';
      if (digits !== undefined)
        return Number(digits) < match.length ? (match[Number(digits)] ?? '') : (whole as string);
      return match.groups?.[name as string] ?? '';
    },
  );
}
