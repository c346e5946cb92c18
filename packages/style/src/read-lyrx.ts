import { both, field, joined, literal, valueOf } from './expression.ts';
import { LossList } from './loss-list.ts';
import { fadedSymbol } from './read-qml.ts';
import { readCimLabel, readCimSymbol } from './read-cim-symbol.ts';
import { list, record, text, type CimRecord } from './cim-record.ts';
import { parseSqlExpression } from './sql-expression.ts';
import { StyleUnreadable, type Expression, type Style, type StyleRule, type WithLosses } from './style-model.ts';

/** What stands in a list of unique values for no value. */
const nothing = '<Null>';

/** Reads a layer file of ArcGIS Pro (JSON, Cartographic Information Model 2 and 3). @throws StyleUnreadable */
export function readLyrx(content: string): WithLosses<Style> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    throw new StyleUnreadable('it is no JSON');
  }
  const layers = list(record(parsed)['layerDefinitions']).map(record);
  const drawn = layers.filter((each) => record(each['renderer'])['type'] !== undefined);
  const [layer, ...others] = drawn;
  if (layers.some(({ type }) => type === 'CIMRasterLayer') && !layer)
    throw new StyleUnreadable('it is a style of rasters, and those of vectors are converted');
  if (!layer) throw new StyleUnreadable('it holds no layer of features with a renderer');
  const losses = new LossList();
  for (const each of others) losses.add(`The style of another layer, “${text(each['name'])}”, is left out.`);
  const value = new Reader(losses).style(layer);
  return { value, losses: losses.texts };
}

class Reader {
  readonly #losses: LossList;

  constructor(losses: LossList) {
    this.#losses = losses;
  }

