import { both, field, literal, noneOf, valueOf } from './expression.ts';
import { faded } from './color.ts';
import { LossList } from './loss-list.ts';
import { readQmlLabels } from './read-qml-label.ts';
import { readQmlSymbol } from './read-qml-symbol.ts';
import { parseSqlExpression } from './sql-expression.ts';
import {
  StyleUnreadable,
  type Expression,
  type Style,
  type StyleRule,
  type StyleSymbol,
  type WithLosses,
} from './style-model.ts';
import { parseXml, type XmlNode } from './xml-node.ts';

/** Renderers that change how another one draws. */
const wrappers: Record<string, string> = {
  pointDisplacement: 'Points that are moved apart',
  pointCluster: 'Points that are clustered',
  mergedFeatureRenderer: 'Features that are merged',
  invertedPolygonRenderer: 'Polygons that are inverted',
};

/** Reads a style of QGIS, 2 to 4. @throws StyleUnreadable */
export function readQml(text: string, name: string): WithLosses<Style> {
  const root = parseXml(text);
  if (root.name !== 'qgis') throw new StyleUnreadable('it is no style of QGIS');
  const renderer = root.child('renderer-v2');
  if (!renderer && root.child('pipe'))
    throw new StyleUnreadable('it is a style of rasters, and those of vectors are converted');
  if (!renderer && !root.child('labeling')) throw new StyleUnreadable('it holds no renderer of vectors');
  const losses = new LossList();
  const reader = new Reader(losses);
  if (Number(root.child('blendMode')?.text || 0) !== 0)
    losses.add('The way the layer is blended with others is left out.');
  const groups = [renderer ? reader.renderer(renderer) : [], readQmlLabels(root, losses)];
  const opacity = Number(root.child('layerOpacity')?.text || 1);
  const [min, max] = scalesOf(root);
  const limited = groups.map((rules) =>
    rules.map((rule) => ({
      ...rule,
      min: Math.max(rule.min ?? 0, min ?? 0) || null,
      max: Math.min(rule.max ?? Infinity, max ?? Infinity),
    })),
  );
  if (opacity < 1)
    losses.add('The layer’s opacity becomes that of each symbol, so that symbols show through each other.');
  return {
    value: {
      name,
      groups: limited
        .filter(({ length }) => length > 0)
        .map((rules) =>
          rules.map((rule) => ({
            ...rule,
            max: Number.isFinite(rule.max) ? rule.max : null,
            symbols: rule.symbols.map((each) => fadedSymbol(each, opacity)),
          })),
        ),
    },
    losses: losses.texts,
  };
}

/** Denominators between which the layer is drawn. */
function scalesOf(root: XmlNode): [number | null, number | null] {
  if (root.attributes['hasScaleBasedVisibilityFlag'] !== '1') return [null, null];
  // QGIS calls the scale with the larger denominator the minimum.
  return [Number(root.attributes['maxScale']) || null, Number(root.attributes['minScale']) || null];
}

/** A symbol that covers less by a factor. */
export function fadedSymbol(symbol: StyleSymbol, factor: number): StyleSymbol {
  if (factor >= 1) return symbol;
  const stroke =
    'stroke' in symbol && symbol.stroke ? { ...symbol.stroke, paint: faded(symbol.stroke.paint, factor) } : null;
  switch (symbol.kind) {
    case 'mark':
    case 'fill':
      return { ...symbol, fill: faded(symbol.fill, factor), stroke };
    case 'line':
      return { ...symbol, stroke: stroke! };
    case 'icon':
      return { ...symbol, opacity: symbol.opacity * factor };
    case 'label':
      return symbol;
  }
}

class Reader {
  readonly #losses: LossList;

  constructor(losses: LossList) {
    this.#losses = losses;
  }

  renderer(node: XmlNode): StyleRule[] {
    const type = node.attributes['type'] ?? '';
    const inner = node.child('renderer-v2');
    if (Object.hasOwn(wrappers, type) && inner) {
      this.#losses.add(`${wrappers[type]} are drawn as they are.`);
      return this.renderer(inner);
    }
    for (const part of ['rotation', 'sizescale'])
      if (node.child(part)?.attributes['field'])
        this.#losses.add('What a field says of the size or rotation of symbols is left out.');
    const symbols = new Map(
      (node.child('symbols')?.all('symbol') ?? []).map((each) => [each.attributes['name'] ?? '', each]),
    );
    const draw = (name: string | undefined): StyleSymbol[] => {
      const symbol = symbols.get(name ?? '');
      return symbol ? readQmlSymbol(symbol, this.#losses) : [];
    };
    switch (type) {
      case 'nullSymbol':
        return [];
      case 'singleSymbol':
        return [{ name: '', filter: null, isElse: false, min: null, max: null, symbols: draw('0') }];
      case 'categorizedSymbol':
        return this.#categories(node, draw);
      case 'graduatedSymbol':
        return this.#ranges(node, draw);
      case 'RuleRenderer': {
        const rules = node.child('rules');
        return rules ? this.#rules(rules, draw, null, [null, null]) : [];
      }
      default:
        throw new StyleUnreadable(`its renderer “${type}” has no form in other styles`);
    }
  }

  #categories(node: XmlNode, draw: (name: string | undefined) => StyleSymbol[]): StyleRule[] {
    const of = this.#attribute(node);
    const hidden: (Expression | null)[] = [];
    const rules: StyleRule[] = [];
    for (const category of node.child('categories')?.all('category') ?? []) {
      const values = valuesOf(category);
      const isElse = values.length === 0;
      const filter: Expression | null = isElse
        ? null
        : values.length > 1
          ? { kind: 'in', of, values: values.map(literal) }
          : { kind: 'compare', operator: '=', left: of, right: literal(values[0]!) };
      if (category.attributes['render'] === 'false') {
        if (!isElse) hidden.push(filter);
        this.#losses.add('Categories that are switched off are left out.');
        continue;
      }
      const name = category.attributes['label'] ?? '';
      rules.push({ name, filter, isElse, min: null, max: null, symbols: draw(category.attributes['symbol']) });
    }
    if (hidden.length === 0) return rules;
    const taken = [...hidden, ...rules.filter(({ isElse }) => !isElse).map(({ filter }) => filter)];
    return rules.map((rule) => (rule.isElse ? { ...rule, isElse: false, filter: noneOf(taken) } : rule));
  }

