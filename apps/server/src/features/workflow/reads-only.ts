const ends =
  /\b(?:where|group|order|having|limit|offset|join|inner|left|right|full|cross|on|using|union|except|intersect|window|qualify|select|from|sample)\b|[()]|$/i;
const readsOtherwise = /\b(?:table|pivot|unpivot|describe|summarize|show|lateral|values)\b/i;

/**
 * Whether it is certain that a query reads nothing but tables of these names and what it defines itself. Where it is
 * not, what it gives depends on more than is known: tables of a project's database have no versions.
 */
export function readsOnly(query: string, names: readonly string[]): boolean {
  const text = query.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').replaceAll(/'(?:[^']|'')*'/g, "''");
  if (readsOtherwise.test(text)) return false;
  const own = [...text.matchAll(/("[^"]+"|\w+)\s*(?:\([^()]*\)\s*)?as\s*(?:(?:not\s+)?materialized\s*)?\(/gi)];
  const known = new Set([...names, ...own.map(([, name]) => unquoted(name!))].map((name) => name.toLowerCase()));
  return [...text.matchAll(/\b(?:from|join)\b/gi)].every((found) => {
    const rest = text.slice(found.index + found[0].length).trimStart();
    if (rest.startsWith('(')) return true;
    const taken = rest.slice(0, ends.exec(rest)!.index);
    const [, name] = /^("[^"]+"|\w+)\s*(?:as\s+)?(?:"[^"]+"|\w+)?\s*[;]?\s*$/i.exec(taken) ?? [];
    return name !== undefined && !rest.slice(taken.length).startsWith('(') && known.has(unquoted(name).toLowerCase());
  });
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1) : name;
}
