import { inPoints } from './length.ts';
import type { LossList } from './loss-list.ts';
import { qmlUnits, writeQmlColor } from './qml-options.ts';
import type { LabelRule } from './split-labels.ts';
import { qgisExpression } from './sql-expression.ts';
import type { Label } from './style-model.ts';
import type { QmlKind } from './write-qml-symbol.ts';
import { element, type XmlNode } from './xml-node.ts';

/** Writes labels: simple ones where there is one for all features, else one for each rule. */
export function writeQmlLabels(labels: readonly LabelRule[], kind: QmlKind, losses: LossList): XmlNode {
  const [only] = labels;
  if (labels.length === 1 && only!.filter === null)
    return element('labeling', { type: 'simple' }, [settings(only!, kind, losses)]);
  const rules = labels.map((rule) =>
    element(
      'rule',
      {
        description: rule.name,
        ...(rule.filter && { filter: qgisExpression(rule.filter) }),
        ...(rule.min !== null && { scalemindenom: rule.min }),
        ...(rule.max !== null && { scalemaxdenom: rule.max }),
      },
      [settings({ ...rule, min: null, max: null }, kind, losses)],
    ),
  );
  return element('labeling', { type: 'rule-based' }, [element('rules', { key: 'root' }, rules)]);
}

function settings({ label, min, max }: LabelRule, kind: QmlKind, losses: LossList): XmlNode {
  const { text, font, paint, halo } = label;
  const size = inPoints(font.size);
  const isField = text.kind === 'field';
  return element('settings', { calloutType: 'simple' }, [
    element(
      'text-style',
      {
        fieldName: isField ? text.name : qgisExpression(text),
        isExpression: isField ? '0' : '1',
        fontFamily: font.family,
        fontSize: size ?? font.size.value,
        fontSizeUnit: size === null ? qmlUnits[font.size.unit] : 'Point',
        fontWeight: font.isBold ? '75' : '50',
        fontItalic: font.isItalic ? '1' : '0',
        namedStyle: [font.isBold ? 'Bold' : '', font.isItalic ? 'Italic' : ''].join(' ').trim(),
        textColor: writeQmlColor({ ...paint, opacity: 1 }),
        textOpacity: paint.opacity,
      },
      [
        element('text-buffer', {
          bufferDraw: halo ? '1' : '0',
          ...(halo && {
            bufferColor: writeQmlColor({ ...halo.paint, opacity: 1 }),
            bufferOpacity: halo.paint.opacity,
            bufferSize: halo.width.value,
            bufferSizeUnits: qmlUnits[halo.width.unit],
          }),
        }),
      ],
    ),
    element('placement', placement(label.placement, kind, losses)),
    element('rendering', {
      scaleVisibility: min !== null || max !== null ? '1' : '0',
      scaleMin: min ?? 0,
      scaleMax: max ?? 0,
      drawLabels: '1',
    }),
  ]);
}

function placement(place: Label['placement'], kind: QmlKind, losses: LossList): Record<string, string | number> {
  if (place.kind === 'line')
    return {
      placement: kind === 'line' ? '2' : '4',
      placementFlags: place.offset.value === 0 ? '9' : '10',
      dist: Math.abs(place.offset.value),
      distUnits: qmlUnits[place.offset.unit],
    };
  if (kind === 'line') {
    losses.add('Labels in the middle of lines lie level beside them.');
    return { placement: '4' };
  }
  const quadrant = (value: number) => (value < 0.25 ? 0 : value > 0.75 ? 2 : 1);
  const [x, y] = [quadrant(place.anchor[0]), quadrant(place.anchor[1])];
  if (![0, 0.5, 1].includes(place.anchor[0]) || ![0, 0.5, 1].includes(place.anchor[1]))
    losses.add('The place of labels is rounded to one of nine around their point.');
  return {
    placement: '1',
    quadOffset: y * 3 + (2 - x),
    xOffset: place.offset[0],
    yOffset: -place.offset[1] || 0,
    offsetUnits: qmlUnits[place.unit],
    labelOffsetMapUnitScale: '3x:0,0,0,0,0,0',
    rotationAngle: place.rotation,
  };
}