  #ranges(node: XmlNode, draw: (name: string | undefined) => StyleSymbol[]): StyleRule[] {
    const of = this.#attribute(node);
    const ranges = node.child('ranges')?.all('range') ?? [];
    return ranges.flatMap(({ attributes }, at) => {
      if (attributes['render'] === 'false') {
        this.#losses.add('Ranges that are switched off are left out.');
        return [];
      }
      const [low, high] = [Number(attributes['lower']), Number(attributes['upper'])];
      // A value on the bound of two ranges is drawn by the first.
      const follows = at > 0 && Number(ranges[at - 1]!.attributes['upper']) === low;
      const filter: Expression = {
        kind: 'and',
        parts: [
          { kind: 'compare', operator: follows ? '>' : '>=', left: of, right: literal(low) },
          { kind: 'compare', operator: '<=', left: of, right: literal(high) },
        ],
      };
      const name = attributes['label'] ?? '';
      return [{ name, filter, isElse: false, min: null, max: null, symbols: draw(attributes['symbol']) }];
    });
  }

  #rules(
    parent: XmlNode,
    draw: (name: string | undefined) => StyleSymbol[],
    above: Expression | null,
    [min, max]: readonly [number | null, number | null],
  ): StyleRule[] {
    const siblings = parent.all('rule').filter(({ attributes }) => attributes['checkstate'] !== '0');
    if (siblings.length < parent.all('rule').length) this.#losses.add('Rules that are switched off are left out.');
    const filters = new Map(siblings.map((rule) => [rule, this.#filter(rule)]));
    const others = [...filters.values()].filter(
      (each) => each !== 'else' && each !== 'unread',
    ) as (Expression | null)[];
    return siblings.flatMap((rule): StyleRule[] => {
      const { attributes } = rule;
      const own = filters.get(rule)!;
      if (own === 'unread') return [];
      const isTop = parent.name === 'rules' && parent.attributes['nested'] === undefined && above === null;
      const isElse = own === 'else' && isTop && rule.all('rule').length === 0;
      const filter = both(above, own === 'else' ? (isElse ? null : noneOf(others)) : own);
      const scales = [
        Math.max(min ?? 0, Number(attributes['scalemindenom'] ?? 0)) || null,
        Math.min(max ?? Infinity, Number(attributes['scalemaxdenom'] ?? 0) || Infinity),
      ] as const;
      const high = Number.isFinite(scales[1]) ? scales[1] : null;
      const symbols = draw(attributes['symbol']);
      const name = attributes['label'] ?? '';
      const self: StyleRule[] =
        symbols.length > 0 ? [{ name, filter, isElse, min: scales[0], max: high, symbols }] : [];
      return [...self, ...this.#rules(rule, draw, filter, [scales[0], high])];
    });
  }

  #filter(rule: XmlNode): Expression | null | 'else' | 'unread' {
    const text = rule.attributes['filter']?.trim() ?? '';
    if (text === '') return null;
    if (/^else$/i.test(text)) return 'else';
    try {
      return parseSqlExpression(text);
    } catch (error) {
      if (!(error instanceof StyleUnreadable)) throw error;
      this.#losses.add(
        `The rule “${rule.attributes['label'] ?? text}” is left out, because of its filter “${text}” ${error.message}.`,
      );
      return 'unread';
    }
  }

  /** What categories and ranges ask: a field, or an expression. */
  #attribute(node: XmlNode): Expression {
    const text = node.attributes['attr']?.trim() ?? '';
    if (/^[\p{L}_][^"'()*+/<>=|]*$/u.test(text)) return field(text);
    try {
      return parseSqlExpression(text);
    } catch (error) {
      if (!(error instanceof StyleUnreadable)) throw error;
      throw new StyleUnreadable(`its classes are of the expression “${text}”: ${error.message}`);
    }
  }
}

/** The values of a category; none for the one of all others. */
function valuesOf(category: XmlNode): (string | number | boolean)[] {
  const { type, value = '' } = category.attributes;
  const one = (text: string, kind: string | undefined): string | number | boolean =>
    kind === 'string' ? text : kind === 'bool' ? text === 'true' || text === '1' : valueOf(text);
  const list = category.all('val');
  if (list.length > 0) return list.map(({ attributes }) => one(attributes['value'] ?? '', attributes['type']));
  return type === 'NULL' || value === '' ? [] : [one(value, type)];
}
