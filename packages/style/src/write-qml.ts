import { withoutElse } from './expression.ts';
import { LossList } from './loss-list.ts';
import { qgisExpression } from './sql-expression.ts';
import { splitLabels, type LabelRule } from './split-labels.ts';
import type { Expression, Style, StyleRule, WithLosses } from './style-model.ts';
import { writeQmlLabels } from './write-qml-label.ts';
import { writeQmlSymbol, type QmlKind } from './write-qml-symbol.ts';
import { element, printXml, type XmlNode } from './xml-node.ts';

const geometryTypes: Record<QmlKind, string> = { marker: '0', line: '1', fill: '2' };

/** Writes a style of QGIS 3 and later. */
export function writeQml(style: Style): WithLosses<string> {
  const losses = new LossList();
  const kind = kindOf(style);
  const { drawn, labels } = splitLabels(style);
  if (drawn.length > 1) losses.add('Rules that are drawn one group after the other are drawn feature by feature.');
  const rules = drawn.length > 1 ? drawn.flatMap(withoutElse) : (drawn[0] ?? []);
  const root = element(
    'qgis',
    { version: '3.22.0', styleCategories: 'Symbology|Labeling', labelsEnabled: labels.length > 0 ? '1' : '0' },
    [
      renderer(rules, kind, losses),
      labeling(labels, kind, losses),
      element('layerGeometryType', {}, [geometryTypes[kind]]),
    ],
  );
  return {
    value: `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n${printXml(root)}\n`,
    losses: losses.texts,
  };
}

function labeling(labels: readonly LabelRule[], kind: QmlKind, losses: LossList): XmlNode | null {
  return labels.length === 0 ? null : writeQmlLabels(labels, kind, losses);
}

/** A style of QGIS is for one kind of geometries: the highest that it draws. */
function kindOf({ groups }: Style): QmlKind {
  const kinds = new Set(groups.flat().flatMap(({ symbols }) => symbols.map(({ kind }) => kind)));
  if (kinds.has('fill')) return 'fill';
  const labelsLines = groups
    .flat()
    .some(({ symbols }) => symbols.some((each) => each.kind === 'label' && each.placement.kind === 'line'));
  return kinds.has('line') || labelsLines ? 'line' : 'marker';
}

function renderer(rules: readonly StyleRule[], kind: QmlKind, losses: LossList): XmlNode {
  if (rules.length === 0) return element('renderer-v2', { type: 'nullSymbol' });
  const symbols = element(
    'symbols',
    {},
    rules.map((rule, at) => writeQmlSymbol(rule.symbols, { kind, name: String(at) }, losses)),
  );
  const [only] = rules;
  if (rules.length === 1 && !only!.filter && !only!.isElse && only!.min === null && only!.max === null)
    return element('renderer-v2', { type: 'singleSymbol' }, [symbols]);
  return categories(rules, symbols) ?? ranges(rules, symbols) ?? ruled(rules, symbols);
}

/** Rules that each ask for one value of the same field; null where they do not. */
function categories(rules: readonly StyleRule[], symbols: XmlNode): XmlNode | null {
  const seen = new Set<unknown>();
  let attribute: string | null = null;
  const written = rules.map(({ name, filter, isElse, min, max }, at) => {
    const common = { render: 'true', symbol: at, label: name };
    if (min !== null || max !== null) return null;
    if (isElse) return at === rules.length - 1 ? element('category', { ...common, type: 'string', value: '' }) : null;
    if (filter?.kind !== 'compare' || filter.operator !== '=' || filter.left.kind !== 'field') return null;
    if (filter.right.kind !== 'literal' || filter.right.value === null || filter.right.value === '') return null;
    const { value } = filter.right;
    if ((attribute ?? filter.left.name) !== filter.left.name || seen.has(value)) return null;
    attribute = filter.left.name;
    seen.add(value);
    const type = { string: 'string', number: Number.isInteger(value) ? 'long' : 'double', boolean: 'bool' }[
      typeof value as 'string'
    ];
    return element('category', { ...common, type: type!, value: String(value) });
  });
  if (attribute === null || written.some((each) => each === null)) return null;
  return element('renderer-v2', { type: 'categorizedSymbol', attr: attribute }, [
    element('categories', {}, written),
    symbols,
  ]);
}

/** Rules that each ask for the next range of the same field, with its upper bound; null where they do not. */
function ranges(rules: readonly StyleRule[], symbols: XmlNode): XmlNode | null {
  let [attribute, before]: [string | null, number | null] = [null, null];
  const written = rules.map(({ name, filter, isElse, min, max }, at) => {
    const range = isElse || min !== null || max !== null ? null : rangeOf(filter);
    if (!range || (attribute ?? range.field) !== range.field) return null;
    if (before === null ? range.excludesLow : !range.excludesLow || range.low !== before) return null;
    [attribute, before] = [range.field, range.high];
    return element('range', { render: 'true', symbol: at, label: name, lower: range.low, upper: range.high });
  });
  if (attribute === null || written.some((each) => each === null)) return null;
  return element('renderer-v2', { type: 'graduatedSymbol', attr: attribute, graduatedMethod: 'GraduatedColor' }, [
    element('ranges', {}, written),
    symbols,
  ]);
}

function rangeOf(filter: Expression | null) {
  if (filter?.kind !== 'and' || filter.parts.length !== 2) return null;
  const [low, high] = filter.parts;
  if (low?.kind !== 'compare' || high?.kind !== 'compare' || high.operator !== '<=') return null;
  if (low.operator !== '>' && low.operator !== '>=') return null;
  if (low.left.kind !== 'field' || high.left.kind !== 'field' || low.left.name !== high.left.name) return null;
  if (low.right.kind !== 'literal' || high.right.kind !== 'literal') return null;
  const [from, to] = [low.right.value, high.right.value];
  if (typeof from !== 'number' || typeof to !== 'number') return null;
  return { field: low.left.name, low: from, high: to, excludesLow: low.operator === '>' };
}

function ruled(rules: readonly StyleRule[], symbols: XmlNode): XmlNode {
  const written = rules.map((rule, at) => element('rule', { ...ruleAttributes(rule), symbol: at, label: rule.name }));
  return element('renderer-v2', { type: 'RuleRenderer' }, [element('rules', { key: 'root' }, written), symbols]);
}

/** What a rule of QGIS says of when it applies. */
function ruleAttributes({ filter, isElse, min, max }: StyleRule): Record<string, string | number> {
  return {
    ...(isElse ? { filter: 'ELSE' } : filter && { filter: qgisExpression(filter) }),
    ...(min !== null && { scalemindenom: min }),
    ...(max !== null && { scalemaxdenom: max }),
  };
}
