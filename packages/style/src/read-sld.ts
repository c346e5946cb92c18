import { LossList } from './loss-list.ts';
import { readOgcFilter } from './ogc-filter.ts';
import { noteVendor, readSldSymbol } from './read-sld-symbol.ts';
import { StyleUnreadable, type Style, type StyleRule, type WithLosses } from './style-model.ts';
import { parseXml, type XmlNode } from './xml-node.ts';

/** Reads a Styled Layer Descriptor of OGC, 1.0 or 1.1. @throws StyleUnreadable */
export function readSld(text: string): WithLosses<Style> {
  const root = parseXml(text);
  if (root.name !== 'StyledLayerDescriptor') throw new StyleUnreadable('it is no StyledLayerDescriptor');
  const losses = new LossList();
  const layers = [...root.all('NamedLayer'), ...root.all('UserLayer')].filter((each) => each.child('UserStyle'));
  const [layer, ...others] = layers;
  if (!layer) throw new StyleUnreadable('it names styles, and holds none');
  for (const each of others) losses.add(`The style of another layer, “${nameOf(each)}”, is left out.`);
  const styles = layer.all('UserStyle');
  const style = styles.find((each) => /^(?:1|true)$/.test(each.child('IsDefault')?.text ?? '')) ?? styles[0]!;
  for (const each of styles) if (each !== style) losses.add(`Another style, “${nameOf(each)}”, is left out.`);
  const groups = style.all('FeatureTypeStyle').map((each) => readGroup(each, losses));
  return {
    value: { name: nameOf(style) || nameOf(layer), groups: groups.filter(({ length }) => length > 0) },
    losses: losses.texts,
  };
}

function readGroup(group: XmlNode, losses: LossList): StyleRule[] {
  noteVendor(group, losses);
  if (group.child('Transformation')) losses.add('A transformation of the data before it is drawn is left out.');
  return group.all('Rule').flatMap((rule) => readRule(rule, losses) ?? []);
}

function readRule(rule: XmlNode, losses: LossList): StyleRule | null {
  const name = rule.child('Description', 'Title')?.text || rule.child('Title')?.text || nameOf(rule);
  const denominator = (which: string) => {
    const value = Number(rule.child(`${which}ScaleDenominator`)?.text || Number.NaN);
    return Number.isFinite(value) ? value : null;
  };
  const filterNode = rule.child('Filter');
  try {
    return {
      name,
      filter: filterNode ? readOgcFilter(filterNode) : null,
      isElse: rule.child('ElseFilter') !== null,
      min: denominator('Min'),
      max: denominator('Max'),
      symbols: rule.elements.flatMap((each) => readSldSymbol(each, losses)),
    };
  } catch (error) {
    if (!(error instanceof StyleUnreadable) || !filterNode) throw error;
    losses.add(`The rule “${name}” is left out, because its filter has ${error.message}.`);
    return null;
  }
}

function nameOf(node: XmlNode): string {
  return node.child('Name')?.text ?? '';
}
