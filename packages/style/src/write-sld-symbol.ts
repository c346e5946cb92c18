import { converted, rounded } from './length.ts';
import type { LossList } from './loss-list.ts';
import { writeMixed } from './ogc-filter.ts';
import type { Label, Length, LengthUnit, Mark, Paint, Stroke, StyleSymbol } from './style-model.ts';
import { StyleUnreadable } from './style-model.ts';
import { element, type XmlNode } from './xml-node.ts';

const metre = 'http://www.opengeospatial.org/se/units/metre';
/** The six that Symbology Encoding names. */
const standardShapes = new Set(['square', 'circle', 'triangle', 'star', 'cross', 'x']);

/** Writes a symbolizer; null for a label whose text has no form in SLD. */
export function writeSldSymbol(symbol: StyleSymbol, losses: LossList): XmlNode | null {
  const main = mainLength(symbol);
  const isOnGround = main === 'm' || main === 'map';
  if (main === 'map') losses.add('Sizes in units of the map are written as metres on the ground.');
  const writer = new SymbolWriter(isOnGround ? main : 'px', losses);
  const attributes: Record<string, string> = isOnGround ? { uom: metre } : {};
  switch (symbol.kind) {
    case 'mark':
      return element('se:PointSymbolizer', attributes, [writer.mark(symbol)]);
    case 'icon':
      return element('se:PointSymbolizer', attributes, [
        element('se:Graphic', {}, [
          element('se:ExternalGraphic', {}, [
            element('se:OnlineResource', { 'xlink:type': 'simple', 'xlink:href': symbol.href }),
            element('se:Format', {}, [formatOf(symbol.href)]),
          ]),
          symbol.opacity === 1 ? null : element('se:Opacity', {}, [String(symbol.opacity)]),
          writer.length('se:Size', symbol.size),
          symbol.rotation === 0 ? null : element('se:Rotation', {}, [String(symbol.rotation)]),
        ]),
      ]);
    case 'line':
      return element('se:LineSymbolizer', attributes, [
        writer.stroke(symbol.stroke),
        symbol.offset === 0
          ? null
          : writer.length('se:PerpendicularOffset', { value: symbol.offset, unit: symbol.stroke.width.unit }),
      ]);
    case 'fill':
      return element('se:PolygonSymbolizer', attributes, [
        symbol.fill && writer.paint('se:Fill', 'fill', symbol.fill),
        symbol.stroke && writer.stroke(symbol.stroke),
      ]);
    case 'label':
      return writer.label(symbol, attributes);
  }
}

function mainLength(symbol: StyleSymbol): LengthUnit {
  if (symbol.kind === 'mark' || symbol.kind === 'icon') return symbol.size.unit;
  if (symbol.kind === 'label') return symbol.font.size.unit;
  return symbol.stroke?.width.unit ?? 'px';
}

