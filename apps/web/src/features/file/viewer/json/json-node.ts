/** Entries of one node; a container with more shows them in ranges. */
const rangeEntries = 100;
/** Nodes are open at first down to this depth (FIL-054). */
const openDepth = 3;
/** Rows opened at first, over all. */
const mostOpenedRows = 2_000;
const longestValue = 500;

/**
 * One row of the tree as the screen gets it. `path` leads to the value; `range` is the part of its entries that the row
 * stands for.
 */
export interface JsonRow {
  id: string;
  path: readonly (string | number)[];
  range?: readonly [start: number, end: number];
  key: string | number | null;
  kind: 'object' | 'array' | 'range' | 'string' | 'number' | 'boolean' | 'null';
  /** Entries of a container, the text of anything else. */
  count: number;
  value: string;
}

/** The row of a value. */
export function rowOf(value: unknown, path: readonly (string | number)[]): JsonRow {
  const key = path.at(-1) ?? null;
  const base = { id: JSON.stringify(path), path, key };
  if (value === null) return { ...base, kind: 'null', count: 0, value: 'null' };
  if (Array.isArray(value)) return { ...base, kind: 'array', count: value.length, value: '' };
  if (typeof value === 'object') return { ...base, kind: 'object', count: Object.keys(value).length, value: '' };
  const text =
    typeof value === 'string'
      ? JSON.stringify(value.length > longestValue ? `${value.slice(0, longestValue)}…` : value)
      : String(value);
  return {
    ...base,
    kind: typeof value === 'bigint' ? 'number' : (typeof value as 'string' | 'number' | 'boolean'),
    count: 0,
    value: text,
  };
}

/** The rows below a row: its entries, or ranges of them when there are many. */
export function childrenOf(root: unknown, { path, range }: Pick<JsonRow, 'path' | 'range'>): JsonRow[] {
  const value = path.reduce<unknown>((inside, key) => (inside as Record<string | number, unknown>)[key], root);
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? null : Object.keys(value);
  const [start, end] = range ?? [0, keys?.length ?? (value as unknown[]).length];
  if (end - start > rangeEntries) return rangesOf(path, start, end);
  return Array.from({ length: end - start }, (_, offset) => {
    const key = keys ? keys[start + offset]! : start + offset;
    return rowOf((value as Record<string | number, unknown>)[key], [...path, key]);
  });
}

function rangesOf(path: readonly (string | number)[], start: number, end: number): JsonRow[] {
  let size = rangeEntries;
  while ((end - start) / size > rangeEntries) size *= rangeEntries;
  return Array.from({ length: Math.ceil((end - start) / size) }, (_, index): JsonRow => {
    const [from, to] = [start + index * size, Math.min(end, start + (index + 1) * size)];
    return {
      id: `${JSON.stringify(path)}@${from}-${to}`,
      path,
      range: [from, to],
      key: `${from} … ${to - 1}`,
      kind: 'range',
      count: to - from,
      value: '',
    };
  });
}

/** What is open at first: containers down to depth 3, of ranges the first one, until there are enough rows. */
export function firstRows(root: unknown): { top: JsonRow; children: [id: string, rows: JsonRow[]][] } {
  const top = rowOf(root, []);
  const children: [string, JsonRow[]][] = [];
  let rows = 1;
  let level = isContainer(top) ? [top] : [];
  for (let depth = 0; level.length > 0 && depth < openDepth;) {
    const next: JsonRow[] = [];
    for (const row of level) {
      if (rows > mostOpenedRows) break;
      const below = childrenOf(root, row);
      rows += below.length;
      children.push([row.id, below]);
      // A range is no depth of its own.
      const entries = below[0]?.kind === 'range' ? openFirstRange(root, below[0], children) : below;
      next.push(...entries.filter(isContainer));
    }
    level = next;
    depth++;
  }
  return { top, children };
}

function openFirstRange(root: unknown, range: JsonRow, children: [string, JsonRow[]][]): JsonRow[] {
  const below = childrenOf(root, range);
  children.push([range.id, below]);
  return below[0]?.kind === 'range' ? openFirstRange(root, below[0], children) : below;
}

export function isContainer({ kind, count }: JsonRow): boolean {
  return count > 0 && (kind === 'object' || kind === 'array' || kind === 'range');
}

export interface ShownRow {
  row: JsonRow;
  depth: number;
  isOpen: boolean;
}

/** The rows in sight, in order: what is open and known, with how deep it lies. */
export function shownRows(
  top: JsonRow,
  children: ReadonlyMap<string, readonly JsonRow[]>,
  open: ReadonlySet<string>,
): ShownRow[] {
  const shown: ShownRow[] = [];
  const add = (row: JsonRow, depth: number) => {
    const isOpen = open.has(row.id);
    shown.push({ row, depth, isOpen });
    if (isOpen) for (const child of children.get(row.id) ?? []) add(child, depth + 1);
  };
  add(top, 0);
  return shown;
}
