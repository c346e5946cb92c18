import { GromaError } from '../../error/groma-error.ts';

/** A number as JSON wrote it, where JavaScript would write it otherwise: `1.0`, `1e-07`, whole numbers beyond 2^53. */
class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): number {
    return Number(this.text);
  }
}

/** How a JSON file is laid out. The default is how Jupyter writes notebooks. */
export interface JsonLayout {
  /** White space of one level; empty for a file of one line. */
  indent: string;
  /** Keys are in the order of their code units, as Jupyter sorts them. */
  isSorted: boolean;
  /** All signs beyond ASCII are escaped. */
  isAscii: boolean;
  hasLastLineEnd: boolean;
}

export const jupyterLayout: Readonly<JsonLayout> = {
  indent: ' ',
  isSorted: true,
  isAscii: false,
  hasLastLineEnd: true,
};

/** A longer indent is written as Jupyter's: it stands in every line, many times over. */
const longestIndent = 8;
/** Characters of a file; few short lines that are nested deep become many long ones. */
const mostCharacters = 256 * 1024 * 1024;

/** Reads JSON and keeps each number as it is written. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  const exact = (_key: string, value: unknown, context: { source?: string }): unknown =>
    typeof value === 'number' && context.source !== undefined && context.source !== String(value)
      ? new ExactNumber(context.source)
      : value;
  return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1]) as unknown;
}

/** How a JSON text is laid out; `value` is what it holds. */
export function layoutOf(text: string, value: unknown): JsonLayout {
  return {
    indent: indentOf(/^\s*[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? ''),
    isSorted: isSorted(value),
    isAscii: /\\u(?!00[0-7])[\da-fA-F]{4}/.test(text) && !/[^\p{ASCII}]/u.test(text),
    hasLastLineEnd: text.endsWith('\n'),
  };
}

/** The layout that is kept of a file, whatever a client has made of it. */
export function readLayout(kept: unknown): JsonLayout {
  const {
    indent,
    isSorted: areSorted,
    isAscii,
    hasLastLineEnd,
  }: Partial<Record<keyof JsonLayout, unknown>> = typeof kept === 'object' && kept !== null ? kept : jupyterLayout;
  return {
    indent: typeof indent === 'string' && /^[ \t]*$/.test(indent) ? indentOf(indent) : jupyterLayout.indent,
    isSorted: areSorted === true,
    isAscii: isAscii === true,
    hasLastLineEnd: hasLastLineEnd === true,
  };
}

function indentOf(indent: string): string {
  return indent.length > longestIndent ? jupyterLayout.indent : indent;
}

/** Numbers as keys are no witnesses: JavaScript orders them by itself. */
function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  const keys = Object.keys(value).filter((key) => !/^\d+$/.test(key));
  return keys.every((key, i) => i === 0 || keys[i - 1]! < key) && Object.values(value).every(isSorted);
}

/** Pieces of a text that does not grow beyond all bounds. */
class Pieces {
  readonly #pieces: string[] = [];
  #characters = 0;

  /** @throws GromaError TOO_LARGE */
  push(...pieces: string[]): void {
    for (const piece of pieces) this.#characters += piece.length;
    if (this.#characters > mostCharacters)
      throw new GromaError('TOO_LARGE', { name: 'The file', limit: `${mostCharacters / 1024 ** 2} MB` });
    this.#pieces.push(...pieces);
  }

  join(): string {
    return this.#pieces.join('');
  }
}

/**
 * Writes JSON in a layout; the counterpart of `parseExactJson`. What is undefined is left out.
 * @throws GromaError TOO_LARGE beyond 256 million characters
 */
export function writeExactJson(value: unknown, layout: Readonly<JsonLayout>): string {
  const pieces = new Pieces();
  write(value, layout, layout.indent === '' ? '' : '\n', pieces);
  const text = pieces.join() + (layout.hasLastLineEnd ? '\n' : '');
  return layout.isAscii
    ? text.replaceAll(/[^\p{ASCII}]/gv, (sign) =>
        [...sign]
          .flatMap((each) => each.split(''))
          .map(escaped)
          .join(''),
      )
    : text;
}

/** JSON of one line, for what is kept and read again by `parseExactJson`. */
export function compactJson(value: unknown): string {
  return writeExactJson(value, { indent: '', isSorted: false, isAscii: false, hasLastLineEnd: false });
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function write(value: unknown, layout: Readonly<JsonLayout>, lineEnd: string, pieces: Pieces): void {
  if (value instanceof ExactNumber) pieces.push(value.text);
  else if (typeof value !== 'object' || value === null) pieces.push(JSON.stringify(value ?? null));
  else if (Array.isArray(value))
    writeItems(
      '[]',
      value.map((item) => ['', item]),
      layout,
      lineEnd,
      pieces,
    );
  else {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    if (layout.isSorted) entries.sort(([one], [other]) => (one < other ? -1 : 1));
    const colon = layout.indent === '' ? ':' : ': ';
    writeItems(
      '{}',
      entries.map(([key, item]) => [JSON.stringify(key) + colon, item]),
      layout,
      lineEnd,
      pieces,
    );
  }
}

function writeItems(
  signs: string,
  items: [string, unknown][],
  layout: Readonly<JsonLayout>,
  lineEnd: string,
  pieces: Pieces,
): void {
  pieces.push(signs[0]!);
  const inner = lineEnd === '' ? '' : lineEnd + layout.indent;
  for (const [i, [key, item]] of items.entries()) {
    pieces.push(i === 0 ? inner : `,${inner}`, key);
    write(item, layout, inner, pieces);
  }
  pieces.push(items.length > 0 ? lineEnd : '', signs[1]!);
}
