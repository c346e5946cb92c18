import type { PropertyValue } from '../geometry.ts';
import type { Column, ColumnType } from '../snapshot/manifest.ts';
import { callFunction, fits } from './call-function.ts';
import { ExpressionError } from './expression-error.ts';
import type { ExpressionRow } from './expression-row.ts';
import type { Node } from './node.ts';
import {
  arithmetic,
  comparison,
  COMPARISON_SIGNS,
  concatenation,
  connection,
  emptiness,
  inversion,
  membership,
  negation,
} from './operator.ts';
import { columnReference, tokenize, type Token } from './tokens.ts';
import { toCell, type ValueType } from './value.ts';

/** Longest expression, in characters. */
export const LONGEST_EXPRESSION = 10_000;
const deepest = 100;

/** An expression that can be asked for its value, feature by feature. */
export type Expression = {
  type: ValueType;
  /** Whether it asks for the geometry, which need not be read otherwise. */
  usesGeometry: boolean;
  /** Whether it asks for nothing of a feature: its value is the same for all. */
  isConstant: boolean;
  /** Columns it asks for. */
  columns: ReadonlySet<string>;
  /** The type of the column whose values it copies, where it does nothing else. */
  copied?: ColumnType;
  evaluate: (row: ExpressionRow) => PropertyValue;
};

/**
 * Reads an expression over the columns of a layer: arithmetic, comparison, text, dates, conditions and measures of the
 * geometry (see EXPRESSION_FUNCTIONS and EXPRESSION_OPERATORS). What is written is never run as code: it becomes
 * closures over a closed list of functions, without loops, so that a value takes a time bounded by the length of the
 * text.
 * @param start where the expression begins in `text`; positions of errors count from the start of `text`
 * @throws ExpressionError
 */
export function compileExpression(text: string, columns: readonly Column[], start = 0): Expression {
  if (text.length > LONGEST_EXPRESSION)
    throw new ExpressionError('too-long', 0, text.length, { most: LONGEST_EXPRESSION });
  const tokens = tokenize(
    text,
    start,
    columns.map(({ name }) => name),
  );
  if (tokens.length === 0) throw new ExpressionError('empty', start, text.length);
  return new ExpressionParser(tokens, columns, text.length).parse();
}

const VALUE_TYPES: Record<ColumnType, ValueType> = {
  integer: 'number',
  int64: 'number',
  number: 'number',
  text: 'text',
  boolean: 'boolean',
  json: 'any',
  date: 'date',
  time: 'text',
  datetime: 'date',
  datetimetz: 'date',
};
const CONSTANTS: Record<string, boolean | null> = { true: true, false: false, null: null };

