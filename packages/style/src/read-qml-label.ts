import { both, field, noneOf } from './expression.ts';
import { converted, points } from './length.ts';
import type { LossList } from './loss-list.ts';
import { readQmlColor, readQmlLength } from './qml-options.ts';
import { parseSqlExpression } from './sql-expression.ts';
import { StyleUnreadable, type Expression, type Label, type StyleRule } from './style-model.ts';
import type { XmlNode } from './xml-node.ts';

/** Where the point lies in the label, for each of the nine quadrants of QGIS. */
const anchors = [
  [1, 0],
  [0.5, 0],
  [0, 0],
  [1, 0.5],
  [0.5, 0.5],
  [0, 0.5],
  [1, 1],
  [0.5, 1],
  [0, 1],
] as const;

/** Rules that write what a style of QGIS labels. */
export function readQmlLabels(root: XmlNode, losses: LossList): StyleRule[] {
  const labeling = root.child('labeling');
  if (!labeling || root.attributes['labelsEnabled'] === '0') return [];
  const settings = labeling.child('settings');
  if (labeling.attributes['type'] === 'simple' && settings) return ruleOf(settings, { name: '', filter: null }, losses);
  const ofVersion2 = root
    .child('customproperties')
    ?.all('property')
    .find(({ attributes }) => attributes['key'] === 'labeling/enabled');
  if (ofVersion2?.attributes['value'] === 'true')
    losses.add('Labels in the form of QGIS 2 are left out. Save the style again with QGIS 3.');
  const rules = labeling.child('rules');
  return rules ? nested(rules, null, losses) : [];
}

function nested(parent: XmlNode, above: Expression | null, losses: LossList): StyleRule[] {
  const siblings = parent.all('rule').filter(({ attributes }) => attributes['active'] !== '0');
  const read = siblings.map((rule) => ({ rule, filter: filterOf(rule, losses) }));
  const others = read.map(({ filter }) => filter).filter((each) => typeof each !== 'string');
  return read.flatMap(({ rule, filter }): StyleRule[] => {
    if (filter === 'unread') return [];
    const whole = both(above, filter === 'else' ? noneOf(others) : filter);
    const settings = rule.child('settings');
    const name = rule.attributes['description'] ?? '';
    const own = settings ? ruleOf(settings, { name, filter: whole }, losses) : [];
    const scale = (key: string) => Number(rule.attributes[key] ?? 0) || null;
    return [
      ...own.map((each) => ({
        ...each,
        min: scale('scalemindenom') ?? each.min,
        max: scale('scalemaxdenom') ?? each.max,
      })),
      ...nested(rule, whole, losses),
    ];
  });
}

function filterOf(rule: XmlNode, losses: LossList): Expression | null | 'else' | 'unread' {
  const text = rule.attributes['filter']?.trim() ?? '';
  if (text === '') return null;
  if (/^else$/i.test(text)) return 'else';
  return attempt(`The labels of “${rule.attributes['description'] ?? text}” are left out`, text, losses) ?? 'unread';
}

/** An expression, or null with a loss that says why. */
function attempt(loss: string, text: string, losses: LossList): Expression | null {
  try {
    return parseSqlExpression(text);
  } catch (error) {
    if (!(error instanceof StyleUnreadable)) throw error;
    losses.add(`${loss}, because of “${text}”: ${error.message}.`);
    return null;
  }
}

function ruleOf(
  settings: XmlNode,
  { name, filter }: { name: string; filter: Expression | null },
  losses: LossList,
): StyleRule[] {
  const style = settings.child('text-style');
  const source = style?.attributes['fieldName'] ?? '';
  if (!style || source === '') return [];
  const text =
    style.attributes['isExpression'] === '1' ? attempt('Labels are left out', source, losses) : field(source);
  if (!text) return [];
  const { attributes: rendering = {} } = settings.child('rendering') ?? {};
  const isScaled = rendering['scaleVisibility'] === '1';
  if (style.child('background')?.attributes['shapeDraw'] === '1') losses.add('Backgrounds of labels are left out.');
  if (settings.child('shadow')?.attributes['shadowDraw'] === '1') losses.add('Shadows of labels are left out.');
  const defined = settings
    .child('dd_properties', 'Option')
    ?.all('Option')
    .find(({ attributes }) => attributes['name'] === 'properties');
  if (defined && defined.all('Option').length > 0) losses.add('What a feature’s fields say of its label is left out.');
  return [
    {
      name,
      filter,
      isElse: false,
      min: isScaled ? Number(rendering['scaleMin'] ?? 0) || null : null,
      max: isScaled ? Number(rendering['scaleMax'] ?? 0) || null : null,
      symbols: [labelOf(style, settings.child('placement')?.attributes ?? {}, text, losses)],
    },
  ];
}

function labelOf(style: XmlNode, place: Readonly<Record<string, string>>, text: Expression, losses: LossList): Label {
  const { attributes: font } = style;
  const weight = Number(font['fontWeight'] ?? 50);
  const halo = style.child('text-buffer')?.attributes ?? {};
  const size =
    font['fontSizeUnit'] === 'Point'
      ? points(Number(font['fontSize']))
      : readQmlLength(font['fontSize'], font['fontSizeUnit']);
  if ((font['capitalization'] ?? '0') !== '0') losses.add('Labels in capitals are written as their fields are.');
  return {
    kind: 'label',
    text,
    font: {
      family: font['fontFamily'] ?? 'Sans Serif',
      size,
      // Up to version 5 the library of QGIS counted bold as 75, since then as 700.
      isBold: weight >= 600 || (weight >= 63 && weight < 100) || /bold/i.test(font['namedStyle'] ?? ''),
      isItalic: font['fontItalic'] === '1' || /italic|oblique/i.test(font['namedStyle'] ?? ''),
    },
    paint: readQmlColor(font['textColor'], Number(font['textOpacity'] ?? 1)),
    halo:
      halo['bufferDraw'] === '1'
        ? {
            paint: readQmlColor(halo['bufferColor'], Number(halo['bufferOpacity'] ?? 1)),
            width: readQmlLength(halo['bufferSize'], halo['bufferSizeUnits']),
          }
        : null,
    placement: placementOf(place, losses),
  };
}

function placementOf(place: Readonly<Record<string, string>>, losses: LossList): Label['placement'] {
  const kind = place['placement'] ?? '0';
  const distance = readQmlLength(place['dist'], place['distUnits']);
  if (kind === '2' || kind === '3' || kind === '7') return { kind: 'line', offset: distance };
  const isOver = kind === '1';
  if (!isOver && kind !== '4') losses.add('Labels that look for a place around their point stand at its right.');
  const own = readQmlLength(1, place['offsetUnits']).unit;
  const across = isOver ? Number(place['xOffset'] ?? 0) : converted(distance.value, distance.unit, own, losses);
  return {
    kind: 'point',
    anchor: isOver ? (anchors[Number(place['quadOffset'] ?? 4)] ?? [0.5, 0.5]) : kind === '4' ? [0.5, 0.5] : [0, 0.5],
    offset: kind === '4' ? [0, 0] : [across || 0, isOver ? -Number(place['yOffset'] ?? 0) || 0 : 0],
    unit: own,
    rotation: Number(place['rotationAngle'] ?? 0) || 0,
  };
}