  style(layer: CimRecord): Style {
    const renderer = record(layer['renderer']);
    // Scales of ArcGIS: the smallest has the largest denominator.
    const [min, max] = [Number(layer['maxScale'] ?? 0) || null, Number(layer['minScale'] ?? 0) || null];
    const only = this.#condition(record(layer['featureTable'])['definitionExpression'], 'The layer’s condition');
    const opacity = 1 - Number(layer['transparency'] ?? 0) / 100;
    if (opacity < 1)
      this.#losses.add('The layer’s opacity becomes that of each symbol, so that symbols show through each other.');
    if (list(renderer['visualVariables']).length > 0)
      this.#losses.add('What a feature’s fields say of the size, colour or rotation of its symbol is left out.');
    const rules = this.#rules(renderer).map((rule) => ({
      ...rule,
      ...(only && !rule.isElse && { filter: both(only, rule.filter) }),
      min,
      max,
      symbols: rule.symbols.map((each) => fadedSymbol(each, opacity)),
    }));
    if (only && rules.some(({ isElse }) => isElse))
      this.#losses.add('The rule for all other values also takes features that the layer’s condition left out.');
    const labels = layer['labelVisibility'] === false ? [] : this.#labels(layer, only, [min, max]);
    return { name: text(layer['name']), groups: [rules, labels].filter(({ length }) => length > 0) };
  }

  #rules(renderer: CimRecord): StyleRule[] {
    const rule = (name: unknown, filter: Expression | null, symbol: unknown, isElse = false): StyleRule => ({
      name: text(name),
      filter,
      isElse,
      min: null,
      max: null,
      symbols: readCimSymbol(symbol, this.#losses),
    });
    const rest = () =>
      renderer['useDefaultSymbol'] === true && renderer['defaultSymbol'] !== undefined
        ? [rule(renderer['defaultLabel'], null, renderer['defaultSymbol'], true)]
        : [];
    switch (renderer['type']) {
      case 'CIMSimpleRenderer':
        return [rule(renderer['label'], null, renderer['symbol'])];
      case 'CIMUniqueValueRenderer':
        return [
          ...list(renderer['groups'])
            .flatMap((group) => list(record(group)['classes']))
            .map(record)
            .filter(({ visible }) => visible !== false)
            .map((each) => rule(each['label'], this.#values(renderer, each), each['symbol'])),
          ...rest(),
        ];
      case 'CIMClassBreaksRenderer':
        return [...this.#breaks(renderer, rule), ...rest()];
      default:
        throw new StyleUnreadable(`its renderer “${text(renderer['type'])}” has no form in other styles`);
    }
  }

  /** The values of a class: each has one for every field. */
  #values(renderer: CimRecord, each: CimRecord): Expression {
    const fields = list(renderer['fields']).map(text);
    if (fields.length === 0) throw new StyleUnreadable('its classes are of an expression, and not of a field');
    const wanted = list(each['values']).map((value) => list(record(value)['fieldValues']).map(text));
    const equal = (at: number, value: string): Expression =>
      value === nothing
        ? { kind: 'null', of: field(fields[at]!) }
        : { kind: 'compare', operator: '=', left: field(fields[at]!), right: literal(valueOf(value)) };
    if (fields.length === 1 && wanted.length > 1 && !wanted.flat().includes(nothing))
      return { kind: 'in', of: field(fields[0]!), values: wanted.map(([value]) => literal(valueOf(value ?? ''))) };
    const alternatives = wanted.map((values): Expression => {
      const parts = values.slice(0, fields.length).map((value, at) => equal(at, value));
      return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
    });
    return alternatives.length === 1 ? alternatives[0]! : { kind: 'or', parts: alternatives };
  }

  #breaks(
    renderer: CimRecord,
    rule: (name: unknown, filter: Expression | null, symbol: unknown) => StyleRule,
  ): StyleRule[] {
    const name = text(renderer['field']);
    if (name === '') throw new StyleUnreadable('its classes are of an expression, and not of a field');
    if (text(renderer['normalizationField']) !== '')
      this.#losses.add(`Values are not divided by the field “${text(renderer['normalizationField'])}”.`);
    const of = field(name);
    let low: number | null = renderer['minimumBreak'] === undefined ? null : Number(renderer['minimumBreak']);
    return list(renderer['breaks'])
      .map(record)
      .map((each, at) => {
        const high = Number(each['upperBound']);
        const upper: Expression = { kind: 'compare', operator: '<=', left: of, right: literal(high) };
        const lower: Expression | null =
          low === null ? null : { kind: 'compare', operator: at === 0 ? '>=' : '>', left: of, right: literal(low) };
        low = high;
        return rule(each['label'], both(lower, upper), each['symbol']);
      });
  }

  #labels(layer: CimRecord, only: Expression | null, [min, max]: readonly [number | null, number | null]): StyleRule[] {
    return list(layer['labelClasses'])
      .map(record)
      .filter(({ visibility }) => visibility !== false)
      .flatMap((each): StyleRule[] => {
        const name = text(each['name']);
        const said = readLabelText(text(each['expression']));
        if (!said) {
          this.#losses.add(
            `The labels “${name}” are left out, because of their expression ${text(each['expression'])}.`,
          );
          return [];
        }
        const filter = both(only, this.#condition(each['whereClause'], `The condition of the labels “${name}”`));
        return [
          {
            name,
            filter,
            isElse: false,
            min: Number(each['maximumScale'] ?? 0) || min,
            max: Number(each['minimumScale'] ?? 0) || max,
            symbols: [readCimLabel(each, said, this.#losses)],
          },
        ];
      });
  }

  #condition(value: unknown, what: string): Expression | null {
    const condition = text(value).trim();
    if (condition === '') return null;
    try {
      return parseSqlExpression(condition);
    } catch (error) {
      if (!(error instanceof StyleUnreadable)) throw error;
      this.#losses.add(`${what}, “${condition}”, is left out: ${error.message}.`);
      return null;
    }
  }
}

const labelPart =
  /\s*(?:\$feature\.(?<arcade>[\p{L}_][\p{L}\p{N}_.]*)|\$feature\[["'](?<quoted>[^"']+)["']\]|\[(?<bracket>[^\]]+)\]|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<line>TextFormatting\.NewLine|vbNewLine|vbCrLf))\s*(?<join>[+&]|$)/uy;

/** Fields and texts in a row, as Arcade, VBScript and Python join them; null for anything else. */
function readLabelText(expression: string): Expression | null {
  const [matcher, parts] = [new RegExp(labelPart, 'uy'), [] as Expression[]];
  const whole = expression
    .trim()
    .replace(/^return\s+/, '')
    .replace(/;$/, '');
  while (matcher.lastIndex < whole.length) {
    const groups = matcher.exec(whole)?.groups;
    if (!groups) return null;
    const name = groups['arcade'] ?? groups['quoted'] ?? groups['bracket'];
    parts.push(
      name === undefined ? literal(groups['line'] ? '\n' : (groups['double'] ?? groups['single'] ?? '')) : field(name),
    );
    if (groups['join'] === '') return matcher.lastIndex === whole.length ? joined(parts) : null;
  }
  return null;
}
