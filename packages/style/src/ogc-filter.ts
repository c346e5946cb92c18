import { field, joined, joinedParts, literal, valueOf } from './expression.ts';
import { StyleUnreadable, type Expression } from './style-model.ts';
import { element, type XmlNode } from './xml-node.ts';

const comparisons: Record<string, '=' | '<>' | '<' | '<=' | '>' | '>='> = {
  PropertyIsEqualTo: '=',
  PropertyIsNotEqualTo: '<>',
  PropertyIsLessThan: '<',
  PropertyIsLessThanOrEqualTo: '<=',
  PropertyIsGreaterThan: '>',
  PropertyIsGreaterThanOrEqualTo: '>=',
};
const operations = { Add: '+', Sub: '-', Mul: '*', Div: '/' } as const;

/**
 * Reads what a `Filter` holds (OGC Filter Encoding 1.0 and 1.1). Null for an empty one.
 * @throws StyleUnreadable for functions and places
 */
export function readOgcFilter(filter: XmlNode): Expression | null {
  const parts = filter.elements.map(readOgc);
  if (parts.length === 0) return null;
  return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
}

/** Reads one element of a filter or an expression. @throws StyleUnreadable */
function readOgc(node: XmlNode): Expression {
  const operator = comparisons[node.name];
  if (operator) {
    const [left, right] = pairOf(node);
    const found: Expression = { kind: 'compare', operator, left, right };
    const isText = right.kind === 'literal' && typeof right.value === 'string' && operator === '=';
    return isText && node.attributes['matchCase'] === 'false' && left.kind === 'field'
      ? { kind: 'like', of: left, pattern: likeText(String(right.value)), ignoresCase: true }
      : found;
  }
  if (Object.hasOwn(operations, node.name)) {
    const [left, right] = pairOf(node);
    return { kind: 'operation', operator: operations[node.name as keyof typeof operations], left, right };
  }
  switch (node.name) {
    case 'And':
    case 'Or':
      return { kind: node.name === 'And' ? 'and' : 'or', parts: node.elements.map(readOgc) };
    case 'Not':
      return { kind: 'not', part: readOgc(first(node)) };
    case 'PropertyIsNull':
      return { kind: 'null', of: readOgc(first(node)) };
    case 'PropertyIsBetween': {
      const bound = (name: string) => readOgc(first(node.child(name) ?? node));
      return { kind: 'between', of: readOgc(first(node)), low: bound('LowerBoundary'), high: bound('UpperBoundary') };
    }
    case 'PropertyIsLike':
      return {
        kind: 'like',
        of: readOgc(first(node)),
        pattern: likePattern(node.child('Literal')?.text ?? '', node.attributes),
        ignoresCase: node.attributes['matchCase'] === 'false',
      };
    case 'PropertyName':
      return field(node.text);
    case 'Literal':
      return literal(valueOf(node.text));
    default:
      throw new StyleUnreadable(
        node.name === 'Function' ? `the function ${node.attributes['name']}` : `the operator ${node.name}`,
      );
  }
}

function pairOf(node: XmlNode): [Expression, Expression] {
  const [left, right] = node.elements;
  if (!left || !right) throw new StyleUnreadable(`${node.name} without two sides`);
  return [readOgc(left), readOgc(right)];
}

function first(node: XmlNode): XmlNode {
  const [found] = node.elements;
  if (!found) throw new StyleUnreadable(`an empty ${node.name}`);
  return found;
}

function likePattern(text: string, attributes: Readonly<Record<string, string>>): string {
  const [any, one] = [attributes['wildCard'] ?? '*', attributes['singleChar'] ?? '.'];
  const escape = attributes['escapeChar'] ?? attributes['escape'] ?? '\\';
  let [pattern, isEscaped] = ['', false];
  for (const each of text) {
    if (isEscaped) pattern += likeText(each);
    else if (each === any) pattern += '%';
    else if (each === one) pattern += '_';
    else if (each !== escape) pattern += likeText(each);
    isEscaped = !isEscaped && each === escape;
  }
  return pattern;
}

/** A text that stands for itself in a pattern. */
function likeText(text: string): string {
  return text.replaceAll(/[%_\\]/g, String.raw`\$&`);
}

/** What a `Label` or another parameter holds: text, fields and expressions in a row. @throws StyleUnreadable */
export function readMixed(node: XmlNode): Expression {
  const parts = node.children.flatMap((each): Expression[] => {
    if (typeof each !== 'string') return [readOgc(each)];
    const text = each.trim() === '' && /\n/.test(each) ? '' : each.replaceAll(/\s*\n\s*/g, ' ');
    return text === '' ? [] : [literal(text)];
  });
  return joined(parts);
}

/** Writes a filter. @throws StyleUnreadable where it joins texts, which OGC filters cannot */
export function writeOgc(expression: Expression): XmlNode {
  switch (expression.kind) {
    case 'field':
      return element('ogc:PropertyName', {}, [expression.name]);
    case 'literal':
      return element('ogc:Literal', {}, expression.value === null ? [] : [String(expression.value)]);
    case 'operation': {
      const name = Object.entries(operations).find(([, sign]) => sign === expression.operator)?.[0];
      if (!name) throw new StyleUnreadable('texts that are joined');
      return element(`ogc:${name}`, {}, [writeOgc(expression.left), writeOgc(expression.right)]);
    }
    case 'compare': {
      const name = Object.entries(comparisons).find(([, sign]) => sign === expression.operator)![0];
      return element(`ogc:${name}`, {}, [writeOgc(expression.left), writeOgc(expression.right)]);
    }
    case 'and':
    case 'or':
      return element(expression.kind === 'and' ? 'ogc:And' : 'ogc:Or', {}, expression.parts.map(writeOgc));
    case 'not':
      return element('ogc:Not', {}, [writeOgc(expression.part)]);
    case 'null':
      return element('ogc:PropertyIsNull', {}, [writeOgc(expression.of)]);
    case 'in': {
      const equal = expression.values.map((right) =>
        writeOgc({ kind: 'compare', operator: '=', left: expression.of, right }),
      );
      return equal.length === 1 ? equal[0]! : element('ogc:Or', {}, equal);
    }
    case 'like':
      return element(
        'ogc:PropertyIsLike',
        {
          wildCard: '%',
          singleChar: '_',
          escapeChar: '\\',
          ...(expression.ignoresCase && { matchCase: 'false' }),
        },
        [writeOgc(expression.of), element('ogc:Literal', {}, [expression.pattern])],
      );
    case 'between':
      return element('ogc:PropertyIsBetween', {}, [
        writeOgc(expression.of),
        element('ogc:LowerBoundary', {}, [writeOgc(expression.low)]),
        element('ogc:UpperBoundary', {}, [writeOgc(expression.high)]),
      ]);
  }
}

/** What labels say: texts and fields in a row, as a `Label` has them. */
export function writeMixed(text: Expression): (XmlNode | string)[] {
  return joinedParts(text).map((part) =>
    part.kind === 'literal' && part.value !== null ? String(part.value) : writeOgc(part),
  );
}
