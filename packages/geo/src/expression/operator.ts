import type { ExpressionRow } from './expression-row.ts';
import type { Node } from './node.ts';
import { compareValues, LONGEST_TEXT, toBoolean, toDate, toNumber, toText, type Value } from './value.ts';

type Place = { position: number; end: number };
const spanOf = (left: Node, right: Node): Place => ({ position: left.position, end: right.end });

const ARITHMETIC: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left - right * Math.floor(left / right),
  '^': (left, right) => left ** right,
};

/** Empty where a side is empty or no number, and where the result is none (a division by zero). */
export function arithmetic(sign: string, left: Node, right: Node): Node {
  const compute = ARITHMETIC[sign]!;
  return {
    type: 'number',
    ...spanOf(left, right),
    evaluate: (row) => {
      const [one, other] = [toNumber(left.evaluate(row)), toNumber(right.evaluate(row))];
      const result = one === null || other === null ? NaN : compute(one, other);
      return Number.isFinite(result) ? result : null;
    },
  };
}

export function negation(operand: Node, position: number): Node {
  const literal = typeof operand.literal === 'number' ? { literal: -operand.literal } : {};
  return {
    type: 'number',
    position,
    end: operand.end,
    ...literal,
    evaluate: (row) => {
      const value = toNumber(operand.evaluate(row));
      return value === null ? null : -value;
    },
  };
}

/** Texts side by side; an empty value adds nothing. */
export function concatenation(left: Node, right: Node): Node {
  return {
    type: 'text',
    ...spanOf(left, right),
    evaluate: (row) => {
      const text = (toText(left.evaluate(row)) ?? '') + (toText(right.evaluate(row)) ?? '');
      return text.length > LONGEST_TEXT ? null : text;
    },
  };
}

const COMPARISONS: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

export const COMPARISON_SIGNS: readonly string[] = Object.keys(COMPARISONS);

/** Empty where the sides cannot be compared. */
export function comparison(sign: string, left: Node, right: Node): Node {
  const holds = COMPARISONS[sign]!;
  const compare = isDated(left, right) ? compareDates : compareValues;
  return {
    type: 'boolean',
    ...spanOf(left, right),
    evaluate: (row) => {
      const order = compare(left.evaluate(row), right.evaluate(row));
      return order === null ? null : holds(order);
    },
  };
}

/** A column of dates holds texts, of which those of other zones are in another order. */
function isDated(...nodes: readonly Node[]): boolean {
  return nodes.some(({ type }) => type === 'date');
}

function compareDates(one: Value, other: Value): number | null {
  return compareValues(toDate(one), toDate(other));
}

/** Three-valued, as in SQL: what is empty is not known, and the result is empty where it would decide. */
export function connection(word: 'and' | 'or', left: Node, right: Node): Node {
  const decisive = word === 'or';
  return {
    type: 'boolean',
    ...spanOf(left, right),
    evaluate: (row) => {
      const one = toBoolean(left.evaluate(row));
      if (one === decisive) return one;
      const other = toBoolean(right.evaluate(row));
      if (other === decisive) return other;
      return one === null || other === null ? null : !decisive;
    },
  };
}

export function inversion(operand: Node, position: number): Node {
  return {
    type: 'boolean',
    position,
    end: operand.end,
    evaluate: (row) => {
      const value = toBoolean(operand.evaluate(row));
      return value === null ? null : !value;
    },
  };
}

export function membership(left: Node, members: readonly Node[], isNegated: boolean, end: number): Node {
  const compare = isDated(left, ...members) ? compareDates : compareValues;
  return {
    type: 'boolean',
    position: left.position,
    end,
    evaluate: (row) => {
      const value = left.evaluate(row);
      return value === null ? null : members.some((member) => compare(value, member.evaluate(row)) === 0) !== isNegated;
    },
  };
}

export function emptiness(operand: Node, isNegated: boolean, end: number): Node {
  return {
    type: 'boolean',
    position: operand.position,
    end,
    evaluate: (row: ExpressionRow): Value => (operand.evaluate(row) === null) !== isNegated,
  };
}
