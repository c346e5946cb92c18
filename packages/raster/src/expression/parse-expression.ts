import { RasterError } from '../raster-error.ts';

/** Band maths as a tree. Bands are numbered from 1, as people write them. */
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'band'; band: number }
  | { kind: 'negate'; of: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'call'; name: string; arguments: Expression[] };

/** What may be called, with the number of arguments. */
export const functionTable: Readonly<Record<string, { count: number; of: (...values: number[]) => number }>> = {
  abs: { count: 1, of: Math.abs },
  sqrt: { count: 1, of: Math.sqrt },
  exp: { count: 1, of: Math.exp },
  log: { count: 1, of: Math.log },
  log10: { count: 1, of: Math.log10 },
  sin: { count: 1, of: Math.sin },
  cos: { count: 1, of: Math.cos },
  tan: { count: 1, of: Math.tan },
  arctan: { count: 1, of: Math.atan },
  floor: { count: 1, of: Math.floor },
  ceil: { count: 1, of: Math.ceil },
  min: { count: 2, of: Math.min },
  max: { count: 2, of: Math.max },
  where: { count: 3, of: (test, yes, no) => (test ? yes! : no!) },
};

/** From weakest to strongest; `**` and the sign stand above. */
const levels: readonly (readonly string[])[] = [
  ['|'],
  ['&'],
  ['==', '!=', '<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const token =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|<=|>=|==|!=|[-+*/%()<>,&|]))/y;
/** Brackets within brackets at most. */
const deepest = 64;
const longest = 4_000;

/**
 * Reads one expression of band maths: `b1` or a name for a band, numbers, `+ - * / % **`, comparisons, `&`, `|`,
 * brackets, and the functions of the table.
 * @param names bands by their names, from 1
 * @throws RasterError BAD_REQUEST with the place of what cannot be read
 */
export function parseExpression(text: string, names: Readonly<Record<string, number>> = {}): Expression {
  if (text.length > longest)
    throw new RasterError('BAD_REQUEST', `The expression is longer than ${longest} characters.`);
  return new Parser(text, names).parse();
}

class Parser {
  readonly #text: string;
  readonly #names: Readonly<Record<string, number>>;
  readonly #tokens: { text: string; kind: 'number' | 'name' | 'sign'; at: number }[] = [];
  #next = 0;
  #depth = 0;

  constructor(text: string, names: Readonly<Record<string, number>>) {
    this.#text = text;
    this.#names = names;
    token.lastIndex = 0;
    while (text.slice(token.lastIndex).trim() !== '') {
      const at = token.lastIndex;
      const [, number, name, sign] = token.exec(text) ?? this.#fail(at);
      this.#tokens.push({
        text: (number ?? name ?? sign)!,
        kind: number === undefined ? (name === undefined ? 'sign' : 'name') : 'number',
        at,
      });
    }
  }

  parse(): Expression {
    const found = this.#level(0);
    if (this.#next < this.#tokens.length) this.#fail(this.#tokens[this.#next]!.at);
    return found;
  }

  #level(level: number): Expression {
    const signs = levels[level];
    if (!signs) return this.#power();
    let left = this.#level(level + 1);
    for (let sign = this.#sign(); sign !== null && signs.includes(sign); sign = this.#sign()) {
      this.#next += 1;
      left = { kind: 'binary', operator: sign, left, right: this.#level(level + 1) };
    }
    return left;
  }

  /** The sign binds weaker than a power: -b1 ** 2 is -(b1 ** 2), as in Python. */
  #power(): Expression {
    if (this.#sign() === '-' || this.#sign() === '+') {
      const isMinus = this.#sign() === '-';
      this.#next += 1;
      const of = this.#inside(() => this.#power());
      return isMinus ? { kind: 'negate', of } : of;
    }
    const left = this.#primary();
    if (this.#sign() !== '**') return left;
    this.#next += 1;
    return { kind: 'binary', operator: '**', left, right: this.#inside(() => this.#power()) };
  }

  #primary(): Expression {
    const found = this.#tokens[this.#next];
    if (!found) return this.#fail(this.#text.length);
    this.#next += 1;
    if (found.kind === 'number') return { kind: 'number', value: Number(found.text) };
    if (found.kind === 'name') return this.#sign() === '(' ? this.#call(found) : this.#band(found);
    if (found.text !== '(') return this.#fail(found.at);
    const inner = this.#inside(() => this.#level(0));
    this.#expect(')');
    return inner;
  }

  #band({ text, at }: { text: string; at: number }): Expression {
    const named = Object.hasOwn(this.#names, text) ? this.#names[text] : undefined;
    const band = named ?? Number(/^b([1-9]\d{0,3})$/i.exec(text)?.[1] ?? this.#fail(at));
    return { kind: 'band', band };
  }

  #call({ text, at }: { text: string; at: number }): Expression {
    const known = Object.hasOwn(functionTable, text) ? functionTable[text] : undefined;
    if (!known) return this.#fail(at);
    this.#next += 1;
    const given: Expression[] = [this.#inside(() => this.#level(0))];
    while (this.#sign() === ',') {
      this.#next += 1;
      given.push(this.#inside(() => this.#level(0)));
    }
    this.#expect(')');
    if (given.length !== known.count)
      throw new RasterError('BAD_REQUEST', `${text} takes ${known.count} values, not ${given.length}.`);
    return { kind: 'call', name: text, arguments: given };
  }

  #inside(read: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new RasterError('BAD_REQUEST', 'The expression is nested too deep.');
    const found = read();
    this.#depth -= 1;
    return found;
  }

  #sign(): string | null {
    const found = this.#tokens[this.#next];
    return found?.kind === 'sign' ? found.text : null;
  }

  #expect(sign: string): void {
    if (this.#sign() !== sign) this.#fail(this.#tokens[this.#next]?.at ?? this.#text.length);
    this.#next += 1;
  }

  #fail(at: number): never {
    throw new RasterError('BAD_REQUEST', `The expression "${this.#text}" has an error at character ${at + 1}.`);
  }
}

/** The bands that an expression uses, from 1, each once. */
export function bandsIn(expression: Expression): number[] {
  const found = new Set<number>();
  const visit = (node: Expression): void => {
    if (node.kind === 'band') found.add(node.band);
    else if (node.kind === 'negate') visit(node.of);
    else if (node.kind === 'binary') [node.left, node.right].forEach(visit);
    else if (node.kind === 'call') node.arguments.forEach(visit);
  };
  visit(expression);
  return [...found].sort((a, b) => a - b);
}
