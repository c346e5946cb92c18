import { LossList } from './loss-list.ts';
import { writeOgc } from './ogc-filter.ts';
import { StyleUnreadable, type Style, type StyleRule, type WithLosses } from './style-model.ts';
import { writeSldSymbol } from './write-sld-symbol.ts';
import { element, printXml, type XmlNode } from './xml-node.ts';

const namespaces = {
  version: '1.1.0',
  xmlns: 'http://www.opengis.net/sld',
  'xmlns:se': 'http://www.opengis.net/se',
  'xmlns:ogc': 'http://www.opengis.net/ogc',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};

/** Writes a Styled Layer Descriptor 1.1 with Symbology Encoding 1.1 (OGC 05-078r4, 05-077r4). */
export function writeSld(style: Style): WithLosses<string> {
  const losses = new LossList();
  const groups = style.groups.map((rules) =>
    element(
      'se:FeatureTypeStyle',
      {},
      rules.map((rule) => writeRule(rule, losses)),
    ),
  );
  const root = element('StyledLayerDescriptor', namespaces, [
    element('NamedLayer', {}, [
      element('se:Name', {}, [style.name]),
      element('UserStyle', {}, [element('se:Name', {}, [style.name]), ...groups]),
    ]),
  ]);
  return { value: `<?xml version="1.0" encoding="UTF-8"?>\n${printXml(root)}\n`, losses: losses.texts };
}

function writeRule(rule: StyleRule, losses: LossList): XmlNode | null {
  let filter: XmlNode | null = null;
  try {
    filter = rule.filter && element('ogc:Filter', {}, [writeOgc(rule.filter)]);
  } catch (error) {
    if (!(error instanceof StyleUnreadable)) throw error;
    losses.add(`The rule “${rule.name}” is left out, because its filter has ${error.message}.`);
    return null;
  }
  const scale = (which: 'Min' | 'Max', value: number | null) =>
    value === null ? null : element(`se:${which}ScaleDenominator`, {}, [String(value)]);
  const symbols = rule.symbols.map((symbol) => writeSldSymbol(symbol, losses));
  return element('se:Rule', {}, [
    ...(rule.name === ''
      ? []
      : [element('se:Name', {}, [rule.name]), element('se:Description', {}, [element('se:Title', {}, [rule.name])])]),
    rule.isElse ? element('se:ElseFilter') : filter,
    scale('Min', rule.min),
    scale('Max', rule.max),
    ...symbols,
  ]);
}
