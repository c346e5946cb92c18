import type { Properties, PropertyValue } from '../geometry.ts';

/** A value for each feature of a new column, made from the feature's other values. */
export type ColumnFormula = (properties: Properties) => PropertyValue;

/**
 * Reads what a person wrote as the value of a new column (VEC-022, VEC-023, VEC-026):
 * nothing gives empty cells; text beginning with `=` is arithmetic (`+ - * / ( )`, numbers, `$column`), null where a
 * column is empty or no number and where it divides by zero; a lone `$column` copies that value as it is; any other
 * text stands in every cell, each `$column` replaced by its value. `${two words}` names a column with spaces; a `$`
 * before no column's name is just a dollar. Throws `SyntaxError` for arithmetic that cannot be read.
 */
export function parseColumnFormula(text: string, columns: readonly string[]): ColumnFormula {
  if (text.trim() === '') return () => null;
  if (text.startsWith('=')) return new FormulaParser(tokens(text.slice(1), columns)).parse();
  const pieces = substitute(text, columns);
  const [first] = pieces;
  if (pieces.length === 1 && first!.column !== null) return (properties) => properties[first!.column!] ?? null;
  return (properties) => pieces.map(({ column, text: literal }) => (column === null ? literal : shown(properties[column]))).join('');
}

type Piece = { column: string | null; text: string };
type Token = { kind: 'number'; value: number } | { kind: 'column'; name: string } | { kind: 'sign'; sign: string };

function shown(value: PropertyValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Cuts text at references; of several columns that fit, the longest name is meant. */
function substitute(text: string, columns: readonly string[]): Piece[] {
  const names = columns.toSorted((one, other) => other.length - one.length);
  const pieces: Piece[] = [];
  let literal = '';
  for (let at = 0; at < text.length; ) {
    const found = text[at] === '$' ? columnAt(text, at + 1, names) : null;
    if (!found) {
      literal += text[at++]!;
      continue;
    }
    if (literal) pieces.push({ column: null, text: literal });
    literal = '';
    pieces.push({ column: found.name, text: '' });
    at = found.end;
  }
  if (literal) pieces.push({ column: null, text: literal });
  return pieces;
}

function columnAt(text: string, at: number, names: readonly string[]): { name: string; end: number } | null {
  for (const name of names) {
    if (text.startsWith(`{${name}}`, at)) return { name, end: at + name.length + 2 };
    if (text.startsWith(name, at)) return { name, end: at + name.length };
  }
  return null;
}

function tokens(text: string, columns: readonly string[]): Token[] {
  return substitute(text, columns).flatMap(({ column, text: literal }): Token[] => {
    if (column !== null) return [{ kind: 'column', name: column }];
    const found = literal.match(/\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|\S/g) ?? [];
    return found.map((token) => (/^[\d.]+/.test(token) && !Number.isNaN(Number(token)) ? { kind: 'number', value: Number(token) } : { kind: 'sign', sign: token }));
  });
}

type Expression = (properties: Properties) => number;

/** Recursive descent: sums of products of signed values. */
class FormulaParser {
  private readonly tokens: Token[];
  private at = 0;

  constructor(list: Token[]) {
    this.tokens = list;
  }

  parse(): ColumnFormula {
    const expression = this.chain(['+', '-'], () => this.chain(['*', '/'], () => this.value()));
    if (this.at < this.tokens.length) this.fail();
    return (properties) => {
      const result = expression(properties);
      return Number.isFinite(result) ? result : null;
    };
  }

  private chain(signs: string[], operand: () => Expression): Expression {
    let left = operand();
    for (let sign = this.sign(signs); sign; sign = this.sign(signs)) {
      const [before, right, operation] = [left, operand(), OPERATIONS[sign]!];
      left = (properties) => operation(before(properties), right(properties));
    }
    return left;
  }

  private value(): Expression {
    if (this.sign(['-'])) {
      const negated = this.value();
      return (properties) => -negated(properties);
    }
    if (this.sign(['('])) {
      const inner = this.chain(['+', '-'], () => this.chain(['*', '/'], () => this.value()));
      if (!this.sign([')'])) this.fail();
      return inner;
    }
    const token = this.tokens[this.at++];
    if (token?.kind === 'number') return () => token.value;
    if (token?.kind === 'column') return (properties) => numeric(properties[token.name]);
    this.at--;
    return this.fail();
  }

  private sign(signs: string[]): string | null {
    const token = this.tokens[this.at];
    if (token?.kind !== 'sign' || !signs.includes(token.sign)) return null;
    this.at++;
    return token.sign;
  }

  private fail(): never {
    const token = this.tokens[this.at];
    const found = token ? `"${token.kind === 'sign' ? token.sign : token.kind === 'column' ? `$${token.name}` : token.value}"` : 'the end';
    throw new SyntaxError(`The formula cannot be read at ${found}`);
  }
}

const OPERATIONS: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right, '-': (left, right) => left - right, '*': (left, right) => left * right, '/': (left, right) => left / right,
};

function numeric(value: PropertyValue | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}
