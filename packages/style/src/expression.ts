import type { Expression, StyleRule } from './style-model.ts';

/** Both must hold; null is what always does. */
export function both(left: Expression | null, right: Expression | null): Expression | null {
  if (!left || !right) return left ?? right;
  const partsOf = (each: Expression) => (each.kind === 'and' ? each.parts : [each]);
  return { kind: 'and', parts: [...partsOf(left), ...partsOf(right)] };
}

/** What none of some filters takes; null among them takes everything, and nothing is left. */
export function noneOf(filters: readonly (Expression | null)[]): Expression | null {
  const there = filters.filter((each) => each !== null);
  if (there.length < filters.length) return { kind: 'compare', operator: '=', left: number(1), right: number(0) };
  if (there.length === 0) return null;
  return { kind: 'not', part: there.length === 1 ? there[0]! : { kind: 'or', parts: there } };
}

export function field(name: string): Expression {
  return { kind: 'field', name };
}

export function literal(value: string | number | boolean | null): Expression {
  return { kind: 'literal', value };
}

function number(value: number): Expression {
  return { kind: 'literal', value };
}

/** A text as the number that it is written as; codes such as `007` stay texts. */
export function valueOf(text: string): string | number {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

/** Texts and fields that are joined, in their order. */
export function joinedParts(text: Expression): Expression[] {
  return text.kind === 'operation' && text.operator === '||'
    ? [...joinedParts(text.left), ...joinedParts(text.right)]
    : [text];
}

export function joined(parts: readonly Expression[]): Expression {
  return parts.length === 0
    ? literal('')
    : parts.reduce((left, right): Expression => ({ kind: 'operation', operator: '||', left, right }));
}

/** Rules of a group where ELSE is said as what no other rule takes, so that it can stand among others. */
export function withoutElse(rules: readonly StyleRule[]): StyleRule[] {
  const others = rules.filter(({ isElse }) => !isElse).map(({ filter }) => filter);
  return rules.map((rule) => (rule.isElse ? { ...rule, isElse: false, filter: noneOf(others) } : rule));
}
