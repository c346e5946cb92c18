import { sqlTokens } from './sql-tokens.ts';

const longest = 60;

/**
 * What a layer of the rows of a query is called at first: the table or file they come from, or else the query in short,
 * without slashes, which no name may have.
 */
export function layerNameOf(query: string, otherwise: string): string {
  const tokens = [...sqlTokens(query)]
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .map(({ kind, from, to }) => ({ kind, text: query.slice(from, to) }));
  const from = tokens.findIndex(({ kind, text }) => kind === 'word' && text.toLowerCase() === 'from');
  let name = '';
  for (let at = from < 0 ? tokens.length : from + 1; isName(tokens[at]?.kind); at += 2) {
    const { kind, text } = tokens[at]!;
    name = kind === 'name' ? text.slice(1, -1).replaceAll('""', '"') : text;
    if (tokens[at + 1]?.text !== '.') break;
  }
  // A function that gives rows is no table.
  if (name !== '' && !query.includes(`${name}(`)) return name.slice(0, longest);
  const file =
    from < 0 ? null : (/^'\/data\/(?:.*\/)?([^/]+?)(?:\.[^./]*)?'$/.exec(tokens[from + 1]?.text ?? '')?.[1] ?? null);
  if (file !== null) return file.replaceAll("''", "'").slice(0, longest);
  return (
    query
      .replaceAll(/[\s/\\]+/g, ' ')
      .replace(/;\s*$/, '')
      .trim()
      .slice(0, longest)
      .trim() || otherwise
  );
}

function isName(kind: string | undefined): boolean {
  return kind === 'word' || kind === 'name';
}