function formatOf(href: string): string {
  const ending = /\.(\w+)(?:[?#].*)?$/.exec(href)?.[1]?.toLowerCase() ?? 'png';
  return { svg: 'image/svg+xml', jpg: 'image/jpeg' }[ending] ?? `image/${ending}`;
}

class SymbolWriter {
  readonly #unit: LengthUnit;
  readonly #losses: LossList;

  constructor(unit: LengthUnit, losses: LossList) {
    this.#unit = unit;
    this.#losses = losses;
  }

  mark(mark: Mark): XmlNode {
    // A diamond is a square that is turned, and its size that of its diagonal.
    const isDiamond = mark.shape === 'diamond';
    const shape = isDiamond ? 'square' : mark.shape;
    if (!standardShapes.has(shape))
      this.#losses.add(`The mark “${shape}” is written by its name, which not every program knows.`);
    const rotation = rounded((mark.rotation + (isDiamond ? 45 : 0)) % 360);
    const [x, y] = mark.offset;
    return element('se:Graphic', {}, [
      element('se:Mark', {}, [
        element('se:WellKnownName', {}, [shape]),
        mark.fill && this.paint('se:Fill', 'fill', mark.fill),
        mark.stroke && this.stroke(mark.stroke),
      ]),
      this.length('se:Size', isDiamond ? { ...mark.size, value: rounded(mark.size.value * Math.SQRT1_2) } : mark.size),
      rotation === 0 ? null : element('se:Rotation', {}, [String(rotation)]),
      x === 0 && y === 0
        ? null
        : element('se:Displacement', {}, [
            this.length('se:DisplacementX', { value: x, unit: mark.size.unit }),
            this.length('se:DisplacementY', { value: -y, unit: mark.size.unit }),
          ]),
    ]);
  }

  stroke({ paint, width, dashes, cap, join }: Stroke): XmlNode {
    const inUnit = (value: number) => converted(value, width.unit, this.#unit, this.#losses);
    return element('se:Stroke', {}, [
      ...this.#colors('stroke', paint),
      parameter('stroke-width', inUnit(width.value)),
      join === 'miter' ? parameter('stroke-linejoin', 'mitre') : parameter('stroke-linejoin', join),
      parameter('stroke-linecap', cap),
      dashes.length > 0 ? parameter('stroke-dasharray', dashes.map(inUnit).join(' ')) : null,
    ]);
  }

  paint(name: string, which: 'fill' | 'stroke', paint: Paint): XmlNode {
    return element(name, {}, this.#colors(which, paint));
  }

  length(name: string, length: Length): XmlNode {
    return element(name, {}, [String(converted(length.value, length.unit, this.#unit, this.#losses))]);
  }

  label(label: Label, attributes: Record<string, string>): XmlNode | null {
    const fontSize = converted(label.font.size.value, label.font.size.unit, this.#unit, this.#losses);
    try {
      return element('se:TextSymbolizer', attributes, [
        element('se:Label', {}, writeMixed(label.text)),
        element('se:Font', {}, [
          parameter('font-family', label.font.family),
          // Programs read whole pixels here, and fall back to a size of their own for others.
          parameter('font-size', this.#unit === 'px' ? Math.max(1, Math.round(fontSize)) : fontSize),
          label.font.isItalic ? parameter('font-style', 'italic') : null,
          label.font.isBold ? parameter('font-weight', 'bold') : null,
        ]),
        element('se:LabelPlacement', {}, [this.#placement(label.placement)]),
        label.halo &&
          element('se:Halo', {}, [
            this.length('se:Radius', label.halo.width),
            this.paint('se:Fill', 'fill', label.halo.paint),
          ]),
        this.paint('se:Fill', 'fill', label.paint),
      ]);
    } catch (error) {
      if (!(error instanceof StyleUnreadable)) throw error;
      this.#losses.add(`A label is left out, because its text has ${error.message}.`);
      return null;
    }
  }

  #placement(placement: Label['placement']): XmlNode {
    if (placement.kind === 'line')
      return element('se:LinePlacement', {}, [this.length('se:PerpendicularOffset', placement.offset)]);
    const { anchor, offset, unit, rotation } = placement;
    return element('se:PointPlacement', {}, [
      element('se:AnchorPoint', {}, [
        element('se:AnchorPointX', {}, [String(anchor[0])]),
        element('se:AnchorPointY', {}, [String(anchor[1])]),
      ]),
      element('se:Displacement', {}, [
        this.length('se:DisplacementX', { value: offset[0], unit }),
        this.length('se:DisplacementY', { value: offset[1], unit }),
      ]),
      rotation === 0 ? null : element('se:Rotation', {}, [String(rotation)]),
    ]);
  }

  #colors(which: 'fill' | 'stroke', { color, opacity }: Paint): XmlNode[] {
    return [parameter(which, color), ...(opacity === 1 ? [] : [parameter(`${which}-opacity`, opacity)])];
  }
}

function parameter(name: string, value: string | number): XmlNode {
  return element('se:SvgParameter', { name }, [String(value)]);
}
