import type { LossList } from './loss-list.ts';
import { qmlUnits, writeOptions, writeQmlColor } from './qml-options.ts';
import type { Fill, Icon, Line, Mark, MarkShape, Stroke, StyleSymbol } from './style-model.ts';
import { element, type XmlNode } from './xml-node.ts';

/** The kind of a symbol of QGIS, which follows from what it is drawn for. */
export type QmlKind = 'marker' | 'line' | 'fill';

/** Names of marks that differ from ours. */
const shapes: Partial<Record<MarkShape, string>> = { x: 'cross2' };
const none = '0,0,0,0';

/** Writes a symbol; what draws nothing is a symbol without layers that can be seen. */
export function writeQmlSymbol(
  symbols: readonly StyleSymbol[],
  { kind, name }: { kind: QmlKind; name: string },
  losses: LossList,
): XmlNode {
  const layers = symbols
    .flatMap(withOwnOutline)
    .map((symbol, at) => layerOf(symbol, { kind, name: `@${name}@${at}` }, losses));
  const there = layers.filter((each) => each !== null);
  return element('symbol', { type: kind, name, alpha: '1', clip_to_extent: '1', force_rhr: '0' }, there);
}

function layerOf(
  symbol: StyleSymbol,
  { kind, name }: { kind: QmlKind; name: string },
  losses: LossList,
): XmlNode | null {
  switch (symbol.kind) {
    case 'mark':
    case 'icon': {
      if (kind === 'marker') return symbol.kind === 'mark' ? markLayer(symbol, losses) : iconLayer(symbol, losses);
      // Marks stand in the middle of what they are drawn for.
      const inner = writeQmlSymbol([symbol], { kind: 'marker', name }, losses);
      return kind === 'line'
        ? layer('MarkerLine', { placement: 'centralpoint', placements: 'CentralPoint' }, inner)
        : layer('CentroidFill', { point_on_surface: '0' }, inner);
    }
    case 'line':
      return lineLayer(symbol);
    case 'fill':
      return fillLayer(symbol);
    case 'label':
      return null;
  }
}

function layer(kind: string, options: Record<string, string | number>, inner?: XmlNode): XmlNode {
  return element('layer', { class: kind, enabled: '1', locked: '0', pass: '0' }, [
    ...writeOptions(options),
    ...(inner ? [inner] : []),
  ]);
}

function markLayer(mark: Mark, losses: LossList): XmlNode {
  const { stroke } = mark;
  if (stroke && stroke.dashes.length > 0) losses.add('Outlines of marks are drawn without gaps.');
  return layer('SimpleMarker', {
    name: shapes[mark.shape] ?? mark.shape,
    color: mark.fill ? writeQmlColor(mark.fill) : none,
    size: mark.size.value,
    size_unit: qmlUnits[mark.size.unit],
    angle: mark.rotation,
    offset: mark.offset.join(','),
    offset_unit: qmlUnits[mark.size.unit],
    scale_method: 'diameter',
    outline_color: stroke ? writeQmlColor(stroke.paint) : none,
    outline_style: stroke ? 'solid' : 'no',
    outline_width: stroke?.width.value ?? 0,
    outline_width_unit: qmlUnits[stroke?.width.unit ?? 'mm'],
    joinstyle: stroke?.join ?? 'bevel',
    cap_style: capOf(stroke),
  });
}

function iconLayer(icon: Icon, losses: LossList): XmlNode {
  if (icon.opacity < 1 && /\.svg/i.test(icon.href)) losses.add('Pictures that are seen through cover what is below.');
  const common = {
    size: icon.size.value,
    size_unit: qmlUnits[icon.size.unit],
    angle: icon.rotation,
  };
  return /\.svg(?:[?#].*)?$/i.test(icon.href)
    ? layer('SvgMarker', { name: icon.href, ...common })
    : layer('RasterMarker', { imageFile: icon.href, alpha: icon.opacity, ...common });
}

function lineLayer({ stroke, offset }: Line): XmlNode {
  const unit = qmlUnits[stroke.width.unit];
  return layer('SimpleLine', {
    line_color: writeQmlColor(stroke.paint),
    line_style: 'solid',
    line_width: stroke.width.value,
    line_width_unit: unit,
    capstyle: capOf(stroke),
    joinstyle: stroke.join,
    offset,
    offset_unit: unit,
    use_custom_dash: stroke.dashes.length > 0 ? '1' : '0',
    customdash: paired(stroke.dashes).join(';'),
    customdash_unit: unit,
  });
}

/** Outlines of fills have no gaps of their own: such a one is a line around the fill. */
function withOwnOutline(symbol: StyleSymbol): StyleSymbol[] {
  if (symbol.kind !== 'fill' || !symbol.stroke || symbol.stroke.dashes.length === 0) return [symbol];
  return [
    { ...symbol, stroke: null },
    { kind: 'line', stroke: symbol.stroke, offset: 0 },
  ];
}

function fillLayer({ fill, stroke }: Fill): XmlNode {
  return layer('SimpleFill', {
    color: fill ? writeQmlColor(fill) : none,
    style: fill ? 'solid' : 'no',
    outline_color: stroke ? writeQmlColor(stroke.paint) : none,
    outline_style: stroke ? 'solid' : 'no',
    outline_width: stroke?.width.value ?? 0,
    outline_width_unit: qmlUnits[stroke?.width.unit ?? 'mm'],
    joinstyle: stroke?.join ?? 'bevel',
  });
}

function capOf(stroke: Stroke | null): string {
  return stroke?.cap === 'butt' ? 'flat' : (stroke?.cap ?? 'square');
}

/** An odd list of dashes is gone through twice (SVG); QGIS wants pairs. */
function paired(dashes: readonly number[]): readonly number[] {
  return dashes.length % 2 === 1 ? [...dashes, ...dashes] : dashes;
}
