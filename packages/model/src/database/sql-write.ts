import { commentEnd, quoteEnd, splitStatements } from './sql-statement.ts';

/**
 * Where a statement over a project would have its rows go: a layer of a map, or a file. `start` and `end` are where the
 * statement says it, `queryStart` where its query begins (null where it has none). Places count characters.
 */
export type SqlWrite =
  | {
      kind: 'layer';
      /** Name or id of the map. */
      map: string;
      layer: string;
      start: number;
      end: number;
      /** OR REPLACE: a layer of that name may be there. */
      isReplacing: boolean;
      /** IF NOT EXISTS: where a layer of that name is there, nothing is to be done. */
      isOptional: boolean;
      queryStart: number | null;
    }
  | { kind: 'file'; path: string; start: number; end: number };

const part = '"(?:[^"]|"")*"|[\\p{L}_][\\p{L}\\p{N}_$]*';
const createTable = new RegExp(
  `^\\s*create\\s+(or\\s+replace\\s+)?table\\s+(if\\s+not\\s+exists\\s+)?((?:"layers"|layers)\\s*\\.\\s*(${part})\\s*\\.\\s*(${part}))`,
  'iu',
);
const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;

/**
 * What a statement would write into the project: `CREATE TABLE layers."map"."layer" AS …` or `COPY … TO '/data/…'`;
 * null for every other statement, such as a COPY to another place.
 */
export function sqlWrite(statement: string): SqlWrite | null {
  const plain = withBlankComments(statement);
  return layerWrite(plain) ?? fileWrite(plain);
}

function layerWrite(plain: string): SqlWrite | null {
  const found = createTable.exec(plain);
  if (!found) return null;
  const [whole, replacing, optional, name, map, layer] = found;
  const query = /^\s*as\b\s*/i.exec(plain.slice(whole.length));
  return {
    kind: 'layer',
    map: unquoted(map!),
    layer: unquoted(layer!),
    start: whole.length - name!.length,
    end: whole.length,
    isReplacing: replacing !== undefined,
    isOptional: optional !== undefined,
    queryStart: query ? whole.length + query[0].length : null,
  };
}

/** Statements for their rows alone: of one that would make a layer at the end, its query. */
export function withoutLayer(statements: string): string {
  const texts = splitStatements(statements).map(({ text }) => text);
  const last = texts.pop() ?? '';
  const write = sqlWrite(last);
  const rows = write?.kind === 'layer' && write.queryStart !== null ? last.slice(write.queryStart) : last;
  return [...texts, rows].join(';\n');
}

/** The text after the TO of a COPY that is in no brackets, where it is a path from /data on. */
function fileWrite(plain: string): SqlWrite | null {
  if (!/^\s*copy\b/i.test(plain)) return null;
  let depth = 0;
  for (let at = 0; at < plain.length;) {
    if (plain[at] === '(') depth += 1;
    else if (plain[at] === ')') depth -= 1;
    word.lastIndex = at;
    const found = word.exec(plain)?.[0];
    if (found === undefined) {
      at = Math.max(quoteEnd(plain, at), at + 1);
      continue;
    }
    at += found.length;
    if (depth !== 0 || found.toLowerCase() !== 'to') continue;
    const start = at + /^\s*/.exec(plain.slice(at))![0].length;
    if (plain[start] !== "'") continue;
    const end = quoteEnd(plain, start);
    const path = plain.slice(start + 1, end - 1).replaceAll("''", "'");
    return path.startsWith('/data/') ? { kind: 'file', path, start, end } : null;
  }
  return null;
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

/** The same text with blanks in the place of its comments, so that places stay. */
function withBlankComments(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length;) {
    const comment = commentEnd(text, at);
    const end = Math.max(quoteEnd(text, at), at + 1);
    plain += comment > at ? ' '.repeat(comment - at) : text.slice(at, end);
    at = comment > at ? comment : end;
  }
  return plain;
}