/** Recursive descent, one method for each level of binding. */
class ExpressionParser {
  private readonly tokens: readonly Token[];
  private readonly types: ReadonlyMap<string, ColumnType>;
  private readonly length: number;
  private readonly used = new Set<string>();
  private usesGeometry = false;
  private usesFeature = false;
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], columns: readonly Column[], length: number) {
    this.tokens = tokens;
    this.types = new Map(columns.map(({ name, type }) => [name, type]));
    this.length = length;
  }

  parse(): Expression {
    const { type, copied, evaluate } = this.disjunction();
    if (this.at < this.tokens.length) this.fail();
    return {
      type,
      usesGeometry: this.usesGeometry,
      isConstant: this.used.size === 0 && !this.usesFeature,
      columns: this.used,
      ...(copied && { copied }),
      evaluate: copied ? (row) => evaluate(row) as PropertyValue : (row) => toCell(evaluate(row)),
    };
  }

  private disjunction(): Node {
    return this.chain(
      ['or'],
      () => this.conjunction(),
      (_word, left, right) => connection('or', this.truth(left), this.truth(right)),
    );
  }

  private conjunction(): Node {
    return this.chain(
      ['and'],
      () => this.denial(),
      (_word, left, right) => connection('and', this.truth(left), this.truth(right)),
    );
  }

  private denial(): Node {
    const token = this.tokens[this.at];
    return this.take(['not']) === null
      ? this.relation()
      : this.nested(() => inversion(this.truth(this.denial()), token!.position));
  }

  private relation(): Node {
    const left = this.text();
    const sign = this.take(COMPARISON_SIGNS);
    if (sign !== null) return comparison(sign, left, this.text());
    if (this.take(['is']) !== null) {
      const isNegated = this.take(['not']) !== null;
      return emptiness(left, isNegated, this.require('null'));
    }
    const isNegated = this.take(['not']) !== null;
    if (this.take(['in']) === null) return isNegated ? this.fail() : left;
    this.require('(');
    const { values, end } = this.list();
    return membership(left, values, isNegated, end);
  }

  private text(): Node {
    return this.chain(
      ['&', '||'],
      () => this.sum(),
      (_sign, left, right) => concatenation(left, right),
    );
  }

  private sum(): Node {
    return this.chain(
      ['+', '-'],
      () => this.product(),
      (sign, left, right) => arithmetic(sign, this.numeric(left, sign), this.numeric(right, sign)),
    );
  }

  private product(): Node {
    return this.chain(
      ['*', '/', '%'],
      () => this.signed(),
      (sign, left, right) => arithmetic(sign, this.numeric(left, sign), this.numeric(right, sign)),
    );
  }

  private signed(): Node {
    const token = this.tokens[this.at];
    if (this.take(['-']) !== null)
      return this.nested(() => negation(this.numeric(this.signed(), '-'), token!.position));
    if (this.take(['+']) !== null) return this.nested(() => this.signed());
    return this.power();
  }

  private power(): Node {
    const base = this.primary();
    return this.take(['^']) === null
      ? base
      : this.nested(() => arithmetic('^', this.numeric(base, '^'), this.numeric(this.signed(), '^')));
  }

  private primary(): Node {
    const token = this.tokens[this.at];
    if (!token) return this.fail();
    const { position, end } = token;
    this.at++;
    switch (token.kind) {
      case 'number':
        return { type: 'number', position, end, literal: token.value, evaluate: () => token.value };
      case 'text':
        return { type: 'text', position, end, literal: token.value, evaluate: () => token.value };
      case 'column':
        return this.column(token.name, position, end);
      case 'word':
        return this.word(token);
      case 'sign': {
        if (token.sign === '(') return this.bracketed(position);
        this.at--;
        return this.fail();
      }
    }
  }

  private column(name: string, position: number, end: number): Node {
    this.used.add(name);
    const columnType = this.types.get(name)!;
    return {
      type: VALUE_TYPES[columnType],
      position,
      end,
      copied: columnType,
      evaluate: ({ properties }) => (Object.hasOwn(properties, name) ? (properties[name] ?? null) : null),
    };
  }

  private word({ word, written, position, end }: Extract<Token, { kind: 'word' }>): Node {
    if (this.take(['(']) !== null) {
      const list = this.nested(() => this.list());
      const { node, called } = callFunction(written, list.values, { position, end: list.end });
      this.usesGeometry ||= called.usesGeometry === true;
      this.usesFeature ||= called.group === 'geometry';
      return node;
    }
    const constant = Object.hasOwn(CONSTANTS, word) ? CONSTANTS[word] : undefined;
    if (constant !== undefined)
      return {
        type: constant === null ? 'any' : 'boolean',
        position,
        end,
        literal: constant,
        evaluate: () => constant,
      };
    const name = this.columnNamed(written);
    if (name === undefined) throw new ExpressionError('unexpected', position, end, { found: written });
    throw new ExpressionError('bare-column', position, end, { name, reference: columnReference(name) });
  }

  /** The column that a word without a sign before it means: of that name, or else of that name in another case. */
  private columnNamed(written: string): string | undefined {
    if (this.types.has(written)) return written;
    return [...this.types.keys()].find((name) => name.toLowerCase() === written.toLowerCase());
  }

  private bracketed(position: number): Node {
    const inner = this.nested(() => this.disjunction());
    return { ...inner, position, end: this.require(')') };
  }

  /** Values up to the closing bracket. */
  private list(): { values: Node[]; end: number } {
    const values: Node[] = [];
    const closing = this.tokens[this.at];
    if (this.take([')']) !== null) return { values, end: closing!.end };
    do values.push(this.disjunction());
    while (this.take([',']) !== null);
    return { values, end: this.require(')') };
  }

  private chain(
    signs: readonly string[],
    operand: () => Node,
    join: (sign: string, left: Node, right: Node) => Node,
  ): Node {
    let left = operand();
    let count = 0;
    for (let sign = this.take(signs); sign !== null; sign = this.take(signs)) {
      // Each link is a call within a call when it is evaluated.
      if (++count > LONGEST_EXPRESSION / 10) this.tooDeep(left);
      left = join(sign, left, operand());
    }
    return left;
  }

  private numeric(node: Node, sign: string): Node {
    // A text may be written as a number; whether it is, each row says.
    return fits(node.type, 'number') ? node : this.wrongType(node, sign, 'number');
  }

  private truth(node: Node): Node {
    return fits(node.type, 'boolean') ? node : this.wrongType(node, 'and, or, not', 'boolean');
  }

  private wrongType({ type, position, end }: Node, name: string, expected: ValueType): never {
    throw new ExpressionError('wrong-type', position, end, { name, expected, given: type });
  }

  private nested<Result>(read: () => Result): Result {
    if (++this.depth > deepest) this.tooDeep(this.tokens[this.at] ?? { position: this.length, end: this.length });
    const result = read();
    this.depth--;
    return result;
  }

  private tooDeep({ position, end }: { position: number; end: number }): never {
    throw new ExpressionError('too-deep', position, end);
  }

  /** The sign or word that stands here, if it is one of these; it is left behind then. */
  private take(wanted: readonly string[]): string | null {
    const token = this.tokens[this.at];
    const found = token?.kind === 'sign' ? token.sign : token?.kind === 'word' ? token.word : null;
    if (found === null || !wanted.includes(found)) return null;
    this.at++;
    return found;
  }

  /** The end of a sign that must stand here. */
  private require(sign: string): number {
    const token = this.tokens[this.at];
    return this.take([sign]) === null ? this.fail() : token!.end;
  }

  private fail(): never {
    const token = this.tokens[this.at];
    if (!token) throw new ExpressionError('unfinished', this.length, this.length);
    const found =
      token.kind === 'sign'
        ? token.sign
        : token.kind === 'word'
          ? token.written
          : token.kind === 'column'
            ? `$${token.name}`
            : String(token.value);
    throw new ExpressionError('unexpected', token.position, token.end, { found });
  }
}
