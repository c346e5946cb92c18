import { rounded } from './length.ts';
import { StyleUnreadable, type Expression } from './style-model.ts';

const pattern =
  /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|'(?<text>(?:[^']|'')*)'|"(?<field>(?:[^"]|"")*)"|\[(?<bracket>[^\]]+)\]|(?<word>[\p{L}_][\p{L}\p{N}_.]*)|(?<sign><>|!=|<=|>=|\|\||[-+*/=<>(),]))/uy;

interface Token {
  kind: 'number' | 'text' | 'field' | 'word' | 'sign' | 'end';
  text: string;
}

const comparisons = new Set(['=', '<>', '!=', '<', '<=', '>', '>=']);
const deepest = 200;

/**
 * Reads what QGIS and SQL have in common: fields, numbers, texts, comparisons, AND, OR, NOT, IN, LIKE, BETWEEN, IS
 * NULL, sums and products, and texts joined by `||`. @throws StyleUnreadable for functions, variables and everything
 * else
 */
export function parseSqlExpression(text: string): Expression {
  const reader = new Reader(tokensOf(text));
  const found = reader.either();
  reader.expect('end', '');
  return found;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const matcher = new RegExp(pattern, 'iuy');
  while (/\S/.test(text.slice(matcher.lastIndex))) {
    const groups = matcher.exec(text)?.groups;
    if (!groups) throw new StyleUnreadable('it has signs that are not understood');
    if (groups['number'] !== undefined) tokens.push({ kind: 'number', text: groups['number'] });
    else if (groups['text'] !== undefined) tokens.push({ kind: 'text', text: groups['text'].replaceAll("''", "'") });
    else if (groups['field'] !== undefined) tokens.push({ kind: 'field', text: groups['field'].replaceAll('""', '"') });
    else if (groups['bracket'] !== undefined) tokens.push({ kind: 'field', text: groups['bracket'] });
    else if (groups['word'] !== undefined) tokens.push({ kind: 'word', text: groups['word'] });
    else tokens.push({ kind: 'sign', text: groups['sign']! });
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  either(): Expression {
    if (++this.#depth > deepest) throw new StyleUnreadable('it is nested too deeply');
    const parts = [this.#all()];
    while (this.#take('word', 'or')) parts.push(this.#all());
    this.#depth -= 1;
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
  }

  expect(kind: Token['kind'], text: string): void {
    if (!this.#take(kind, text)) throw new StyleUnreadable(`“${this.#next.text || 'its end'}” is not understood`);
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #take(kind: Token['kind'], text: string): boolean {
    if (this.#next.kind !== kind || this.#next.text.toLowerCase() !== text) return false;
    this.#at += 1;
    return true;
  }

  #all(): Expression {
    const parts = [this.#negated()];
    while (this.#take('word', 'and')) parts.push(this.#negated());
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
  }

  #negated(): Expression {
    let times = 0;
    while (this.#take('word', 'not')) times += 1;
    const part = this.#comparison();
    return times % 2 === 1 ? { kind: 'not', part } : part;
  }

  #comparison(): Expression {
    const left = this.#sum();
    const { kind, text } = this.#next;
    if (kind === 'sign' && comparisons.has(text)) {
      this.#at += 1;
      const operator = (text === '!=' ? '<>' : text) as '=';
      return { kind: 'compare', operator, left, right: this.#sum() };
    }
    if (this.#take('word', 'is')) {
      const isNot = this.#take('word', 'not');
      if (this.#take('word', 'null')) {
        const found: Expression = { kind: 'null', of: left };
        return isNot ? { kind: 'not', part: found } : found;
      }
      return { kind: 'compare', operator: isNot ? '<>' : '=', left, right: this.#sum() };
    }
    const isNot = this.#take('word', 'not');
    const found = this.#membership(left);
    if (!found) {
      if (isNot) throw new StyleUnreadable('NOT is not understood where it is');
      return left;
    }
    return isNot ? { kind: 'not', part: found } : found;
  }

  #membership(of: Expression): Expression | null {
    if (this.#take('word', 'in')) {
      this.expect('sign', '(');
      const values = [this.#sum()];
      while (this.#take('sign', ',')) values.push(this.#sum());
      this.expect('sign', ')');
      return { kind: 'in', of, values };
    }
    if (this.#take('word', 'between')) {
      const low = this.#sum();
      this.expect('word', 'and');
      return { kind: 'between', of, low, high: this.#sum() };
    }
    const ignoresCase = this.#take('word', 'ilike');
    if (!ignoresCase && !this.#take('word', 'like')) return null;
    const { kind, text } = this.#next;
    if (kind !== 'text') throw new StyleUnreadable('LIKE is understood with a text alone');
    this.#at += 1;
    return { kind: 'like', of, pattern: text, ignoresCase };
  }

  #sum(): Expression {
    let left = this.#product();
    for (;;) {
      const operator = (['+', '-', '||'] as const).find((sign) => this.#take('sign', sign));
      if (!operator) return left;
      left = { kind: 'operation', operator, left, right: this.#product() };
    }
  }

  #product(): Expression {
    let left = this.#single();
    for (;;) {
      const operator = (['*', '/'] as const).find((sign) => this.#take('sign', sign));
      if (!operator) return left;
      left = { kind: 'operation', operator, left, right: this.#single() };
    }
  }

  #single(): Expression {
    if (this.#take('sign', '(')) {
      const inner = this.either();
      this.expect('sign', ')');
      return inner;
    }
    if (this.#take('sign', '-')) {
      const part = this.#single();
      return part.kind === 'literal' && typeof part.value === 'number'
        ? { kind: 'literal', value: -part.value }
        : { kind: 'operation', operator: '-', left: { kind: 'literal', value: 0 }, right: part };
    }
    const { kind, text } = this.#next;
    this.#at += 1;
    if (kind === 'number') return { kind: 'literal', value: Number(text) };
    if (kind === 'text') return { kind: 'literal', value: text };
    if (kind === 'field') return { kind: 'field', name: text };
    if (kind !== 'word') throw new StyleUnreadable(`“${text || 'its end'}” is not understood`);
    const word = text.toLowerCase();
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    if (word === 'null') return { kind: 'literal', value: null };
    if (this.#next.text === '(' || word === 'case' || word === 'date' || word === 'timestamp')
      throw new StyleUnreadable(`the function ${text} is not understood`);
    return { kind: 'field', name: text };
  }
}

/** Writes an expression as QGIS reads it. */
export function qgisExpression(expression: Expression): string {
  const inner = (each: Expression): string =>
    each.kind === 'field' || each.kind === 'literal' ? qgisExpression(each) : `(${qgisExpression(each)})`;
  switch (expression.kind) {
    case 'field':
      return `"${expression.name.replaceAll('"', '""')}"`;
    case 'literal':
      return qgisLiteral(expression.value);
    case 'operation':
    case 'compare':
      return `${inner(expression.left)} ${expression.operator} ${inner(expression.right)}`;
    case 'and':
    case 'or':
      return expression.parts.map(inner).join(` ${expression.kind.toUpperCase()} `);
    case 'not':
      return `NOT ${inner(expression.part)}`;
    case 'null':
      return `${inner(expression.of)} IS NULL`;
    case 'in':
      return `${inner(expression.of)} IN (${expression.values.map(qgisExpression).join(',')})`;
    case 'like':
      return `${inner(expression.of)} ${expression.ignoresCase ? 'ILIKE' : 'LIKE'} ${qgisLiteral(expression.pattern)}`;
    case 'between':
      return `${inner(expression.of)} BETWEEN ${inner(expression.low)} AND ${inner(expression.high)}`;
  }
}

function qgisLiteral(value: string | number | boolean | null): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'number') return String(rounded(value) === value ? rounded(value) : value);
  return value === null ? 'NULL' : String(value).toUpperCase();
}
